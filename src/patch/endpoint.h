// SPDX-License-Identifier: Apache-2.0
// The places a patch reads from and writes to. "From" always reads what is
// observed, "to" always writes what is desired; only the environment is both,
// so what one patch writes there a later one reads in the same call.
#pragma once

namespace loom {

enum class Endpoint {
  kObservedComposite,
  kDesiredComposite,
  kObservedComposed,  // the observed resource of the template, if there is one
  kDesiredComposed,   // the resource that the template makes
  kEnvironment,
  kSecretLocation,  // name and namespace of a connection secret
};

}  // namespace loom

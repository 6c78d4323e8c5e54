// SPDX-License-Identifier: Apache-2.0
// Endpoint is a place that a patch reads from or writes to. A patch from a
// resource reads the observed object, and a patch to a resource writes the
// desired one. The environment is one object for both, so a patch reads there
// what an earlier patch of the same call wrote.
#pragma once

namespace loom {

enum class Endpoint {
  kObservedComposite,
  kDesiredComposite,
  kObservedComposed,  // the observed resource of the template, if there is one
  kDesiredComposed,   // the resource that the template makes
  kEnvironment,
  kSecretLocation,  // name and namespace of a connection secret
  kItem,            // the item of forEach for which the template is rendered
  kNothing,         // the source of an expression, which names what it reads
};

}  // namespace loom

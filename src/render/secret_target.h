// SPDX-License-Identifier: Apache-2.0
// SecretTarget is where the connection secret of a modern composite goes
// (connection/connection_secret.h).
//
//   writeConnectionSecretToRef:
//     name: shop-details            as it is written, or patched
//     namespace: team-a
//     patches: [{fromFieldPath: metadata.name, toFieldPath: name}]
//
// The rules are function-patch-and-transform's, which looks at this section only
// when a secret is due: a mistake in a drop-in input is an error no sooner. It
// also forgives every error of an Optional FromCompositeFieldPath patch here; in
// the native input only a missing source is forgiven.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "call/call.h"
#include "input/input.h"
#include "patch/patch.h"

namespace loom {

struct SecretTarget {
  std::string name;
  std::string ns;
  Patches patches;
  // What is wrong with it though it was not reported; "" if nothing is.
  std::string mistakes;

  // Reads the member writeConnectionSecretToRef.
  static SecretTarget Parse(Fields& input);

  // Composes the secret of what the composite publishes, if it is a modern one
  // and publishes anything.
  absl::Status Compose(const Rules& rules, Call& call) const;

 private:
  absl::Status PatchLocation(const Rules& rules, Value* location,
                             Call& call) const;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// SecretTarget is the location to which the connection secret of a modern
// composite is written (sections/shared/connection_secrets/connection_secret.h).
//
//   writeConnectionSecretToRef:
//     name: shop-details            # as it is written, or patched
//     namespace: team-a
//     patches: [{fromFieldPath: metadata.name, toFieldPath: name}]
//
// The rules are function-patch-and-transform's. It reads this section only when
// it composes a secret, so mistakes in a drop-in input are errors only then:
//
//   … cannot apply connection secret patches: writeConnectionSecretToRef.patches[0].
//   combine: Required value: combine is required
//
// It also forgives every error of an Optional FromCompositeFieldPath patch here, so
// one with a mistake is passed over, and the mistake is noted; in the native input
// only a missing source is forgiven.
//
// Among the composed resources the secret is called by the composite and
// `-connection-secret`. In the native input a template of that name is an error, because
// the secret would replace its resource, as it does in a drop-in input:
//
//   cannot compose connection secret: resources[0] has its name
//   "shop-connection-secret", too
//
// While an expression of these patches is pending, a secret that exists keeps its
// location, and one that does not is not composed.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/input/fields.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

struct SecretTarget {
  std::string name;
  std::string ns;
  Patches patches;
  // Of each patch: it has a mistake that is forgiven, and is not applied.
  std::vector<bool> passed_over;
  // Mistakes of the section that were not reported; OK if there are none.
  absl::Status mistakes;

  // Reads the member writeConnectionSecretToRef.
  static SecretTarget Parse(Fields& input);
  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // Composes the secret of the connection details that the composite publishes,
  // if the composite is modern and publishes any.
  // FailedPrecondition: a template of a native input has the name of the secret.
  absl::Status Compose(const Rules& rules, const OwnTemplates& own, Call& call,
                       Outcome* outcome) const;

 private:
  // `pending` becomes the error of an expression that is pending.
  absl::Status PatchLocation(const Rules& rules, Value* location, Call& call,
                             absl::Status* pending) const;
};

}  // namespace loom

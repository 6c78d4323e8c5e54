// SPDX-License-Identifier: Apache-2.0
// SecretTarget (`writeConnectionSecretToRef`) is the location to which the connection
// secret of a modern composite is written
// (sections/shared/connection_secrets/connection_secret.h): name and namespace, as
// written or patched.
//
// The rules are function-patch-and-transform's. It reads this section only when it
// composes a secret, so errors in a drop-in input are reported only then.
//
// It also ignores every error of an Optional FromCompositeFieldPath patch here. Such a
// patch with an error is skipped, and the error is noted. The native input ignores only
// a missing source.
//
// The logical name of the secret is that of the composite plus `-connection-secret`. In
// the native input, a template with that name is an error, because the secret would
// replace its resource, as it does in a drop-in input.
//
// While an expression of these patches is pending, an existing secret keeps its
// location, and a new one is not composed.
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
  // For each patch: whether it has an error that is ignored, so that it is skipped.
  std::vector<bool> passed_over;
  // Errors in the section that were not reported; OK if there are none.
  absl::Status mistakes;

  static SecretTarget Parse(Fields& input);

  // Composes the secret from the connection details that the composite publishes, if it
  // is modern and publishes any. FailedPrecondition: a template of a native input has
  // the name of the secret.
  absl::Status Compose(const Rules& rules, const OwnTemplates& own, Call& call,
                       Outcome* outcome) const;

 private:
  // Patches the location. `pending` receives the error of a pending expression.
  absl::Status PatchLocation(const Rules& rules, Value* location, Call& call,
                             absl::Status* pending) const;
};

}  // namespace loom

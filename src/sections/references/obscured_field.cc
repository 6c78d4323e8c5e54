// SPDX-License-Identifier: Apache-2.0
#include "sections/references/obscured_field.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"

namespace loom {

absl::Status ObscuredField::Prepare() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  if (desired == nullptr) {
    return call_.composed.SetDesired(
        call_.pool->Keep(holder_.name),
        secret_.Compose(*composite, resource_, call_.pool), Ready::kTrue);
  }
  if (Kind(*desired) == "Secret") return absl::OkStatus();
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("resource ", holder_.name, " is not a Secret")));
}

absl::Status ObscuredField::Finish() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  return PutAt(resource_, secret_.ref,
               secret_.RefTo(*composite, resource_, call_.pool));
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/call.h"

#include "base/errors.h"
#include "data/value/object.h"

namespace loom {

absl::StatusOr<const Value*> Call::PatchedEnvironment() {
  LOOM_ASSIGN_OR_RETURN(const Value* environment, context.Environment());
  if (preview == nullptr) return environment;
  // Patches may also read named objects.
  const uint64_t version = context.environment_version() + required.version();
  if (previewed_version != version) {
    previewed = Copy(*environment, pool);
    previewed_version = version;
    LOOM_RETURN_IF_ERROR(preview->Apply(*this, &previewed));
  }
  return &previewed;
}

}  // namespace loom

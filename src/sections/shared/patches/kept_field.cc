// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/kept_field.h"

#include "base/errors.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {

absl::Status KeepField(const Patch& patch, const Value* observed,
                       Value* desired, Call& call) {
  if (!patch.destination().ok() || patch.destination()->HasWildcard()) {
    return absl::OkStatus();
  }
  const bool to_composite = patch.type().to == Endpoint::kDesiredComposite;
  if (to_composite) {
    LOOM_ASSIGN_OR_RETURN(observed, call.composite.Observed());
  } else if (patch.type().to != Endpoint::kDesiredComposed) {
    return absl::OkStatus();
  }
  if (observed == nullptr) return absl::OkStatus();
  const Path& path = *patch.destination();
  absl::StatusOr<const Value*> kept = Get(*observed, path, call.pool);
  if (!kept.ok()) return absl::OkStatus();
  if (to_composite) {
    LOOM_ASSIGN_OR_RETURN(desired, call.composite.Change());
    if (Get(*desired, path, call.pool).ok()) return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(Charge(**kept, call.pool));
  LOOM_RETURN_IF_ERROR(Put(*desired, path, Copy(**kept, call.pool), call.pool));
  if (call.observer != nullptr) call.observer->Kept(patch, *desired);
  return absl::OkStatus();
}

}  // namespace loom

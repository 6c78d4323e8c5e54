// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/resource_field.h"

#include <utility>

#include "base/discretion.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "sections/shared/values_from/object_resolver.h"

namespace loom {

absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool) {
  if (object == nullptr) return nullptr;
  absl::StatusOr<const Value*> field = Get(*object, path, pool);
  if (EndsCall(field.status())) return field.status();
  return field.ok() && IsSet(**field) ? *field : nullptr;
}

absl::Status ResourceField::Read() {
  LOOM_ASSIGN_OR_RETURN(const Value* desired, place_.Desired(call_));
  LOOM_ASSIGN_OR_RETURN(const Value* observed, place_.Observed(call_));
  LOOM_ASSIGN_OR_RETURN(desired_, FindSet(desired, path_, call_.pool));
  LOOM_ASSIGN_OR_RETURN(observed_, FindSet(observed, path_, call_.pool));
  deleting_ = observed != nullptr &&
              Dig(*observed, {"metadata", "deletionTimestamp"}) != nullptr;
  return absl::OkStatus();
}

absl::StatusOr<Resolution> ResourceField::Write(Value value) {
  absl::Status written = place_.Change(call_, [&](Value& object) {
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    return Put(object, path_, std::move(value), call_.pool);
  });
  if (EndsCall(written)) return written;
  if (written.ok()) return Resolution{.state = Resolution::State::kNothing};
  return Resolution::Failed(reasons::kInvalid,
                            MessageOf(written, call_.pool->discreet()), "");
}

absl::StatusOr<Keep> ResourceField::KeepObserved() {
  if (observed_ == nullptr) return Keep::kNothing;
  LOOM_ASSIGN_OR_RETURN(Resolution written,
                        Write(Copy(*observed_, call_.pool)));
  return written.state == Resolution::State::kFailed ? Keep::kNothing
                                                     : Keep::kObserved;
}

}  // namespace loom

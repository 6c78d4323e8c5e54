// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/decision.h"

#include <algorithm>

#include "sections/shared/values_from/object_resolver.h"

namespace loom {
namespace {

bool IsScalar(const Value& value) {
  return !value.IsObject() && !value.IsArray();
}

bool HoldsScalars(const Value& value) {
  return IsScalar(value) ||
         (value.IsArray() && std::all_of(value.Begin(), value.End(), IsScalar));
}

bool IsSetThere(const Value* value) {
  return value != nullptr && IsSet(*value);
}

}  // namespace

Keep KeptBefore(Resolve resolve, const FieldState& field) {
  if (field.deleting) return KeptWithoutValue(field);
  if (resolve == Resolve::kAlways) return Keep::kNothing;
  if (IsSetThere(field.desired)) return Keep::kDesired;
  if (IsSetThere(field.observed) && HoldsScalars(*field.observed)) {
    return Keep::kObserved;
  }
  return Keep::kNothing;
}

Keep KeptWithoutValue(const FieldState& field) {
  if (IsSetThere(field.desired)) return Keep::kDesired;
  return IsSetThere(field.observed) ? Keep::kObserved : Keep::kNothing;
}

}  // namespace loom

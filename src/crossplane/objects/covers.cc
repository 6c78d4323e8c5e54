// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/covers.h"

#include <string>

#include "absl/strings/match.h"
#include "base/errors.h"
#include "data/go/quantity.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

bool AsksForNothing(const Value& wanted) {
  return wanted.IsNull() || (wanted.IsObject() && wanted.ObjectEmpty()) ||
         (wanted.IsArray() && wanted.Empty());
}

// Returns the characters of a scalar that a quantity may be.
std::string QuantityText(const Value& scalar) {
  std::string text;
  if (scalar.IsString()) text = std::string(View(scalar));
  if (scalar.IsNumber()) AppendJsonNumber(scalar, &text);
  return text;
}

// Returns whether the API server may have written `stored` for the quantity `wanted`. It
// writes no fractions, so the version 1.3 is not the version 1.30.
bool IsSameQuantity(const Value& stored, const Value& wanted) {
  if (!stored.IsString() || absl::StrContains(View(stored), '.')) return false;
  const absl::StatusOr<double> have = ParseQuantity(View(stored));
  if (!have.ok()) return false;
  const absl::StatusOr<double> want = ParseQuantity(QuantityText(wanted));
  return want.ok() && *have == *want;
}

// Elements that have kept their places are found at once.
absl::StatusOr<bool> HasElement(const Value& list, const Value& wanted,
                                rapidjson::SizeType place, Pool* pool) {
  if (place < list.Size()) {
    LOOM_ASSIGN_OR_RETURN(const bool has,
                          Covers(ItemAt(list, place), wanted, pool));
    if (has) return true;
  }
  for (rapidjson::SizeType i = 0; i < list.Size(); ++i) {
    LOOM_ASSIGN_OR_RETURN(const bool has,
                          Covers(ItemAt(list, i), wanted, pool));
    if (has) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<bool> Covers(const Value& object, const Value& wanted,
                            Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(1, pool));
  if (wanted.IsNull()) return true;
  if (wanted.IsObject() && object.IsObject()) {
    for (const Member& member : Members(wanted)) {
      LOOM_ASSIGN_OR_RETURN(
          const bool covers,
          CoversField(Find(object, View(member.name)), member.value, pool));
      if (!covers) return false;
    }
    return true;
  }
  if (wanted.IsArray() && object.IsArray()) {
    for (rapidjson::SizeType i = 0; i < wanted.Size(); ++i) {
      LOOM_ASSIGN_OR_RETURN(const bool has,
                            HasElement(object, ItemAt(wanted, i), i, pool));
      if (!has) return false;
    }
    return true;
  }
  return Equal(object, wanted, pool) || IsSameQuantity(object, wanted);
}

absl::StatusOr<bool> CoversField(const Value* field, const Value& wanted,
                                 Pool* pool) {
  if (field == nullptr) return AsksForNothing(wanted);
  return Covers(*field, wanted, pool);
}

}  // namespace loom

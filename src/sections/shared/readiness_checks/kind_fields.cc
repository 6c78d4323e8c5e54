// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/kind_fields.h"

#include <algorithm>

#include "base/errors.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {

const Value* At(const Value& object, Names path, Pool* pool) {
  const Value* at = &object;
  for (absl::string_view name : path) {
    if (!at->IsObject()) return nullptr;
    at = Find(*at, name, pool);
    if (at == nullptr) return nullptr;
  }
  return at;
}

absl::string_view TextAt(const Value& object, Names path, Pool* pool) {
  const Value* text = At(object, path, pool);
  return text != nullptr && text->IsString() ? View(*text) : "";
}

std::optional<int64_t> CountAt(const Value& object, Names path, Pool* pool,
                               std::optional<int64_t> absent) {
  const Value* count = At(object, path, pool);
  if (count == nullptr || count->IsNull()) return absent;
  return count->IsNumber() ? AsInteger(*count) : std::nullopt;
}

bool CountsAre(std::optional<int64_t> want, const Value& object, Names counts,
               Pool* pool) {
  if (!want.has_value()) return false;
  for (absl::string_view name : counts) {
    if (CountAt(object, {"status", name}, pool) != want) return false;
  }
  return true;
}

std::optional<int64_t> Replicas(const Value& object, Pool* pool) {
  return CountAt(object, {"spec", "replicas"}, pool, 1);
}

bool IsUpToDate(const Value& object, Pool* pool) {
  const Value* status = At(object, {"status"}, pool);
  if (status == nullptr || !status->IsObject()) return false;
  std::optional<int64_t> newest =
      CountAt(object, {"metadata", "generation"}, pool);
  std::optional<int64_t> seen =
      CountAt(object, {"status", "observedGeneration"}, pool);
  return newest.has_value() && seen.has_value() && *seen >= *newest;
}

absl::StatusOr<bool> HasCondition(const Value& object, absl::string_view member,
                                  Names texts, absl::string_view status,
                                  Pool* pool) {
  const Value* conditions = At(object, {"status", "conditions"}, pool);
  if (conditions == nullptr || !conditions->IsArray()) return false;
  LOOM_RETURN_IF_ERROR(Spend(Finding(2 * conditions->Size()), pool));
  for (const Value& condition : conditions->GetArray()) {
    const absl::string_view text = TextAt(condition, {member}, pool);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) continue;
    if (status.empty()) return true;
    if (TextAt(condition, {"status"}, pool) == status) return true;
  }
  return false;
}

absl::StatusOr<bool> AnyIsTrue(const Value& object, Names types, Pool* pool) {
  return HasCondition(object, "type", types, "True", pool);
}

std::optional<absl::Time> TimeAt(const Value& object, Names path, Pool* pool) {
  const absl::string_view text = TextAt(object, path, pool);
  absl::Time time;
  if (!IsRfc3339(text)) return std::nullopt;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, nullptr)) {
    return std::nullopt;
  }
  return time;
}

}  // namespace loom

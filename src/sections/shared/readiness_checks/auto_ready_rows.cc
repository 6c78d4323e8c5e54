// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/auto_ready_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/errors.h"
#include "crossplane/objects/status.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

// The number at a path, cut to an integer; `absent` if it is missing or not a number.
std::optional<int64_t> CutNumber(const Value& object, Names path, Pool* pool,
                                 std::optional<int64_t> absent = std::nullopt) {
  const Value* number = At(object, path, pool);
  if (number == nullptr || !number->IsNumber()) return absent;
  const double value = std::trunc(number->GetDouble());
  if (std::abs(value) >= 0x1p63) return absent;
  return static_cast<int64_t>(value);
}

bool CutCountsAre(std::optional<int64_t> want, const Value& object,
                  Names counts, Pool* pool) {
  if (!want.has_value()) return false;
  for (absl::string_view name : counts) {
    if (CutNumber(object, {"status", name}, pool) != want) return false;
  }
  return true;
}

std::optional<int64_t> CutReplicas(const Value& object, Pool* pool) {
  return CutNumber(object, {"spec", "replicas"}, pool, 1);
}

bool IsThere(const Value& object, absl::string_view name, Pool* pool) {
  const Value* value = At(object, {"status", name}, pool);
  return value != nullptr && !value->IsNull();
}

// A count is stored in 32 bits, so a larger one cannot be read.
std::optional<int64_t> Stored(std::optional<int64_t> count) {
  const bool fits =
      count.has_value() && *count >= INT32_MIN && *count <= INT32_MAX;
  return fits ? count : std::nullopt;
}

// Whether all conditions can be read. Without a status there are none.
bool AreReadable(const Value& object, Pool* pool) {
  return At(object, {"status", "conditions"}, pool) == nullptr ||
         ConditionOf(object, "", pool).has_value();
}

// Reports whether, among the conditions that are True, the first with a type in `good`
// or `bad` is in `good`. Returns false if conditions are malformed.
absl::StatusOr<bool> FirstIsGood(const Value& object, Names good, Names bad,
                                 Pool* pool) {
  const Value* conditions = At(object, {"status", "conditions"}, pool);
  if (conditions == nullptr || !conditions->IsArray()) return false;
  if (!AreReadable(object, pool)) return false;
  for (const Value& condition : Items(*conditions, pool)) {
    if (TextAt(condition, {"status"}, pool) != "True") continue;
    const absl::string_view type = TextAt(condition, {"type"}, pool);
    if (std::find(good.begin(), good.end(), type) != good.end()) return true;
    if (std::find(bad.begin(), bad.end(), type) != bad.end()) return false;
  }
  return false;
}

}  // namespace

absl::StatusOr<bool> AutoReadyPod(const Value& object, Pool* pool) {
  if (!AreReadable(object, pool)) return false;
  const Value* restarts = At(object, {"spec", "restartPolicy"}, pool);
  if (restarts != nullptr && !restarts->IsNull() && !restarts->IsString()) {
    return false;
  }
  const absl::string_view phase = TextAt(object, {"status", "phase"}, pool);
  if (phase == "Succeeded") return true;
  if (phase != "Running") return false;
  if (TextAt(object, {"spec", "restartPolicy"}, pool) != "Always") return false;
  return AnyIsTrue(object, {"Ready"}, pool);
}

absl::StatusOr<bool> AutoReadyDeployment(const Value& object, Pool* pool) {
  if (!CutCountsAre(CutReplicas(object, pool), object,
                    {"updatedReplicas", "availableReplicas"}, pool)) {
    return false;
  }
  return AnyIsTrue(object, {"Available"}, pool);
}

absl::StatusOr<bool> AutoReadyStatefulSet(const Value& object, Pool* pool) {
  const Value* current = At(object, {"status", "currentRevision"}, pool);
  const Value* update = At(object, {"status", "updateRevision"}, pool);
  return CutCountsAre(CutReplicas(object, pool), object,
                      {"readyReplicas", "currentReplicas"}, pool) &&
         current != nullptr && current->IsString() && update != nullptr &&
         update->IsString() && View(*current) == View(*update);
}

absl::StatusOr<bool> AutoReadyDaemonSet(const Value& object, Pool* pool) {
  return CutCountsAre(
      CutNumber(object, {"status", "desiredNumberScheduled"}, pool), object,
      {"numberReady", "updatedNumberScheduled", "numberAvailable"}, pool);
}

absl::StatusOr<bool> AutoReadyReplicaSet(const Value& object, Pool* pool) {
  std::optional<int64_t> newest =
      CountAt(object, {"metadata", "generation"}, pool);
  std::optional<int64_t> seen =
      CountAt(object, {"status", "observedGeneration"}, pool);
  std::optional<int64_t> want = Stored(Replicas(object, pool));
  std::optional<int64_t> available =
      Stored(CountAt(object, {"status", "availableReplicas"}, pool));
  if (!newest.has_value() || !seen.has_value() || !want.has_value() ||
      !available.has_value()) {
    return false;
  }
  if (*seen < *newest || *available < *want) return false;
  if (!AreReadable(object, pool)) return false;
  LOOM_ASSIGN_OR_RETURN(bool failed,
                        AnyIsTrue(object, {"ReplicaFailure"}, pool));
  return !failed;
}

absl::StatusOr<bool> AutoReadyJob(const Value& object, Pool* pool) {
  return FirstIsGood(object, {"Complete"}, {"Failed", "Suspended"}, pool);
}

absl::StatusOr<bool> AutoReadyCronJob(const Value& object, Pool* pool) {
  const Value* active = At(object, {"status", "active"}, pool);
  const bool runs = active != nullptr && active->IsArray() && !active->Empty();
  if (active != nullptr && !active->IsNull() && !active->IsArray()) {
    return false;
  }
  if (runs) {
    for (const Value& job : Items(*active, pool)) {
      if (!job.IsObject() && !job.IsNull()) return false;
    }
  }
  const Value* suspend = At(object, {"spec", "suspend"}, pool);
  if (suspend != nullptr && !suspend->IsNull() && !suspend->IsBool()) {
    return false;
  }
  std::optional<absl::Time> started =
      TimeAt(object, {"status", "lastScheduleTime"}, pool);
  std::optional<absl::Time> succeeded =
      TimeAt(object, {"status", "lastSuccessfulTime"}, pool);
  if (IsThere(object, "lastScheduleTime", pool) != started.has_value() ||
      IsThere(object, "lastSuccessfulTime", pool) != succeeded.has_value()) {
    return false;
  }
  if (suspend != nullptr && suspend->IsTrue()) return true;
  if (!started.has_value()) return false;
  return runs || (succeeded.has_value() && *succeeded >= *started);
}

absl::StatusOr<bool> AutoReadyHorizontalPodAutoscaler(const Value& object,
                                                      Pool* pool) {
  return FirstIsGood(object, {"ScalingActive", "ScalingLimited"},
                     {"FailedGetScale", "FailedUpdateScale",
                      "FailedGetResourceMetric", "InvalidSelector"},
                     pool);
}

}  // namespace loom

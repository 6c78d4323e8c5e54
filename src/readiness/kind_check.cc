// SPDX-License-Identifier: Apache-2.0
#include "readiness/kind_check.h"

#include <algorithm>
#include <initializer_list>

#include "absl/time/time.h"
#include "base/status_macros.h"
#include "resource/object.h"
#include "resource/status.h"
#include "value/budget.h"
#include "value/number.h"
#include "value/object.h"

namespace loom {
namespace {

using Names = std::initializer_list<absl::string_view>;

// The steps of a row, which looks up a few fields.
constexpr uint64_t kSteps = 50;

// As Dig, in objects of any size.
const Value* At(const Value& object, Names path, Pool* pool) {
  const Value* at = &object;
  for (absl::string_view name : path) {
    if (!at->IsObject()) return nullptr;
    at = Find(*at, name, pool);
    if (at == nullptr) return nullptr;
  }
  return at;
}

// The text at a path; "" if it is missing or no text.
absl::string_view TextAt(const Value& object, Names path, Pool* pool) {
  const Value* text = At(object, path, pool);
  return text != nullptr && text->IsString() ? View(*text) : "";
}

// The whole number at a path, or `absent`; nullopt if it is something else.
std::optional<int64_t> CountAt(const Value& object, Names path, Pool* pool,
                               int64_t absent = 0) {
  const Value* count = At(object, path, pool);
  if (count == nullptr || count->IsNull()) return absent;
  return count->IsNumber() ? AsInteger(*count) : std::nullopt;
}

// Whether all these counts of the status are `want`.
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

// Whether the controller has seen the newest generation of the object.
bool IsUpToDate(const Value& object, Pool* pool) {
  const Value* status = At(object, {"status"}, pool);
  if (status == nullptr || !status->IsObject()) return false;
  std::optional<int64_t> newest =
      CountAt(object, {"metadata", "generation"}, pool);
  std::optional<int64_t> seen =
      CountAt(object, {"status", "observedGeneration"}, pool);
  return newest.has_value() && seen.has_value() && *seen >= *newest;
}

// Whether some condition has one of these texts as that member, and this status;
// any status, if it is "".
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

absl::StatusOr<bool> Observed(const Value&, Pool*) { return true; }

absl::StatusOr<bool> HasAddress(const Value& object, Pool* pool) {
  const Value* ingress =
      At(object, {"status", "loadBalancer", "ingress"}, pool);
  return ingress != nullptr && ingress->IsArray() && !ingress->Empty();
}

absl::StatusOr<bool> Service(const Value& object, Pool* pool) {
  if (TextAt(object, {"spec", "type"}, pool) != "LoadBalancer") return true;
  return HasAddress(object, pool);
}

absl::StatusOr<bool> PersistentVolumeClaim(const Value& object, Pool* pool) {
  return TextAt(object, {"status", "phase"}, pool) == "Bound";
}

absl::StatusOr<bool> Pod(const Value& object, Pool* pool) {
  const absl::string_view phase = TextAt(object, {"status", "phase"}, pool);
  if (phase == "Succeeded") return true;
  if (phase != "Running") return false;
  if (TextAt(object, {"spec", "restartPolicy"}, pool) != "Always") return false;
  return AnyIsTrue(object, {"Ready"}, pool);
}

absl::StatusOr<bool> Deployment(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return false;
  if (!CountsAre(Replicas(object, pool), object,
                 {"updatedReplicas", "availableReplicas"}, pool)) {
    return false;
  }
  return AnyIsTrue(object, {"Available"}, pool);
}

absl::StatusOr<bool> StatefulSet(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return false;
  const absl::string_view current =
      TextAt(object, {"status", "currentRevision"}, pool);
  return CountsAre(Replicas(object, pool), object,
                   {"readyReplicas", "currentReplicas"}, pool) &&
         !current.empty() &&
         current == TextAt(object, {"status", "updateRevision"}, pool);
}

absl::StatusOr<bool> DaemonSet(const Value& object, Pool* pool) {
  return IsUpToDate(object, pool) &&
         CountsAre(CountAt(object, {"status", "desiredNumberScheduled"}, pool),
                   object,
                   {"numberReady", "updatedNumberScheduled", "numberAvailable"},
                   pool);
}

absl::StatusOr<bool> ReplicaSet(const Value& object, Pool* pool) {
  if (!IsUpToDate(object, pool)) return false;
  std::optional<int64_t> want = Replicas(object, pool);
  std::optional<int64_t> available =
      CountAt(object, {"status", "availableReplicas"}, pool);
  if (!want.has_value() || !available.has_value()) return false;
  if (*available < *want) return false;
  LOOM_ASSIGN_OR_RETURN(bool failed,
                        AnyIsTrue(object, {"ReplicaFailure"}, pool));
  return !failed;
}

absl::StatusOr<bool> Job(const Value& object, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(bool bad,
                        AnyIsTrue(object, {"Failed", "Suspended"}, pool));
  if (bad) return false;
  return AnyIsTrue(object, {"Complete"}, pool);
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

absl::StatusOr<bool> CronJob(const Value& object, Pool* pool) {
  const Value* suspend = At(object, {"spec", "suspend"}, pool);
  if (suspend != nullptr && suspend->IsTrue()) return true;
  const Value* last = At(object, {"status", "lastScheduleTime"}, pool);
  if (last == nullptr || last->IsNull()) return true;
  const Value* active = At(object, {"status", "active"}, pool);
  if (active != nullptr && active->IsArray() && !active->Empty()) return true;
  std::optional<absl::Time> started =
      TimeAt(object, {"status", "lastScheduleTime"}, pool);
  std::optional<absl::Time> succeeded =
      TimeAt(object, {"status", "lastSuccessfulTime"}, pool);
  return started.has_value() && succeeded.has_value() && *succeeded >= *started;
}

absl::StatusOr<bool> HorizontalPodAutoscaler(const Value& object, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(
      bool bad, HasCondition(object, "reason",
                             {"FailedGetScale", "FailedUpdateScale",
                              "FailedGetResourceMetric", "InvalidSelector"},
                             "", pool));
  if (bad) return false;
  return AnyIsTrue(object, {"ScalingActive", "ScalingLimited"}, pool);
}

// The table. Add a kind here.
constexpr struct {
  absl::string_view api_version;
  absl::string_view kind;
  absl::StatusOr<bool> (*check)(const Value& object, Pool* pool);
} kKinds[] = {
    {"v1", "ConfigMap", Observed},
    {"v1", "Secret", Observed},
    {"v1", "ServiceAccount", Observed},
    {"v1", "Namespace", Observed},
    {"v1", "Service", Service},
    {"v1", "PersistentVolumeClaim", PersistentVolumeClaim},
    {"v1", "Pod", Pod},
    {"networking.k8s.io/v1", "Ingress", HasAddress},
    {"apps/v1", "Deployment", Deployment},
    {"apps/v1", "StatefulSet", StatefulSet},
    {"apps/v1", "DaemonSet", DaemonSet},
    {"apps/v1", "ReplicaSet", ReplicaSet},
    {"batch/v1", "Job", Job},
    {"batch/v1", "CronJob", CronJob},
    {"autoscaling/v2", "HorizontalPodAutoscaler", HorizontalPodAutoscaler},
};

}  // namespace

absl::StatusOr<std::optional<bool>> CheckKind(const Value& observed,
                                              Pool* pool) {
  if (!observed.IsObject()) return std::nullopt;
  LOOM_RETURN_IF_ERROR(Spend(kSteps, pool));
  const absl::string_view api_version = TextAt(observed, {"apiVersion"}, pool);
  const absl::string_view kind = TextAt(observed, {"kind"}, pool);
  for (const auto& row : kKinds) {
    if (row.kind != kind || row.api_version != api_version) continue;
    LOOM_ASSIGN_OR_RETURN(bool ready, row.check(observed, pool));
    return ready;
  }
  return std::nullopt;
}

}  // namespace loom

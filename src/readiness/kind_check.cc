// SPDX-License-Identifier: Apache-2.0
#include "readiness/kind_check.h"

#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "readiness/auto_ready_rows.h"
#include "readiness/kind_fields.h"
#include "value/budget.h"

namespace loom {
namespace {

// The steps of a row, which looks up a few fields.
constexpr uint64_t kSteps = 50;

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

using KindRow = absl::StatusOr<bool> (*)(const Value& object, Pool* pool);

// The table. Add a kind here. The last column is that of function-auto-ready.
constexpr struct {
  absl::string_view api_version;
  absl::string_view kind;
  KindRow check;
  KindRow auto_ready;
} kKinds[] = {
    {"v1", "ConfigMap", Observed, Observed},
    {"v1", "Secret", Observed, Observed},
    {"v1", "ServiceAccount", Observed, Observed},
    {"v1", "Namespace", Observed, Observed},
    {"v1", "Service", Service, Service},
    {"v1", "PersistentVolumeClaim", PersistentVolumeClaim,
     PersistentVolumeClaim},
    {"v1", "Pod", Pod, AutoReadyPod},
    {"networking.k8s.io/v1", "Ingress", HasAddress, HasAddress},
    {"apps/v1", "Deployment", Deployment, AutoReadyDeployment},
    {"apps/v1", "StatefulSet", StatefulSet, AutoReadyStatefulSet},
    {"apps/v1", "DaemonSet", DaemonSet, AutoReadyDaemonSet},
    {"apps/v1", "ReplicaSet", ReplicaSet, AutoReadyReplicaSet},
    {"batch/v1", "Job", Job, AutoReadyJob},
    {"batch/v1", "CronJob", CronJob, AutoReadyCronJob},
    {"autoscaling/v2", "HorizontalPodAutoscaler", HorizontalPodAutoscaler,
     AutoReadyHorizontalPodAutoscaler},
};

}  // namespace

absl::StatusOr<std::optional<bool>> CheckKind(const Value& observed, Pool* pool,
                                              KindRules rules) {
  if (!observed.IsObject()) return std::nullopt;
  LOOM_RETURN_IF_ERROR(Spend(kSteps, pool));
  absl::string_view api_version = TextAt(observed, {"apiVersion"}, pool);
  // Kubernetes' parser takes an empty group for that of the core.
  if (rules == KindRules::kAutoReady) absl::ConsumePrefix(&api_version, "/");
  const absl::string_view kind = TextAt(observed, {"kind"}, pool);
  for (const auto& row : kKinds) {
    if (row.kind != kind || row.api_version != api_version) continue;
    LOOM_ASSIGN_OR_RETURN(bool ready, rules == KindRules::kAutoReady
                                          ? row.auto_ready(observed, pool)
                                          : row.check(observed, pool));
    return ready;
  }
  return std::nullopt;
}

}  // namespace loom

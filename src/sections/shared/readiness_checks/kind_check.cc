// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/kind_check.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "base/errors.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/go/time.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "sections/shared/readiness_checks/auto_ready_rows.h"
#include "sections/shared/readiness_checks/kind_reason.h"

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
  for (const Value& condition : Items(*conditions, pool)) {
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
  return ParseGoTime(TextAt(object, path, pool));
}

namespace {

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

using KindCheck = absl::StatusOr<bool> (*)(const Value& object, Pool* pool);

// A row: our check, the check of function-auto-ready, which is nullptr if the kind is
// unknown to it, and the reason if ours fails.
struct ReadyKind {
  absl::string_view api_version;
  absl::string_view kind;
  KindCheck check;
  KindCheck auto_ready;
  std::string (*why)(const Value& object, Pool* pool);
};

// The table. Add a kind here.
constexpr ReadyKind kKinds[] = {
    {"v1", "ConfigMap", Observed, Observed, WhyAbsent},
    {"v1", "Secret", Observed, Observed, WhyAbsent},
    {"v1", "ServiceAccount", Observed, Observed, WhyAbsent},
    {"v1", "Namespace", Observed, Observed, WhyAbsent},
    {"v1", "LimitRange", Observed, nullptr, WhyAbsent},
    {"v1", "ResourceQuota", Observed, nullptr, WhyAbsent},
    {"v1", "Service", Service, Service, WhyNoAddress},
    {"v1", "PersistentVolumeClaim", PersistentVolumeClaim,
     PersistentVolumeClaim, WhyNotBound},
    {"v1", "Pod", Pod, AutoReadyPod, WhyPod},
    {"networking.k8s.io/v1", "Ingress", HasAddress, HasAddress, WhyNoAddress},
    {"networking.k8s.io/v1", "IngressClass", Observed, nullptr, WhyAbsent},
    {"networking.k8s.io/v1", "NetworkPolicy", Observed, nullptr, WhyAbsent},
    {"rbac.authorization.k8s.io/v1", "ClusterRole", Observed, nullptr,
     WhyAbsent},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding", Observed, nullptr,
     WhyAbsent},
    {"rbac.authorization.k8s.io/v1", "Role", Observed, nullptr, WhyAbsent},
    {"rbac.authorization.k8s.io/v1", "RoleBinding", Observed, nullptr,
     WhyAbsent},
    {"scheduling.k8s.io/v1", "PriorityClass", Observed, nullptr, WhyAbsent},
    {"storage.k8s.io/v1", "StorageClass", Observed, nullptr, WhyAbsent},
    {"apps/v1", "Deployment", Deployment, AutoReadyDeployment, WhyDeployment},
    {"apps/v1", "StatefulSet", StatefulSet, AutoReadyStatefulSet,
     WhyStatefulSet},
    {"apps/v1", "DaemonSet", DaemonSet, AutoReadyDaemonSet, WhyDaemonSet},
    {"apps/v1", "ReplicaSet", ReplicaSet, AutoReadyReplicaSet, WhyReplicaSet},
    {"batch/v1", "Job", Job, AutoReadyJob, WhyJob},
    {"batch/v1", "CronJob", CronJob, AutoReadyCronJob, WhyCronJob},
    {"autoscaling/v2", "HorizontalPodAutoscaler", HorizontalPodAutoscaler,
     AutoReadyHorizontalPodAutoscaler, WhyHorizontalPodAutoscaler},
};

KindCheck CheckOf(const ReadyKind& row, KindRules rules) {
  return rules == KindRules::kAutoReady ? row.auto_ready : row.check;
}

const ReadyKind* RowOf(const Value& observed, Pool* pool, KindRules rules) {
  absl::string_view api_version = TextAt(observed, {"apiVersion"}, pool);
  // Kubernetes' parser treats an empty group as the core group, but accepts only one
  // slash.
  if (rules == KindRules::kAutoReady && absl::StartsWith(api_version, "/") &&
      api_version.rfind('/') == 0) {
    api_version.remove_prefix(1);
  }
  if (!IsOfKubernetes(GroupOf(api_version))) return nullptr;
  const absl::string_view kind = TextAt(observed, {"kind"}, pool);
  for (const ReadyKind& row : kKinds) {
    if (row.kind == kind && row.api_version == api_version) {
      return CheckOf(row, rules) == nullptr ? nullptr : &row;
    }
  }
  return nullptr;
}

}  // namespace

absl::StatusOr<std::optional<bool>> CheckKind(const Value& observed, Pool* pool,
                                              KindRules rules) {
  if (!observed.IsObject()) return std::nullopt;
  const ReadyKind* row = RowOf(observed, pool, rules);
  if (row == nullptr) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(bool ready, CheckOf(*row, rules)(observed, pool));
  return ready;
}

std::string WhyKindIsNotReady(const Value& observed, Pool* pool) {
  const ReadyKind* row = RowOf(observed, pool, KindRules::kOurs);
  return row == nullptr ? "" : row->why(observed, pool);
}

}  // namespace loom

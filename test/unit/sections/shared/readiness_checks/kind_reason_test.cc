// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/kind_reason.h"

#include "test/unit/sections/shared/readiness_checks/kind_rows.h"

namespace loom {
namespace {

struct ReasonRow {
  const char* reason;
  const char* api_version;
  const char* kind;
  // What the object has besides its apiVersion and kind.
  const char* members;
  const char* want;
  const char* want_redacted;
};

constexpr ReasonRow kRows[] = {
    {"A balancer waits for its address.", "v1", "Service",
     R"(, "spec": {"type": "LoadBalancer"})", "no address", "no address"},
    {"An Ingress waits for its address.", "networking.k8s.io/v1", "Ingress", "",
     "no address", "no address"},
    {"A claim has a phase.", "v1", "PersistentVolumeClaim",
     R"(, "status": {"phase": "Pending"})", "phase is Pending", "not bound"},
    {"A claim without a phase.", "v1", "PersistentVolumeClaim", "", "not bound",
     "not bound"},
    {"A Pod has a phase.", "v1", "Pod", R"(, "status": {"phase": "Failed"})",
     "phase is Failed", "not running"},
    {"A Pod that is not started again has to end.", "v1", "Pod",
     R"(, "spec": {"restartPolicy": "Never"}, "status": {"phase": "Running"})",
     "not done yet", "not done yet"},
    {"A Pod that runs has a condition.", "v1", "Pod",
     R"(, "spec": {"restartPolicy": "Always"}, "status": {"phase": "Running",
          "conditions": [{"type": "Ready", "status": "False",
                          "reason": "ContainersNotReady"}]})",
     "Ready is False: ContainersNotReady", "Ready is not True"},
    {"Nobody has seen the change of a Deployment.", "apps/v1", "Deployment",
     R"(, "metadata": {"generation": 2},
          "status": {"observedGeneration": 1})",
     "its latest change is not observed yet",
     "its latest change is not observed yet"},
    {"Old replicas of a Deployment.", "apps/v1", "Deployment",
     R"(, "spec": {"replicas": 3}, "status": {"updatedReplicas": 1})",
     "1 of 3 updated", "not all updated"},
    {"Replicas of a Deployment are missing.", "apps/v1", "Deployment",
     R"(, "spec": {"replicas": 3}, "status": {"updatedReplicas": 3,
          "availableReplicas": 2})",
     "2 of 3 available", "not all available"},
    {"A count of a Deployment is none.", "apps/v1", "Deployment",
     R"(, "status": {"updatedReplicas": "x"})", "not all updated",
     "not all updated"},
    {"A Deployment has to say that it is available.", "apps/v1", "Deployment",
     R"(, "spec": {"replicas": 0}, "status": {})", "no Available condition",
     "no Available condition"},
    {"Replicas of a StatefulSet are missing.", "apps/v1", "StatefulSet",
     R"(, "spec": {"replicas": 3}, "status": {"readyReplicas": 1})",
     "1 of 3 ready", "not all ready"},
    {"Replicas of a StatefulSet are old.", "apps/v1", "StatefulSet",
     R"(, "spec": {"replicas": 3}, "status": {"readyReplicas": 3,
          "currentReplicas": 2})",
     "2 of 3 current", "not all current"},
    {"A StatefulSet gets a new revision.", "apps/v1", "StatefulSet",
     R"(, "spec": {"replicas": 0}, "status": {"currentRevision": "a",
          "updateRevision": "b"})",
     "a newer revision is rolling out", "a newer revision is rolling out"},
    {"Pods of a DaemonSet are old.", "apps/v1", "DaemonSet",
     R"(, "status": {"desiredNumberScheduled": 2,
          "updatedNumberScheduled": 1})",
     "1 of 2 updated", "not all updated"},
    {"Pods of a DaemonSet are not ready.", "apps/v1", "DaemonSet",
     R"(, "status": {"desiredNumberScheduled": 2,
          "updatedNumberScheduled": 2, "numberReady": 0})",
     "0 of 2 ready", "not all ready"},
    {"Pods of a DaemonSet are not available.", "apps/v1", "DaemonSet",
     R"(, "status": {"desiredNumberScheduled": 2,
          "updatedNumberScheduled": 2, "numberReady": 2})",
     "0 of 2 available", "not all available"},
    {"Replicas of a ReplicaSet are missing.", "apps/v1", "ReplicaSet",
     R"(, "spec": {"replicas": 2}, "status": {"availableReplicas": 1})",
     "1 of 2 available", "not all available"},
    {"A ReplicaSet cannot make its replicas.", "apps/v1", "ReplicaSet",
     R"(, "spec": {"replicas": 0}, "status": {"conditions": [
          {"type": "ReplicaFailure", "status": "True"}]})",
     "ReplicaFailure is True", "ReplicaFailure is True"},
    {"A Job has failed.", "batch/v1", "Job",
     R"(, "status": {"conditions": [{"type": "Failed", "status": "True"}]})",
     "failed", "failed"},
    {"A Job is stopped.", "batch/v1", "Job",
     R"(, "status": {"conditions": [{"type": "Suspended", "status": "True"}]})",
     "suspended", "suspended"},
    {"A Job runs.", "batch/v1", "Job", "", "not complete", "not complete"},
    {"The last run of a CronJob has failed.", "batch/v1", "CronJob",
     R"(, "status": {"lastScheduleTime": "2026-01-01T00:00:00Z"})",
     "its last run has not succeeded", "its last run has not succeeded"},
    {"An autoscaler has no metrics.", "autoscaling/v2",
     "HorizontalPodAutoscaler",
     R"(, "status": {"conditions": [
          {"type": "ScalingActive", "status": "True"},
          {"type": "AbleToScale", "status": "False",
           "reason": "FailedGetScale"}]})",
     "it cannot scale", "it cannot scale"},
    {"An autoscaler does nothing.", "autoscaling/v2", "HorizontalPodAutoscaler",
     "", "scaling is not active", "scaling is not active"},
};

TEST(WhyKindIsNotReady, TellsWhatTheCheckMisses) {
  for (const ReasonRow& row : kRows) {
    SCOPED_TRACE(row.reason);
    const Value object =
        Json(absl::StrCat(R"({"apiVersion": ")", row.api_version,
                          R"(", "kind": ")", row.kind, "\"", row.members, "}"));
    EXPECT_EQ(KindAnswer(object), "not ready");
    Pool pool;
    EXPECT_EQ(WhyKindIsNotReady(object, &pool), row.want);
    EXPECT_EQ(WhyKindIsNotReady(AsRead(object), &pool), row.want);
    pool.NoteSecret();
    EXPECT_EQ(WhyKindIsNotReady(object, &pool), row.want_redacted);
  }
}

TEST(WhyKindIsNotReady, KnowsNoOtherKinds) {
  EXPECT_EQ(WhyKindIsNotReady(
                Json(R"({"apiVersion": "example.org/v1", "kind": "Shop"})"),
                TestPool()),
            "");
}

TEST(ConditionText, IsThatOfTheFirstConditionOfTheType) {
  const struct {
    const char* reason;
    const char* status;
    const char* want;
  } tests[] = {
      {"No status.", "null", "no Ready condition"},
      {"No list.", R"({"conditions": {}})", "no Ready condition"},
      {"Another type.", R"({"conditions": [{"type": "Synced"}]})",
       "no Ready condition"},
      {"The first one, among malformed ones.",
       R"({"conditions": [7, {"type": "Ready", "status": "False"},
                          {"type": "Ready", "status": "True"}]})",
       "Ready is False"},
      {"With its reason.",
       R"({"conditions": [{"type": "Ready", "status": "Unknown",
                           "reason": "Creating"}]})",
       "Ready is Unknown: Creating"},
      {"Without a status.", R"({"conditions": [{"type": "Ready"}]})",
       "Ready is not True"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Value object = Json(absl::StrCat("{\"status\": ", test.status, "}"));
    Pool pool;
    EXPECT_EQ(ConditionText(object, "Ready", &pool), test.want);
  }
}

TEST(ConditionText, CutsWhatIsLong) {
  const Value object = Json(absl::StrCat(
      R"({"status": {"conditions": [{"type": "Ready", "status": "False",
          "reason": ")",
      std::string(500, 'x'), R"("}]}})"));
  Pool pool;
  EXPECT_EQ(ConditionText(object, "Ready", &pool),
            absl::StrCat("Ready is False: ", std::string(64, 'x'), "…"));
}

}  // namespace
}  // namespace loom

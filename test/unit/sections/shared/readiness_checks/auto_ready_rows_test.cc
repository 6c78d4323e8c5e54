// SPDX-License-Identifier: Apache-2.0
// Where function-auto-ready differs from kind_check_workloads_test.cc. What it
// answered itself is in test/suites/oracle/cases/auto-ready.
#include "sections/shared/readiness_checks/auto_ready_rows.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

struct Row {
  const char* reason;
  absl::StatusOr<bool> (*check)(const Value&, Pool*);
  const char* object;
  bool want;
};

TEST(AutoReadyRows, AnswerAsTheGoFunction) {
  const Row rows[] = {
      {"all replicas, though of an older generation", AutoReadyDeployment,
       R"({"metadata": {"generation": 9}, "spec": {"replicas": 1},
           "status": {"updatedReplicas": 1, "availableReplicas": 1,
           "conditions": [{"type": "Available", "status": "True"}]}})",
       true},
      {"a missing count is not zero", AutoReadyDeployment,
       R"({"spec": {"replicas": 0}, "status": {"updatedReplicas": 0,
           "conditions": [{"type": "Available", "status": "True"}]}})",
       false},
      {"fractions are cut", AutoReadyDeployment,
       R"({"status": {"updatedReplicas": 1.9, "availableReplicas": 1,
           "conditions": [{"type": "Available", "status": "True"}]}})",
       true},
      {"empty revisions are equal", AutoReadyStatefulSet,
       R"({"status": {"readyReplicas": 1, "currentReplicas": 1,
           "currentRevision": "", "updateRevision": ""}})",
       true},
      {"missing ones are not", AutoReadyStatefulSet,
       R"({"status": {"readyReplicas": 1, "currentReplicas": 1}})", false},
      {"no node, and the API server leaves zeros out", AutoReadyDaemonSet,
       R"({"status": {"desiredNumberScheduled": 0, "numberReady": 0}})", false},
      {"all nodes", AutoReadyDaemonSet,
       R"({"status": {"desiredNumberScheduled": 2, "numberReady": 2,
           "updatedNumberScheduled": 2, "numberAvailable": 2}})",
       true},
      {"an older generation", AutoReadyReplicaSet,
       R"({"metadata": {"generation": 2},
           "status": {"observedGeneration": 1, "availableReplicas": 1}})",
       false},
      {"of no replicas", AutoReadyReplicaSet, R"({"spec": {"replicas": 0}})",
       true},
      {"conditions with a bad time", AutoReadyReplicaSet,
       R"({"status": {"availableReplicas": 1,
           "conditions": [{"type": "A", "status": "True",
                           "lastTransitionTime": "now"}]}})",
       false},
      {"the first condition decides: complete", AutoReadyJob,
       R"({"status": {"conditions": [{"type": "Complete", "status": "True"},
                                     {"type": "Failed", "status": "True"}]}})",
       true},
      {"the first condition decides: failed", AutoReadyJob,
       R"({"status": {"conditions": [{"type": "Failed", "status": "True"},
                                     {"type": "Complete", "status": "True"}]}})",
       false},
      {"a condition that is not True does not", AutoReadyJob,
       R"({"status": {"conditions": [{"type": "Failed", "status": "False"},
                                     {"type": "Complete", "status": "True"}]}})",
       true},
      {"before its first run", AutoReadyCronJob, "{}", false},
      {"it runs", AutoReadyCronJob,
       R"({"status": {"active": [{}],
                      "lastScheduleTime": "2026-01-02T03:04:05Z"}})",
       true},
      {"it succeeded since", AutoReadyCronJob,
       R"({"status": {"lastSuccessfulTime": "2026-01-02T03:04:05.2Z",
                      "lastScheduleTime": "2026-01-02T03:04:05.1Z"}})",
       true},
      {"it has not yet", AutoReadyCronJob,
       R"({"status": {"lastSuccessfulTime": "2026-01-02T03:04:05Z",
                      "lastScheduleTime": "2026-01-02T03:04:05.1Z"}})",
       false},
      {"suspended", AutoReadyCronJob, R"({"spec": {"suspend": true}})", true},
      {"suspended, with jobs that are none", AutoReadyCronJob,
       R"({"spec": {"suspend": true}, "status": {"active": ["a"]}})", false},
      {"suspended, as a text, which Kubernetes cannot decode", AutoReadyCronJob,
       R"({"spec": {"suspend": "true"},
           "status": {"lastSuccessfulTime": "2026-01-02T03:04:05Z",
                      "lastScheduleTime": "2026-01-02T03:04:05Z"}})",
       false},
      {"suspended, with a time that is none", AutoReadyCronJob,
       R"({"spec": {"suspend": true}, "status": {"lastScheduleTime": "now"}})",
       false},
      {"succeeded, with a policy that is no text", AutoReadyPod,
       R"({"spec": {"restartPolicy": []}, "status": {"phase": "Succeeded"}})",
       false},
      {"more replicas than 32 bits hold", AutoReadyReplicaSet,
       R"({"metadata": {"generation": 1}, "spec": {"replicas": 1},
           "status": {"observedGeneration": 1,
                      "availableReplicas": 4294967296}})",
       false},
      {"reasons are no types", AutoReadyHorizontalPodAutoscaler,
       R"({"status": {"conditions": [
           {"type": "AbleToScale", "status": "False",
            "reason": "FailedGetScale"},
           {"type": "ScalingActive", "status": "True"}]}})",
       true},
      {"a type that says no comes first", AutoReadyHorizontalPodAutoscaler,
       R"({"status": {"conditions": [
           {"type": "FailedGetScale", "status": "True"},
           {"type": "ScalingActive", "status": "True"}]}})",
       false},
      {"a finished pod", AutoReadyPod, R"({"status": {"phase": "Succeeded"}})",
       true},
      {"a pod one of whose conditions cannot be read", AutoReadyPod,
       R"({"status": {"phase": "Succeeded", "conditions": [7]}})", false},
  };
  for (const Row& row : rows) {
    Pool pool;
    EXPECT_EQ(row.check(Json(row.object), &pool).value_or(!row.want), row.want)
        << row.reason;
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/kind_check.h"

#include "data/value/budget.h"
#include "test/unit/sections/shared/readiness_checks/kind_rows.h"

namespace loom {
namespace {

TEST(CheckKind, KnowsKindsByTheirExactVersion) {
  const struct {
    const char* reason;
    const char* object;
    const char* want;
  } tests[] = {
      {"A ConfigMap is ready when it is observed.",
       R"({"apiVersion": "v1", "kind": "ConfigMap"})", "ready"},
      {"So is a Secret.", R"({"apiVersion": "v1", "kind": "Secret"})", "ready"},
      {"So is a ServiceAccount.",
       R"({"apiVersion": "v1", "kind": "ServiceAccount"})", "ready"},
      {"So is a Namespace, even a terminating one.",
       R"({"apiVersion": "v1", "kind": "Namespace",
           "status": {"phase": "Terminating"}})",
       "ready"},

      {"Another version.", R"({"apiVersion": "v2", "kind": "ConfigMap"})",
       "unknown kind"},
      {"Another group.",
       R"({"apiVersion": "example.org/v1", "kind": "ConfigMap"})",
       "unknown kind"},
      {"The kind in lower case.", R"({"apiVersion": "v1", "kind": "secret"})",
       "unknown kind"},
      {"A managed resource.",
       R"({"apiVersion": "storage.example.org/v1", "kind": "Bucket"})",
       "unknown kind"},
      {"No kind.", R"({"apiVersion": "v1"})", "unknown kind"},
      {"Members of other types.", R"({"apiVersion": 1, "kind": []})",
       "unknown kind"},
      {"An empty object.", "{}", "unknown kind"},
      {"No object.", "[]", "unknown kind"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(KindAnswer(Json(test.object)), test.want) << test.reason;
  }
}

TEST(CheckKind, Service) {
  CheckRows("v1", "Service",
            {{"Without a type it has nothing to wait for.", "", "ready"},
             {"So has one inside the cluster.",
              R"(, "spec": {"type": "ClusterIP"})", "ready"},
             {"A type that is no text is no LoadBalancer.",
              R"(, "spec": {"type": 1})", "ready"},
             {"A load balancer without an address.",
              R"(, "spec": {"type": "LoadBalancer"})", "not ready"},
             {"An empty list of addresses.",
              R"(, "spec": {"type": "LoadBalancer"},
             "status": {"loadBalancer": {"ingress": []}})",
              "not ready"},
             {"A load balancer with an address, whatever it is.",
              R"(, "spec": {"type": "LoadBalancer"},
             "status": {"loadBalancer": {"ingress": [{}]}})",
              "ready"}});
}

TEST(CheckKind, Ingress) {
  CheckRows(
      "networking.k8s.io/v1", "Ingress",
      {{"It has no address.", R"(, "status": {"loadBalancer": {}})",
        "not ready"},
       {"What is no list is no address.",
        R"(, "status": {"loadBalancer": {"ingress": "192.0.2.1"}})",
        "not ready"},
       {"It has an address.",
        R"(, "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}})",
        "ready"}});
}

TEST(CheckKind, PersistentVolumeClaim) {
  CheckRows(
      "v1", "PersistentVolumeClaim",
      {{"It is bound.", R"(, "status": {"phase": "Bound"})", "ready"},
       {"It has lost its volume.",
        R"(, "spec": {"storageClassName": "fast"}, "status": {"phase": "Lost"})",
        "not ready"},
       {"It waits for a volume, or for its first consumer.",
        R"(, "spec": {"storageClassName": "fast"},
           "status": {"phase": "Pending"})",
        "not ready"},
       {"It has no status.", R"(, "spec": {"storageClassName": "fast"})",
        "not ready"}});
}

TEST(CheckKind, Pod) {
  CheckRows(
      "v1", "Pod",
      {{"It has succeeded.", R"(, "status": {"phase": "Succeeded"})", "ready"},
       {"It runs and is ready.",
        R"(, "spec": {"restartPolicy": "Always"}, "status":
             {"phase": "Running",
              "conditions": [{"type": "Ready", "status": "True"}]})",
        "ready"},
       {"Any of several conditions.",
        R"(, "spec": {"restartPolicy": "Always"}, "status":
             {"phase": "Running",
              "conditions": [{"type": "Ready", "status": "False"},
                             {"type": "Ready", "status": "True"}]})",
        "ready"},
       {"It runs and is not ready.",
        R"(, "spec": {"restartPolicy": "Always"}, "status":
             {"phase": "Running",
              "conditions": [{"type": "Ready", "status": "False"}]})",
        "not ready"},
       {"It has not run to its end.",
        R"(, "spec": {"restartPolicy": "Never"}, "status":
             {"phase": "Running",
              "conditions": [{"type": "Ready", "status": "True"}]})",
        "not ready"},
       {"It has failed, whatever its condition says.",
        R"(, "spec": {"restartPolicy": "Always"}, "status":
             {"phase": "Failed",
              "conditions": [{"type": "Ready", "status": "True"}]})",
        "not ready"},
       {"It has no status.", "", "not ready"}});
}

TEST(CheckKind, Job) {
  CheckRows("batch/v1", "Job",
            {{"It is complete.",
              R"(, "status": {"conditions":
                        [{"type": "Complete", "status": "True"}]})",
              "ready"},
             {"It has failed.",
              R"(, "status": {"conditions":
                        [{"type": "Failed", "status": "True"}]})",
              "not ready"},
             {"A condition that says no wins, in any order.",
              R"(, "status": {"conditions":
                        [{"type": "Complete", "status": "True"},
                         {"type": "Suspended", "status": "True"}]})",
              "not ready"},
             {"It was suspended once.",
              R"(, "status": {"conditions":
                        [{"type": "Suspended", "status": "False"},
                         {"type": "Complete", "status": "True"}]})",
              "ready"},
             {"It runs.", R"(, "status": {"active": 1})", "not ready"}});
}

TEST(CheckKind, CronJob) {
  CheckRows("batch/v1", "CronJob",
            {{"It has never run.", "", "ready"},
             {"Nor with a time that is null.",
              R"(, "status": {"lastScheduleTime": null})", "ready"},
             {"Its first run goes on.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00Z",
                        "active": [{"name": "run-1"}]})",
              "ready"},
             {"Its last run has succeeded.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00Z",
                        "lastSuccessfulTime": "2025-01-02T03:00:00Z"})",
              "ready"},
             {"Its last run has succeeded, reported in another zone.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00Z",
                        "lastSuccessfulTime": "2025-01-02T04:00:01+01:00"})",
              "ready"},
             {"Its first run has failed.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00Z"})",
              "not ready"},
             {"Its last run has failed, an earlier one has not.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00.5Z",
                        "lastSuccessfulTime": "2025-01-02T03:00:00.25Z",
                        "active": []})",
              "not ready"},
             {"Its last run has failed, and it is suspended.",
              R"(, "spec": {"suspend": true},
             "status": {"lastScheduleTime": "2025-01-02T03:00:00Z"})",
              "ready"},
             {"A time that is none.",
              R"(, "status": {"lastScheduleTime": "yesterday",
                        "lastSuccessfulTime": "2025-01-02T03:00:00Z"})",
              "not ready"},
             {"Active runs that are no list.",
              R"(, "status": {"lastScheduleTime": "2025-01-02T03:00:00Z",
                        "active": "run-1"})",
              "not ready"}});
}

TEST(CheckKind, HorizontalPodAutoscaler) {
  CheckRows("autoscaling/v2", "HorizontalPodAutoscaler",
            {{"It scales.",
              R"(, "status": {"conditions":
                        [{"type": "ScalingActive", "status": "True",
                          "reason": "ValidMetricFound"}]})",
              "ready"},
             {"It would scale beyond its limit.",
              R"(, "status": {"conditions":
                        [{"type": "ScalingLimited", "status": "True",
                          "reason": "TooManyReplicas"}]})",
              "ready"},
             {"A reason that says no wins, in any order.",
              R"(, "status": {"conditions":
                        [{"type": "ScalingLimited", "status": "True",
                          "reason": "TooManyReplicas"},
                         {"type": "ScalingActive", "status": "False",
                          "reason": "FailedGetResourceMetric"}]})",
              "not ready"},
             {"It cannot read what it scales.",
              R"(, "status": {"conditions":
                        [{"type": "AbleToScale", "status": "False",
                          "reason": "FailedGetScale"},
                         {"type": "ScalingActive", "status": "True"}]})",
              "not ready"},
             {"It does not scale.",
              R"(, "status": {"conditions":
                        [{"type": "ScalingActive", "status": "False",
                          "reason": "ScalingDisabled"}]})",
              "not ready"},
             {"Nothing is known.", "", "not ready"}});
  EXPECT_EQ(KindAnswer(Json(R"({"apiVersion": "autoscaling/v1",
                            "kind": "HorizontalPodAutoscaler"})")),
            "unknown kind");
}

TEST(CheckKind, SpendsStepsForConditions) {
  std::string conditions = R"({"type": "Complete", "status": "True"})";
  for (int i = 0; i < 5000; ++i) absl::StrAppend(&conditions, ", {}");
  Value job = Json(absl::StrCat(R"({"apiVersion": "batch/v1", "kind": "Job",
      "status": {"conditions": [)",
                                conditions, "]}}"));
  Pool plenty;
  EXPECT_EQ(KindAnswer(job, &plenty), "ready");
  EXPECT_GT(plenty.account().steps(), 5000u);
  Pool little;
  little.account().Set({.steps = 1000});
  KindAnswer(job, &little);
  EXPECT_NE(SpendNoted(&little).message().find("steps"), std::string::npos);
}

}  // namespace
}  // namespace loom

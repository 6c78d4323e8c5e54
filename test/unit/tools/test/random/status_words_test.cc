// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/status_words.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "tools/workspace/composition.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr char kDefinition[] = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: networks.net.example.org}
spec:
  group: net.example.org
  names: {kind: Network, plural: networks}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status:
            type: object
            properties:
              id: {type: string}
              port: {type: integer, minimum: 5, maximum: 5}
)";

constexpr char kNetwork[] =
    R"({"apiVersion": "net.example.org/v1", "kind": "Network"})";
constexpr char kOther[] =
    R"({"apiVersion": "net.example.org/v1", "kind": "Other"})";

// The input of a step, in JSON.
std::string CompositionWith(const std::string& resources) {
  return absl::StrCat(
      R"({"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition",
"metadata": {"name": "a"}, "spec": {"mode": "Pipeline",
"compositeTypeRef": {"apiVersion": "example.org/v1", "kind": "Shop"},
"pipeline": [{"step": "a", "functionRef": {"name": "function-loom"},
"input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input", "resources": [)",
      resources, "]}}]}}");
}

TEST(StatusWords, ReportWhatIsRead) {
  const struct {
    const char* reason;
    const char* resources;
    const char* object;
    const char* want;
  } kRows[] = {
      {"an expression reads a field of the resource",
       R"({"name": "b", "template": {"kind": "B", "spec":
           {"x": "${observed.resources.a.resource.status.arn}"}}})",
       kOther, R"({"status":{"arn":"arn-a"}})"},
      {"one of another resource is none of its own",
       R"({"name": "b", "template": {"kind": "B", "spec":
           {"x": "${observed.resources.c.resource.status.arn}"}}})",
       kOther, "{}"},
      {"a computed name may be any",
       R"({"name": "b", "template": {"kind": "B", "spec":
           {"x": "${observed.resources['c-' + composite.spec.d].resource.status.arn}"}}})",
       kOther, R"({"status":{"arn":"arn-a"}})"},
      {"a patch of the resource",
       R"({"name": "a", "base": {"kind": "A"}, "patches": [{"type":
           "ToCompositeFieldPath", "fromFieldPath": "status.l[0].id"}]})",
       kOther, R"({"status":{"l":[{"id":"id-a"}]}})"},
      {"its transform accepts only the keys of a map",
       R"({"name": "a", "base": {"kind": "A"}, "patches": [{"type":
           "ToCompositeFieldPath", "fromFieldPath": "status.s", "transforms":
           [{"type": "map", "map": {"on": "yes"}}]}]})",
       kOther, R"({"status":{"s":"on"}})"},
      {"a patch reads what another one has copied to the composite",
       R"({"name": "a", "base": {"kind": "A"}, "patches": [{"type":
           "ToCompositeFieldPath", "fromFieldPath": "status.all",
           "toFieldPath": "status.a"}]},
          {"name": "b", "base": {"kind": "B"}, "patches":
           [{"fromFieldPath": "status.a.id", "toFieldPath": "spec.id"}]})",
       kOther, R"({"status":{"all":{"id":"id-a"}}})"},
      {"a readiness check wants one value",
       R"({"name": "a", "base": {"kind": "A"}, "readinessChecks":
           [{"type": "MatchString", "fieldPath": "status.s",
             "matchString": "up"}]})",
       kOther, R"({"status":{"s":"up"}})"},
      {"so does a comparison",
       R"({"name": "b", "condition":
           "observed.resources.a.resource.status.s == 'up'",
           "template": {"kind": "B"}})",
       kOther, R"({"status":{"s":"up"}})"},
      {"a number, by its name",
       R"({"name": "b", "template": {"kind": "B", "spec":
           {"x": "${observed.resources.a.resource.status.adminPort}"}}})",
       kOther, R"({"status":{"adminPort":1}})"},
      {"the schema has the type, and lacks a field",
       R"({"name": "b", "template": {"kind": "B", "spec": {
           "x": "${observed.resources.a.resource.status.port}",
           "y": "${observed.resources.a.resource.status.prot}"}}})",
       kNetwork, R"({"status":{"port":5}})"},
      {"a condition that a check names",
       R"({"name": "a", "base": {"kind": "A"}, "readinessChecks":
           [{"type": "MatchCondition", "matchCondition":
             {"type": "Done", "status": "True"}}]})",
       kOther,
       R"({"status":{"conditions":[)"
       R"({"reason":"ReconcileSuccess","status":"True","type":"Synced"},)"
       R"({"reason":"Available","status":"True","type":"Ready"},)"
       R"({"reason":"Available","status":"True","type":"Done"}]}})"},
      {"a kind of Kubernetes", R"({"name": "a", "base": {"kind": "A"}})",
       R"({"apiVersion": "v1", "kind": "PersistentVolumeClaim"})",
       R"({"spec":{"volumeName":"a"},"status":{"phase":"Bound"}})"},
  };
  for (const auto& row : kRows) {
    Pool pool;
    auto documents =
        ReadYaml("composition.yaml", CompositionWith(row.resources), &pool);
    ASSERT_TRUE(documents.ok()) << row.reason << documents.status();
    auto composition = TakeComposition(std::move((*documents)[0]));
    ASSERT_TRUE(composition.ok()) << row.reason << composition.status();
    KindSchemas schemas;
    schemas.Add("crd.yaml", kDefinition);
    const StatusWords words(*composition, &schemas);
    const Value object = Json(row.object);
    EXPECT_EQ(ToJson(words.Report(object, "a", nullptr, &pool)), row.want)
        << row.reason;
  }
}

}  // namespace
}  // namespace loom

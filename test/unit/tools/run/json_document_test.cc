// SPDX-License-Identifier: Apache-2.0
#include "tools/run/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/render_fixture.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

class JsonDocumentTest : public RenderFixture {
 protected:
  // Runs the steps, and prints the outcome; DIR stands for the folder.
  std::string Json(const std::string& steps) {
    folder_.Write("composition.yaml", CompositionOf(steps));
    absl::StatusOr<PipelineInputs> inputs = Load();
    EXPECT_TRUE(inputs.ok()) << inputs.status();
    PipelineOutcome outcome =
        RunPipeline(*inputs, absl::Now() + absl::Seconds(20));
    absl::StatusOr<std::string> json =
        JsonDocument(*inputs, outcome, document_options_, &pool_);
    EXPECT_TRUE(json.ok()) << json.status();
    return absl::StrReplaceAll(*json, {{folder_.path(), "DIR"}});
  }

  JsonDocumentOptions document_options_;
};

constexpr char kConfigStep[] =
    "  - step: environment\n"
    "    functionRef: {name: function-environment-configs}\n"
    "    input:\n"
    "      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n"
    "      spec:\n"
    "        environmentConfigs:\n"
    "        - {type: Reference, ref: {name: base}}\n";

TEST_F(JsonDocumentTest, HasAllThatIsKnown) {
  EXPECT_EQ(
      Json(kBucketStep),
      R"({"format":"loom.render/v1","composite":{"apiVersion":)"
      R"("demo.example.org/v1","kind":"XApp","metadata":{"name":"shop"},)"
      R"("status":{"conditions":[{"lastTransitionTime":)"
      R"("2024-01-01T00:00:00Z","message":"Unready resources: bucket",)"
      R"("reason":"Creating","status":"False","type":"Ready"}]}},)"
      R"("composed":[{"name":"bucket","resource":{"apiVersion":)"
      R"("s3.example.org/v1","kind":"Bucket","metadata":{"annotations":)"
      R"({"crossplane.io/composition-resource-name":"bucket"},)"
      R"("generateName":"shop-","labels":{"crossplane.io/composite":"shop"},)"
      R"("ownerReferences":[{"apiVersion":"demo.example.org/v1",)"
      R"("blockOwnerDeletion":true,"controller":true,"kind":"XApp",)"
      R"("name":"shop","uid":""}]},"spec":{"region":"eu"}},"ready":null}],)"
      R"("withheld":[],)"
      R"("results":[],"conditions":[],"requirements":[],)"
      R"("steps":[{"name":"patch","function":)"
      R"("function-patch-and-transform","where":"in-process","calls":1,"ttl":"1m"}],)"
      R"("missing":[]})"
      "\n");
}

TEST_F(JsonDocumentTest, SaysWhatIsWithheldAndWhere) {
  EXPECT_THAT(
      Json(absl::StrCat(kBucketStep,
                        "        patches:\n"
                        "        - {fromFieldPath: spec.nope,\n"
                        "           toFieldPath: spec.a,\n"
                        "           type: FromCompositeFieldPath,\n"
                        "           policy: {fromFieldPath: Required}}\n")),
      HasSubstr(R"("composed":[],"withheld":[{"name":"bucket",)"
                R"("why":"Required source is missing: spec.nope of XApp shop",)"
                R"("position":{"file":)"
                R"("DIR/composition.yaml","line":19,"column":11,)"));
}

TEST_F(JsonDocumentTest, SaysWhatIsKept) {
  std::string observed;
  for (const char* name : {"app", "db"}) {
    absl::StrAppend(&observed, "---\napiVersion: example.org/v1\nkind: Thing\n",
                    "metadata:\n  name: ", name, "-x\n  annotations: ",
                    "{crossplane.io/composition-resource-name: ", name, "}\n");
  }
  options_.observed = {folder_.Write("observed.yaml", observed)};
  EXPECT_THAT(
      Json("  - step: loom\n"
           "    functionRef: {name: function-loom}\n"
           "    input:\n"
           "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
           "      kind: Input\n"
           "      dependencies:\n"
           "      - resource: app\n"
           "        dependsOn: [{resource: db}]\n"
           "        deletion: Usage\n"),
      HasSubstr(
          R"("kept":[{"name":"db","why":"db stays until app is deleted"}])"));
}

TEST_F(JsonDocumentTest, HidesConnectionDetails) {
  options_.observed = {folder_.Write(
      "observed.yaml",
      "{apiVersion: example.org/v1, kind: Bucket, metadata: {name: b,\n"
      " annotations: {crossplane.io/composition-resource-name: bucket}}}\n")};
  const std::string step =
      absl::StrCat(kBucketStep,
                   "        connectionDetails:\n"
                   "        - {name: user, type: FromValue, value: admin}\n");
  EXPECT_THAT(Json(step),
              HasSubstr(R"j("connectionDetails":{"user":"(secret)"},)j"));
  document_options_.show_secrets = true;
  EXPECT_THAT(Json(step),
              HasSubstr(R"("connectionDetails":{"user":"admin"},)"));
}

TEST_F(JsonDocumentTest, EndsWithTheFatalResult) {
  const std::string json = Json(kConfigStep);
  EXPECT_THAT(json, Not(HasSubstr(R"("composite":)")));
  EXPECT_THAT(json, Not(HasSubstr(R"("composed":)")));
  EXPECT_THAT(json, HasSubstr(R"("results":[{"step":"environment",)"
                              R"("severity":"SEVERITY_FATAL",)"));
  const std::string selector =
      R"("selector":{"apiVersion":"apiextensions.crossplane.io/v1beta1",)"
      R"("kind":"EnvironmentConfig","matchName":"base"})";
  EXPECT_THAT(
      json,
      HasSubstr(absl::StrCat(
          R"("requirements":[{"step":"environment",)"
          R"("key":"obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base",)",
          selector, R"(,"answered":0}])")));
  EXPECT_THAT(
      json,
      HasSubstr(absl::StrCat(
          R"("missing":[{"step":"environment",)"
          R"("key":"obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//base",)",
          selector, "}]")));
}

TEST_F(JsonDocumentTest, TheContextOnRequest) {
  options_.context_values = {{"k", "{size: 1.5}"}};
  EXPECT_THAT(Json(kBucketStep), Not(HasSubstr(R"("context":)")));
  document_options_.context = true;
  EXPECT_THAT(Json(kBucketStep), HasSubstr(R"("k":{"size":1.5}},)"));
}

TEST_F(JsonDocumentTest, StepsThatAreLeftOutAreSkipped) {
  options_.runtimes.skip = {"foreign"};
  EXPECT_THAT(Json(absl::StrCat(kBucketStep, kForeignStep)),
              HasSubstr(R"({"name":"foreign","function":"function-foreign",)"
                        R"("where":"skipped","calls":0}])"));
}

}  // namespace
}  // namespace loom

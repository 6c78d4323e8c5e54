// SPDX-License-Identifier: Apache-2.0
#include "tools/run/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/render_fixture.h"
#include "test/testing/scripted_function.h"

namespace loom {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class PipelineTest : public RenderFixture {
 protected:
  // Runs the Composition with its foreign step done by the script.
  absl::StatusOr<PipelineOutcome> RunWith(
      const std::string& steps,
      std::function<void(fn::RunFunctionResponse*)> script) {
    folder_.Write("composition.yaml", CompositionOf(steps));
    ScriptedFunction function(
        [&](const std::string&, const std::string& bytes) {
          request_.ParseFromString(bytes);
          fn::RunFunctionResponse response;
          *response.mutable_desired() = request_.desired();
          *response.mutable_context() = request_.context();
          script(&response);
          return ScriptedFunction::Answer{response.SerializeAsString(),
                                          grpc::Status::OK};
        });
    options_.runtimes.functions = folder_.Write(
        "functions.yaml",
        absl::StrCat("{apiVersion: pkg.crossplane.io/v1, kind: Function,\n"
                     " metadata: {name: function-patch-and-transform}}\n"
                     "---\n"
                     "apiVersion: pkg.crossplane.io/v1\n"
                     "kind: Function\n"
                     "metadata:\n"
                     "  name: function-foreign\n"
                     "  annotations:\n"
                     "    render.crossplane.io/runtime: Development\n"
                     "    render.crossplane.io/runtime-development-target: ",
                     function.address(), "\n"));
    return Run();
  }

  fn::RunFunctionRequest request_;
};

TEST_F(PipelineTest, StepsHandOverStateAndContext) {
  options_.context_values = {{"k", "v"}};
  absl::StatusOr<PipelineOutcome> outcome =
      RunWith(absl::StrCat(kBucketStep, kForeignStep), [](auto* response) {
        (*response->mutable_desired()->mutable_resources())["more"];
        response->add_conditions()->set_type("Custom");
        fn::Result* result = response->add_results();
        result->set_severity(fn::SEVERITY_WARNING);
        result->set_message("careful");
      });
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_TRUE(request_.desired().resources().contains("bucket"));
  EXPECT_EQ(request_.context().fields().at("k").string_value(), "v");
  EXPECT_EQ(request_.input().fields().at("kind").string_value(), "Input");
  EXPECT_EQ(request_.observed()
                .composite()
                .resource()
                .fields()
                .at("kind")
                .string_value(),
            "XApp");
  EXPECT_EQ(request_.meta().capabilities_size(), 5);
  EXPECT_EQ(request_.meta().tag(), "");
  EXPECT_EQ(outcome->desired.resources_size(), 2);
  ASSERT_EQ(outcome->results.size(), 1u);
  EXPECT_EQ(outcome->results[0].step, "foreign");
  EXPECT_EQ(outcome->conditions.size(), 1u);
}

TEST_F(PipelineTest, AContextThatIsNotReturnedIsGone) {
  absl::StatusOr<PipelineOutcome> outcome =
      RunWith(kForeignStep, [](auto* response) { response->clear_context(); });
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_TRUE(request_.has_context());
  EXPECT_FALSE(outcome->has_context);
}

TEST_F(PipelineTest, CredentialsComeFromSecrets) {
  std::string step = absl::StrCat(
      kForeignStep,
      "    credentials:\n"
      "    - {name: c, source: Secret, secretRef: {namespace: ns, name: s}}\n");
  absl::Status missing = RunWith(step, [](auto*) {}).status();
  EXPECT_THAT(std::string(missing.message()),
              HasSubstr("needs the Secret s of namespace ns\n  pass it with "
                        "--function-credentials FILE"));
  options_.credentials = {folder_.Write(
      "s.yaml", "metadata: {namespace: ns, name: s}\nstringData: {k: v}\n")};
  ASSERT_TRUE(RunWith(step, [](auto*) {}).ok());
  EXPECT_EQ(request_.credentials().at("c").credential_data().data().at("k"),
            "v");
}

TEST_F(PipelineTest, AFatalResultSaysWhere) {
  absl::Status status =
      RunWith(absl::StrCat(kBucketStep, kForeignStep), [](auto* response) {
        fn::ResourceSelector selector;
        selector.set_kind("K");
        selector.set_match_name("k");
        (*response->mutable_requirements()->mutable_resources())["r"] =
            selector;
        if (response->desired().resources_size() > 0) {
          fn::Result* result = response->add_results();
          result->set_severity(fn::SEVERITY_FATAL);
          result->set_message("no way");
        }
      }).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("step \"foreign\" returned a fatal result: no way\n"));
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("composition.yaml:18:5 spec.pipeline[1]"));
}

TEST_F(PipelineTest, WhatWasAskedForInVainIsNamed) {
  folder_.Write(
      "composition.yaml",
      CompositionOf(
          "  - step: environment\n"
          "    functionRef: {name: function-environment-configs}\n"
          "    input:\n"
          "      apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
          "      kind: Input\n"
          "      spec:\n"
          "        environmentConfigs:\n"
          "        - {type: Reference, ref: {name: base}}\n"));
  EXPECT_THAT(
      std::string(Run().status().message()),
      AllOf(testing::StartsWith(
                "EnvironmentConfig \"base\" not found; pass it with "
                "`-e FILE`\n  at "),
            HasSubstr("composition.yaml:15:11 "
                      "spec.pipeline[0].input.spec.environmentConfigs[0]\n  "
                      "step \"environment\" returned a fatal result: ")));
}

struct RowFatal {
  const char* reason;
  const char* group;  // of the input
  const char* sections;
  const char* place;
};

constexpr char kLoom[] = "loom.fn.crossplane.io";
constexpr char kPatchAndTransform[] = "pt.fn.crossplane.io";
constexpr char kExtraResources[] = "extra-resources.fn.crossplane.io";

constexpr RowFatal kFatal[] = {
    {"A transform fails.", kLoom,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A}, patches: ["
     "{type: FromCompositeFieldPath, fromFieldPath: spec.region,"
     " toFieldPath: spec.a, transforms: [{type: string, string: {type: Format, "
     "fmt: '%s'}},"
     " {type: convert, convert: {toType: int64}}]}]}]}",
     ".resources[0].patches[0].transforms[1]"},
    {"A transform lacks what P&T asks for only when it applies it.",
     kPatchAndTransform,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A}, patches: ["
     "{type: CombineFromComposite, combine: {strategy: string,"
     " string: {fmt: '%s'}, variables: [{fromFieldPath: spec.region}]},"
     " toFieldPath: spec.a, transforms: [{type: math}]}]}]}",
     ".resources[0].patches[0].transforms[0].math"},
    {"A patch of an input that names its patches by their indexes fails.",
     kPatchAndTransform,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A}, patches: ["
     "{type: FromCompositeFieldPath, fromFieldPath: spec.region},"
     "{type: FromCompositeFieldPath, fromFieldPath: spec.region,"
     " toFieldPath: 'kind.b'}]}]}",
     ".resources[0].patches[1]"},
    {"The message quotes a path of an object that looks like one of the input.",
     kLoom,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A, resources: [x]},"
     " patches: [{type: FromCompositeFieldPath, fromFieldPath: spec.region,"
     " toFieldPath: 'resources[0].name'}]}]}",
     ".resources[0].patches[0]"},
    {"A patch of a set fails.", kLoom,
     "{patchSets: [{name: s, patches: [{type: FromCompositeFieldPath,"
     " fromFieldPath: spec.region, toFieldPath: kind.b}]}],"
     " resources: [{name: a, base: {apiVersion: v1, kind: A},"
     " patches: [{type: PatchSet, patchSetName: s}]}]}",
     ".patchSets[s].patches[0]"},
    {"An expression of a patch, whose message names it without the patch, "
     "fails.",
     kLoom,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A}, patches: ["
     "{type: FromExpression, expression: 'int(composite.spec.region)',"
     " toFieldPath: spec.a}]}]}",
     ".resources[0].patches[0].expression"},
    {"A template has no base.", kLoom, "{resources: [{name: a}]}",
     ".resources[0]"},
    {"An item has no key.", kLoom,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A},"
     " forEach: {items: '[{}]'}}]}",
     ".resources[0].forEach"},
    {"A condition cannot be evaluated.", kLoom,
     "{condition: 'int(composite.spec.region) > 1', resources: []}",
     ".condition"},
    {"A reference is not found, and its author wants that to be fatal.", kLoom,
     "{resources: [{name: a, base: {apiVersion: v1, kind: A}}], references: ["
     "{target: {resource: a}, fromComposite: {fieldPath: spec.region},"
     " toFieldPath: spec.a},"
     "{target: {resource: a}, fromObject: {apiVersion: v1, kind: ConfigMap,"
     " name: c, namespace: ns, fieldPath: data.x}, toFieldPath: spec.b,"
     " policy: {onFailure: Fatal}}]}",
     ".references[1]"},
    {"One of two configs with the same name, of another kind.", kLoom,
     "{environment: {policy: {resolution: Required}, configs: ["
     "{ref: {name: eu}}, {type: ConfigMap, ref: {name: eu}, namespace: ns}]}}",
     ".environment.configs[0]"},
    {"One of two selectors.", kLoom,
     "{environment: {configs: [{type: Selector, selector: {mode: Multiple,"
     " matchLabels: [{key: a, type: Value, value: b}]}},"
     "{type: Selector, selector: {mode: Single,"
     " matchLabels: [{key: a, type: Value, value: b}]}}]}}",
     ".environment.configs[1]"},
    {"An extra resource.", kLoom,
     "{extraResources: [{into: nets, apiVersion: v1, kind: ConfigMap,"
     " type: Reference, ref: {name: net}}]}",
     ".extraResources[0]"},
    {"An extra resource of function-extra-resources.", kExtraResources,
     "{spec: {extraResources: [{into: a, apiVersion: v1, kind: ConfigMap,"
     " type: Selector, selector: {matchLabels: [{key: a, type: Value,"
     " value: b}]}}, {into: b, apiVersion: v1, kind: ConfigMap,"
     " type: Reference, ref: {name: net}}]}}",
     ".spec.extraResources[1]"},
};

TEST_F(PipelineTest, AFatalResultSaysWhichMemberOfTheInput) {
  for (const RowFatal& row : kFatal) {
    SCOPED_TRACE(row.reason);
    folder_.Write("composition.yaml",
                  CompositionOf(absl::StrCat(
                      "  - step: one\n"
                      "    functionRef: {name: function-loom}\n"
                      "    input:\n"
                      "      apiVersion: ",
                      row.group,
                      "/v1beta1\n"
                      "      kind: ",
                      row.group == kPatchAndTransform ? "Resources" : "Input",
                      "\n      <<: ", row.sections, "\n")));
    EXPECT_THAT(std::string(Run().status().message()),
                HasSubstr(absl::StrCat(" spec.pipeline[0].input", row.place)));
  }
}

TEST_F(PipelineTest, WhatAResourceLacksHasItsPlace) {
  folder_.Write(
      "composition.yaml",
      CompositionOf(absl::StrCat(
          kBucketStep,
          "        patches:\n"
          "        - {fromFieldPath: spec.nope, toFieldPath: spec.a,\n"
          "           type: FromCompositeFieldPath,\n"
          "           policy: {fromFieldPath: Required}}\n")));
  absl::StatusOr<PipelineOutcome> outcome = Run();
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  ASSERT_EQ(outcome->reasons.size(), 1u);
  EXPECT_EQ(outcome->reasons[0].resource, "bucket");
  EXPECT_TRUE(outcome->reasons[0].kind == Reason::Kind::kWithheld);
  EXPECT_EQ(outcome->reasons[0].path,
            "spec.pipeline[0].input.resources[0].patches[0]");
  EXPECT_THAT(PlaceText(outcome->reasons[0].position),
              testing::EndsWith("composition.yaml:19:11"));
}

// A step that asks for the ConfigMap "k" without a namespace.
void AskForConfigMap(fn::RunFunctionResponse* response) {
  fn::ResourceSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("ConfigMap");
  selector.set_match_name("k");
  (*response->mutable_requirements()->mutable_resources())["r"] = selector;
}

TEST_F(PipelineTest, ANearMissIsNoted) {
  options_.required = {folder_.Write(
      "e.yaml",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: k, namespace: a}}")};
  ASSERT_TRUE(RunWith(kForeignStep, AskForConfigMap).ok());
  EXPECT_EQ(request_.required_resources().at("r").items_size(), 0);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(
      notes_[0].message,
      testing::MatchesRegex(
          "step \"foreign\" \\(.*composition.yaml:8:5\\) requests "
          "ConfigMap \"k\", which was not passed; .*e.yaml:1:1 has it in "
          "namespace a"));
}

TEST_F(PipelineTest, AFatalResultTellsTheNearMissItself) {
  options_.required = {folder_.Write(
      "e.yaml",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: k, namespace: a}}")};
  absl::Status status =
      RunWith(kForeignStep, [this](auto* response) {
        AskForConfigMap(response);
        if (request_.required_resources().empty()) return;
        response->add_results()->set_severity(fn::SEVERITY_FATAL);
      }).status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("\n  ConfigMap \"k\" not found; "));
  EXPECT_THAT(std::string(status.message()),
              testing::EndsWith("e.yaml:1:1 has it in namespace a"));
  EXPECT_TRUE(notes_.empty()) << "it is reported once";
}

TEST_F(PipelineTest, TheNotesOfEarlierStepsStayWhenAStepFails) {
  options_.required = {folder_.Write(
      "e.yaml",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: k, namespace: a}}")};
  std::string bad = absl::StrReplaceAll(kBucketStep, {{"base:", "bas:"}});
  EXPECT_FALSE(RunWith(absl::StrCat(kForeignStep, bad), AskForConfigMap).ok());
  EXPECT_EQ(notes_.size(), 1u);
}

}  // namespace
}  // namespace loom

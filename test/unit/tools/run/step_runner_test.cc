// SPDX-License-Identifier: Apache-2.0
#include "tools/run/step_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "data/value/json.h"
#include "test/testing/scripted_function.h"

namespace loom {
namespace {

using testing::HasSubstr;
using Script = std::function<fn::RunFunctionResponse(
    const fn::RunFunctionRequest&, int call)>;

fn::ResourceSelector SelectorStepRunner(const std::string& name) {
  fn::ResourceSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("K");
  selector.set_match_name(name);
  return selector;
}

class StepRunnerTest : public testing::Test {
 protected:
  StepRunnerTest()
      : given_{
            GivenResources(*ReadYaml(
                "f", "{apiVersion: v1, kind: K, metadata: {name: a}}", &pool_)),
            {}} {
    step_.index = 2;
    step_.path = "spec.pipeline[2]";
    step_.name = "s";
    step_.function = "function-s";
    step_.place = "c.yaml:9:5";
  }

  // Runs the step against a function that does as the script says.
  absl::StatusOr<StepAnswer> Run(const Script& script) {
    ScriptedFunction function(
        [&](const std::string&, const std::string& bytes) {
          fn::RunFunctionRequest request;
          request.ParseFromString(bytes);
          requests_.push_back(request);
          int call = static_cast<int>(requests_.size());
          return ScriptedFunction::Answer{
              script(request, call).SerializeAsString(), grpc::Status::OK};
        });
    StepRunner runner(given_, absl::Now() + absl::Seconds(20));
    fn::RunFunctionRequest request;
    (*request.mutable_context()->mutable_fields())["k"].set_number_value(0);
    return runner.Run(step_, {Route::Kind::kRemote, function.address()},
                      request);
  }

  Pool pool_;
  Given given_;
  PipelineStep step_;
  std::vector<fn::RunFunctionRequest> requests_;
};

TEST_F(StepRunnerTest, WithoutRequirementsOneCallIsEnough) {
  ASSERT_TRUE(
      Run([](const auto&, int) { return fn::RunFunctionResponse(); }).ok());
  EXPECT_EQ(requests_.size(), 1u);
}

TEST_F(StepRunnerTest, EmptyRequirementsAreNotNone) {
  ASSERT_TRUE(Run([](const auto&, int) {
                fn::RunFunctionResponse response;
                response.mutable_requirements();
                return response;
              }).ok());
  EXPECT_EQ(requests_.size(), 2u);
}

TEST_F(StepRunnerTest, AnswersOnTheChannelThatAsked) {
  absl::StatusOr<StepAnswer> answer = Run([](const auto&, int call) {
    fn::RunFunctionResponse response;
    auto& requirements = *response.mutable_requirements();
    (*requirements.mutable_resources())["r"] = SelectorStepRunner("a");
    (*requirements.mutable_extra_resources())["e"] = SelectorStepRunner("none");
    (*requirements.mutable_schemas())["s"].set_kind("K");
    response.mutable_desired()->mutable_composite();
    (*response.mutable_context()->mutable_fields())["k"].set_number_value(call);
    return response;
  });
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->unanswered.size(), 1u);
  EXPECT_EQ(answer->unanswered[0].what, "K \"none\"");
  ASSERT_EQ(requests_.size(), 2u);
  EXPECT_TRUE(requests_[0].required_resources().empty());
  const fn::RunFunctionRequest& second = requests_[1];
  EXPECT_EQ(second.required_resources().at("r").items_size(), 1);
  EXPECT_EQ(second.extra_resources().at("e").items_size(), 0)
      << "the key is there without items";
  EXPECT_TRUE(second.required_schemas().contains("s"));
  EXPECT_EQ(second.context().fields().at("k").number_value(), 1);
  EXPECT_FALSE(second.has_desired()) << "desired state is not carried over";
}

TEST_F(StepRunnerTest, WhatTheCompositionRequiresIsAlwaysThere) {
  step_.required_resources = {{"boot", SelectorStepRunner("a")}};
  step_.required_schemas = {{"schema", {}}};
  ASSERT_TRUE(Run([](const auto&, int) {
                fn::RunFunctionResponse response;
                (*response.mutable_requirements()->mutable_resources())["r"] =
                    SelectorStepRunner("a");
                return response;
              }).ok());
  ASSERT_EQ(requests_.size(), 2u);
  for (const fn::RunFunctionRequest& request : requests_) {
    EXPECT_EQ(request.required_resources().at("boot").items_size(), 1);
    EXPECT_TRUE(request.required_schemas().contains("schema"));
  }
}

TEST_F(StepRunnerTest, RequirementsMayGrowFiveTimes) {
  struct Case {
    const char* reason;
    int growths;  // the first responses that ask for more than the one before
    size_t calls;
    bool ok;
  };
  const Case kCases[] = {
      {"nothing is asked for", 0, 1, true},     {"once", 1, 2, true},
      {"the most that is allowed", 5, 6, true}, {"once too often", 6, 6, false},
      {"without end", 100, 6, false},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    requests_.clear();
    absl::Status status =
        Run([&c](const auto&, int call) {
          fn::RunFunctionResponse response;
          for (int i = 0; i < std::min(call, c.growths); ++i) {
            (*response.mutable_requirements()
                  ->mutable_resources())[absl::StrCat(i)] =
                SelectorStepRunner("a");
          }
          return response;
        }).status();
    EXPECT_EQ(requests_.size(), c.calls);
    EXPECT_EQ(requests_.back().required_resources_size(), c.calls - 1)
        << "all that was asked for before";
    EXPECT_EQ(status.ok(), c.ok) << status;
    if (c.ok) continue;
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("step \"s\": requirements didn't stabilize after the "
                          "maximum number of iterations (5)\n"
                          "  at c.yaml:9:5 spec.pipeline[2]; "))
        << "Crossplane's text, because people search for it";
  }
}

TEST_F(StepRunnerTest, AFatalResultEndsIt) {
  ASSERT_TRUE(Run([](const auto&, int call) {
                fn::RunFunctionResponse response;
                (*response.mutable_requirements()
                      ->mutable_resources())[absl::StrCat(call)] =
                    SelectorStepRunner("a");
                if (call == 2) {
                  response.add_results()->set_severity(fn::SEVERITY_FATAL);
                }
                return response;
              }).ok());
  EXPECT_EQ(requests_.size(), 2u);
}

TEST_F(StepRunnerTest, ASchemaThatCannotBeUsedIsAnError) {
  std::vector<JsonFile> files;
  files.push_back({"s.json", *ParseJson(R"({"components": {"schemas": {"A": {
      "items": {"$ref": "#/components/schemas/B"},
      "x-kubernetes-group-version-kind": [{"version": "v1", "kind": "K"}]}}}})",
                                        &pool_)});
  given_.schemas = GivenSchemas(std::move(files));
  fn::SchemaSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("K");
  step_.required_schemas = {{"schema", selector}};
  absl::Status status =
      Run([](const auto&, int) { return fn::RunFunctionResponse(); }).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      status.message(),
      "step \"s\" (c.yaml:9:5): s.json: schema A refers to B, which is not "
      "in the document");
}

TEST_F(StepRunnerTest, NobodyThere) {
  StepRunner runner(given_, absl::Now() + absl::Seconds(20));
  absl::Status status =
      runner.Run(step_, {Route::Kind::kRemote, "127.0.0.1:1"}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(status.message()),
      testing::AllOf(
          HasSubstr("step \"s\" (c.yaml:9:5): cannot reach "
                    "function-s at 127.0.0.1:1: "),
          HasSubstr("\n  start it with --insecure, or set its address")));
}

TEST_F(StepRunnerTest, NoTimeLeft) {
  StepRunner runner(given_, absl::Now() - absl::Seconds(1));
  absl::Status status = runner.Run(step_, {}, {}).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("--timeout"));
}

}  // namespace
}  // namespace loom

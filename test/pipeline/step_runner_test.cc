// SPDX-License-Identifier: Apache-2.0
#include "pipeline/step_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "test/testing/scripted_function.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Script = std::function<fn::RunFunctionResponse(
    const fn::RunFunctionRequest&, int call)>;

fn::ResourceSelector Selector(const std::string& name) {
  fn::ResourceSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("K");
  selector.set_match_name(name);
  return selector;
}

class StepRunnerTest : public testing::Test {
 protected:
  StepRunnerTest()
      : given_(*ReadYaml("f", "{apiVersion: v1, kind: K, metadata: {name: a}}",
                         &pool_)) {
    step_.index = 2;
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
  GivenResources given_;
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
    (*requirements.mutable_resources())["r"] = Selector("a");
    (*requirements.mutable_extra_resources())["e"] = Selector("none");
    (*requirements.mutable_schemas())["s"].set_kind("K");
    response.mutable_desired()->mutable_composite();
    (*response.mutable_context()->mutable_fields())["k"].set_number_value(call);
    return response;
  });
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->missing, ElementsAre("K \"none\""));
  ASSERT_EQ(requests_.size(), 2u);
  EXPECT_TRUE(requests_[0].required_resources().empty());
  const fn::RunFunctionRequest& second = requests_[1];
  EXPECT_EQ(second.required_resources().at("r").items_size(), 1);
  EXPECT_EQ(second.extra_resources().at("e").items_size(), 0);
  EXPECT_TRUE(second.required_schemas().contains("s"));
  EXPECT_EQ(second.context().fields().at("k").number_value(), 1);
  EXPECT_FALSE(second.has_desired()) << "desired state is not carried over";
}

TEST_F(StepRunnerTest, WhatTheCompositionRequiresIsAlwaysThere) {
  step_.required_resources = {{"boot", Selector("a")}};
  step_.required_schemas = {"schema"};
  ASSERT_TRUE(Run([](const auto&, int) {
                fn::RunFunctionResponse response;
                (*response.mutable_requirements()->mutable_resources())["r"] =
                    Selector("a");
                return response;
              }).ok());
  ASSERT_EQ(requests_.size(), 2u);
  for (const fn::RunFunctionRequest& request : requests_) {
    EXPECT_EQ(request.required_resources().at("boot").items_size(), 1);
    EXPECT_TRUE(request.required_schemas().contains("schema"));
  }
}

TEST_F(StepRunnerTest, SixCallsAreTheLimit) {
  absl::Status status = Run([](const auto&, int call) {
                          fn::RunFunctionResponse response;
                          (*response.mutable_requirements()
                                ->mutable_resources())[absl::StrCat(call)] =
                              Selector("a");
                          return response;
                        }).status();
  EXPECT_EQ(requests_.size(), 6u);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("at c.yaml:9:5 spec.pipeline[2]"));
}

TEST_F(StepRunnerTest, AFatalResultEndsIt) {
  ASSERT_TRUE(Run([](const auto&, int call) {
                fn::RunFunctionResponse response;
                (*response.mutable_requirements()
                      ->mutable_resources())[absl::StrCat(call)] =
                    Selector("a");
                if (call == 2) {
                  response.add_results()->set_severity(fn::SEVERITY_FATAL);
                }
                return response;
              }).ok());
  EXPECT_EQ(requests_.size(), 2u);
}

TEST_F(StepRunnerTest, NobodyThere) {
  StepRunner runner(given_, absl::Now() + absl::Seconds(20));
  absl::Status status =
      runner.Run(step_, {Route::Kind::kRemote, "127.0.0.1:1"}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(status.message()),
      testing::AllOf(HasSubstr("step \"s\" (c.yaml:9:5): cannot reach "
                               "function-s at 127.0.0.1:1: "),
                     HasSubstr("\n  start it with --insecure, or say where")));
}

TEST_F(StepRunnerTest, NoTimeLeft) {
  StepRunner runner(given_, absl::Now() - absl::Seconds(1));
  absl::Status status = runner.Run(step_, {}, {}).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("--timeout"));
}

}  // namespace
}  // namespace loom

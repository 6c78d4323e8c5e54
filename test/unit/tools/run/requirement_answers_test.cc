// SPDX-License-Identifier: Apache-2.0
#include "tools/run/requirement_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

fn::ResourceSelector NamedRequirementAnswers(const std::string& name) {
  fn::ResourceSelector selector;
  selector.set_api_version("v1");
  selector.set_kind("K");
  selector.set_match_name(name);
  return selector;
}

fn::SchemaSelector SchemaOf(const std::string& kind) {
  fn::SchemaSelector selector;
  selector.set_api_version("v1");
  selector.set_kind(kind);
  return selector;
}

class RequirementAnswersTest : public testing::Test {
 protected:
  RequirementAnswersTest()
      : given_{GivenResources(*ReadYaml(
                   "f",
                   "{apiVersion: v1, kind: K, metadata: {name: a}}\n---\n"
                   "{apiVersion: v1, kind: K, metadata: {name: b}}\n---\n"
                   "{apiVersion: v1, kind: K, metadata: {name: m, namespace: "
                   "ns}}\n",
                   &pool_)),
               GivenSchemas(Schemas())} {}

  std::vector<JsonFile> Schemas() {
    std::vector<JsonFile> files;
    files.push_back({"s.json", *ParseJson(R"({"components": {"schemas": {"K": {
                       "type": "object", "x-kubernetes-group-version-kind":
                       [{"group": "", "version": "v1", "kind": "K"}]}}}})",
                                          &pool_)});
    return files;
  }

  // What is unanswered; each as `what` or `what: near miss`.
  std::vector<std::string> Answer() {
    auto answered = AnswerRequirements(step_, requirements_, given_, &request_);
    if (!answered.ok()) return {std::string(answered.status().message())};
    std::vector<std::string> texts;
    for (const Unanswered& each : answered->unanswered) {
      texts.push_back(each.near_miss.empty()
                          ? each.what
                          : absl::StrCat(each.what, ": ", each.near_miss));
    }
    return texts;
  }

  static std::string NameIn(const fn::Resources& found) {
    if (found.items().empty()) return "";
    return found.items(0)
        .resource()
        .fields()
        .at("metadata")
        .struct_value()
        .fields()
        .at("name")
        .string_value();
  }

  Pool pool_;
  Given given_;
  PipelineStep step_;
  fn::Requirements requirements_;
  fn::RunFunctionRequest request_;
};

TEST_F(RequirementAnswersTest, TheStepAndTheFunctionAreAnswered) {
  step_.required_resources = {{"boot", NamedRequirementAnswers("a")},
                              {"both", NamedRequirementAnswers("a")}};
  step_.required_schemas = {{"shape", SchemaOf("K")}};
  (*requirements_.mutable_resources())["own"] = NamedRequirementAnswers("b");
  (*requirements_.mutable_resources())["both"] = NamedRequirementAnswers("b");
  (*requirements_.mutable_extra_resources())["old"] =
      NamedRequirementAnswers("b");
  (*requirements_.mutable_schemas())["own"] = SchemaOf("K");
  EXPECT_THAT(Answer(), IsEmpty());
  EXPECT_EQ(request_.required_resources_size(), 3);
  EXPECT_EQ(NameIn(request_.required_resources().at("boot")), "a");
  EXPECT_EQ(NameIn(request_.required_resources().at("own")), "b");
  EXPECT_EQ(NameIn(request_.required_resources().at("both")), "b")
      << "the function's own answer counts";
  EXPECT_EQ(request_.extra_resources_size(), 1);
  EXPECT_EQ(NameIn(request_.extra_resources().at("old")), "b");
  EXPECT_EQ(request_.required_schemas_size(), 2);
  EXPECT_TRUE(request_.required_schemas().at("shape").has_openapi_v3());
  EXPECT_TRUE(request_.required_schemas().at("own").has_openapi_v3());
}

TEST_F(RequirementAnswersTest, WhatIsNotAskedForAnyMoreIsGone) {
  step_.required_resources = {{"boot", NamedRequirementAnswers("a")}};
  (*requirements_.mutable_resources())["own"] = NamedRequirementAnswers("b");
  (*requirements_.mutable_extra_resources())["old"] =
      NamedRequirementAnswers("b");
  (*requirements_.mutable_schemas())["own"] = SchemaOf("K");
  Answer();
  requirements_.Clear();
  Answer();
  EXPECT_EQ(request_.required_resources_size(), 1);
  EXPECT_TRUE(request_.required_resources().contains("boot"));
  EXPECT_TRUE(request_.extra_resources().empty());
  EXPECT_TRUE(request_.required_schemas().empty());
}

TEST_F(RequirementAnswersTest, WhatIsNotGivenIsAnsweredWithNothing) {
  step_.required_resources = {{"boot", NamedRequirementAnswers("x")}};
  (*requirements_.mutable_resources())["r"] = NamedRequirementAnswers("m");
  (*requirements_.mutable_extra_resources())["e"] =
      NamedRequirementAnswers("y");
  (*requirements_.mutable_schemas())["slip"] = SchemaOf("Kind");
  (*requirements_.mutable_schemas())["other"].set_api_version("v2");
  EXPECT_THAT(
      Answer(),
      ElementsAre("K \"m\": f:5:1 has it in namespace ns", "K \"x\"", "K \"y\"",
                  "the schema of Kind of v1: s.json has no such kind"));
  EXPECT_EQ(request_.required_resources().at("boot").items_size(), 0);
  EXPECT_EQ(request_.required_resources().at("r").items_size(), 0);
  EXPECT_EQ(request_.extra_resources().at("e").items_size(), 0);
  EXPECT_FALSE(request_.required_schemas().at("slip").has_openapi_v3());
  EXPECT_FALSE(request_.required_schemas().at("other").has_openapi_v3());
}

}  // namespace
}  // namespace loom

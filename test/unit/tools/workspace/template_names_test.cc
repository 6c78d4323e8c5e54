// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/template_names.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"

namespace loom {
namespace {

constexpr char kWeave[] =
    R"({"step": "a", "functionRef": {"name": "function-loom"}, "input": {
      "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
      "resources": [{"name": "network"}, {"name": "topic", "forEach": {}}]}})";

TEST(TemplateNames, KnowsWhatAPipelineMayMake) {
  const struct {
    const char* reason;
    std::string name;
    bool has;
    const char* advice;
  } kRows[] = {
      {"a template", "network", true, ""},
      {"an item of a loop", "topic-orders", true, ""},
      {"a Usage of dependencies", "1a2b3c-dependency", true, ""},
      {"a typing error", "netwrok", false, "did you mean network?"},
      {"a typing error in the name of a loop", "topci-orders", false,
       "did you mean topic-orders?"},
      {"another name", "database", false, "there are network, topic-KEY"},
      {"a Secret that nothing makes", "shop-connection", false,
       "there are network, topic-KEY"},
  };
  Pool pool;
  TemplateNames names;
  const Value steps = *ParseJson(absl::StrCat("[", kWeave, "]"), &pool);
  names.AddPipeline(&steps);
  EXPECT_TRUE(names.is_complete());
  EXPECT_TRUE(names.IsLoop("topic"));
  EXPECT_FALSE(names.IsLoop("network"));
  EXPECT_EQ(names.TemplateOf("topic-orders"), "topic");
  for (const auto& row : kRows) {
    EXPECT_EQ(names.Has(row.name), row.has) << row.reason;
    if (row.has) continue;
    EXPECT_EQ(names.AdviceFor(row.name), row.advice) << row.reason;
  }
}

TEST(TemplateNames, SaysWhetherItKnowsAll) {
  const struct {
    const char* reason;
    std::string steps;
    bool is_complete;
  } kRows[] = {
      {"a function that is built in", kWeave, true},
      {"a function that composes nothing",
       R"({"step": "ready", "functionRef": {"name": "function-auto-ready"}})",
       true},
      {"another function",
       R"({"step": "go", "functionRef": {"name": "function-go-templating"}})",
       false},
      {"a step that is no object", "5", false},
  };
  for (const auto& row : kRows) {
    Pool pool;
    TemplateNames names;
    const Value steps = *ParseJson(absl::StrCat("[", row.steps, "]"), &pool);
    names.AddPipeline(&steps);
    EXPECT_EQ(names.is_complete(), row.is_complete) << row.reason;
  }
  TemplateNames none;
  none.AddPipeline(nullptr);
  EXPECT_FALSE(none.is_complete()) << "a Composition without a pipeline";
}

TEST(TemplateNames, AllowsWhatSectionsMake) {
  Pool pool;
  TemplateNames names;
  names.Add(*ParseJson(R"({"resources": [{"name": "db"}], "references": [],
                           "connectionDetails": []})",
                       &pool));
  EXPECT_TRUE(names.Has("shop-connection"));
  EXPECT_TRUE(names.Has("db-refs"));
  EXPECT_FALSE(names.Has("network"));
}

}  // namespace
}  // namespace loom

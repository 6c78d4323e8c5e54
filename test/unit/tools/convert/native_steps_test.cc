// SPDX-License-Identifier: Apache-2.0
// The cases of cases_test.cc compare whole documents.
#include "tools/convert/native_steps.h"

#include <gtest/gtest.h>

#include "data/value/object.h"
#include "test/unit/tools/yaml/edited.h"

namespace loom {
namespace {

Chain ChainOf(std::vector<Run> runs) {
  Chain chain;
  chain.runs = std::move(runs);
  return chain;
}

struct RowNativeSteps {
  const char* reason;
  std::vector<std::string> steps;
  const char* input;  // without apiVersion and kind
};

TEST(NativeStepsTest, NativeInput) {
  const RowNativeSteps rows[] = {
      {"an environment",
       {Step("a", "environmentconfigs",
             "spec: {environmentConfigs: [1], defaultData: {x: 1}}")},
       "environment: {configs: [1], defaultData: {x: 1}}"},
      {"with patches",
       {Step("a", "environmentconfigs", "spec: {environmentConfigs: [1]}"),
        Step("b", "pt", "environment: {patches: [2]}, resources: [3]")},
       "environment: {configs: [1], patches: [2]}\nresources: [3]"},
      {"two environments",
       {Step("a", "environmentconfigs", "spec: {environmentConfigs: [1]}"),
        Step("b", "environmentconfigs", "spec: {environmentConfigs: [2]}")},
       "environment: {configs: [1, 2]}"},
      {"two environments, of which the second has configs",
       {Step("a", "environmentconfigs", "spec: {defaultData: {x: 1}}"),
        Step("b", "environmentconfigs", "spec: {environmentConfigs: [2]}")},
       "environment: {configs: [2], defaultData: {x: 1}}"},
      {"extra resources",
       {Step("a", "extra-resources",
             "spec: {extraResources: [1], policy: {}, context: {}}")},
       "extraResources: [1]"},
      {"two of P&T",
       {Step("a", "pt", "patchSets: [{name: x}], resources: [1]"),
        Step("b", "pt", "patchSets: [{name: x}, {name: y}], resources: [2]")},
       "patchSets: [{name: x}, {name: y}]\nresources: [1, 2]"},
      {"three of P&T",
       {Step("a", "pt", "resources: [1]"),
        Step("b", "pt", "patchSets: [{name: x}]"),
        Step("c", "pt", "patchSets: [{name: y}, {name: x}]")},
       "patchSets: [{name: x}, {name: y}]\nresources: [1]"},
      {"readiness and rules",
       {Step("a", "autoready", "ttl: 20s"),
        Step("b", "sequencer", "rules: [{sequence: [a, b]}]"),
        Step("c", "sequencer", "rules: [{sequence: [b, c]}]")},
       "readiness: {}\nttl: 20s\n"
       "dependencies:\n"
       "- {resource: b, dependsOn: [{resource: a}]}\n"
       "- {resource: c, dependsOn: [{resource: b}]}"},
      {"two of function-auto-ready",
       {Step("a", "autoready",
             "celHealthCheckCustomization: {_v1_Pod: 'true'}"),
        Step("b", "autoready", "")},
       "readiness: {kinds: [{apiVersion: v1, kind: Pod, readyWhen: 'true'}]}"},
      {"no input",
       {"- {step: a, functionRef: {name: function-auto-ready}}\n"},
       "readiness: {}"},
  };
  for (const RowNativeSteps& row : rows) {
    SCOPED_TRACE(row.reason);
    Edited test(Pipeline(row.steps));
    ConvertSteps(ChainOf({{0, row.steps.size(), "loom"}}), "mine", &test.edit);
    Value wanted = Tree(row.input, &test.pool);
    Set(wanted, "apiVersion", Borrow(kNativeVersion), &test.pool);
    Set(wanted, "kind", Borrow("Input"), &test.pool);
    EXPECT_EQ(test.Part({"spec", "pipeline", "0", "input"}), Written(wanted));
  }
}

TEST(NativeStepsTest, ReplacesTheStepsOfARun) {
  Edited test(
      Pipeline({"- {step: kcl}\n", Step("a", "pt", ""), Step("b", "pt", "")}));
  ConvertSteps(ChainOf({{1, 2, "loom"}}), "mine", &test.edit);
  EXPECT_EQ(test.Part({"spec", "pipeline"}),
            "- step: kcl\n- functionRef:\n    name: mine\n  input:\n"
            "    apiVersion: loom.fn.crossplane.io/v1beta1\n    kind: Input\n"
            "  step: loom\n");
}

TEST(NativeStepsTest, ConvertsARunInPlace) {
  Edited test(Pipeline(
      {Step("a", "environmentconfigs", "spec: {environmentConfigs: [1]}")}));
  ConvertSteps(ChainOf({{0, 1, "loom"}}), "mine", &test.edit);
  EXPECT_EQ(test.Text(),
            Pipeline({"- {step: loom, functionRef: {name: mine}, input: "
                      "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: "
                      "Input, environment: {configs: [1]}}}\n"}));
}

TEST(NativeStepsTest, MovesFieldsBehindThoseOfTheFirstStep) {
  const std::string head =
      "spec:\n  pipeline:\n"
      "  - step: loom\n    functionRef: {name: mine}\n    input:\n"
      "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
      "      resources:\n      - one\n";
  Edited test(
      "spec:\n  pipeline:\n"
      "  - step: a\n    functionRef: {name: f}\n    input:\n"
      "      apiVersion: pt.fn.crossplane.io/v1beta1\n"
      "      resources:\n      - one\n"
      "  - input:\n      apiVersion: pt.fn.crossplane.io/v1beta1\n"
      "      patchSets:\n      - x\n      resources:\n      - two # 2\n");
  ConvertSteps(ChainOf({{0, 2, "loom"}}), "mine", &test.edit);
  EXPECT_EQ(test.Text(),
            head + "      - two # 2\n      patchSets:\n      - x\n");
}

TEST(NativeStepsTest, IsStuckInBraces) {
  const RowNativeSteps rows[] = {
      {"a first step that has to grow",
       {Step("a", "environmentconfigs", "spec: {}"),
        Step("b", "pt", "resources: []")},
       "0"},
      {"a second one that has to be taken apart",
       {"- step: a\n    functionRef: {name: f}\n    input:\n"
        "      apiVersion: pt.fn.crossplane.io/v1beta1\n",
        Step("b", "pt", "resources: [two]")},
       "1"}};
  for (const RowNativeSteps& row : rows) {
    SCOPED_TRACE(row.reason);
    Edited test(Pipeline(row.steps));
    ConvertSteps(ChainOf({{0, 2, "loom"}}), "mine", &test.edit);
    ASSERT_TRUE(test.edit.stuck().has_value());
    EXPECT_EQ(test.edit.stuck()->path,
              (NodePath{"spec", "pipeline", row.input}));
  }
}

TEST(NativeStepsTest, FollowsAnAlias) {
  Edited test(
      "a: &a {name: f}\nspec:\n  pipeline:\n"
      "  - step: x\n    functionRef: *a\n"
      "    input: {apiVersion: pt.fn.crossplane.io/v1}\n");
  // What is wrong then shows when the text is read again.
  ConvertSteps(ChainOf({{0, 1, "loom"}}), "mine", &test.edit);
  EXPECT_FALSE(test.edit.stuck().has_value());
  EXPECT_EQ(test.edit.Text().substr(0, 18), "a: &a {name: mine}");
  EXPECT_EQ(test.Part({"a"}), "name: f\n");
}

TEST(NativeStepsTest, RenamesFunctions) {
  Edited test(Pipeline(
      {"- {step: kcl, functionRef: {name: f}}\n", Step("a", "pt", "")}));
  EXPECT_TRUE(RenameFunctions("mine", &test.edit));
  Edited renamed(test.Text());
  EXPECT_EQ(renamed.Part({"spec", "pipeline", "0", "functionRef"}),
            "name: f\n");
  EXPECT_EQ(renamed.Part({"spec", "pipeline", "1", "functionRef"}),
            "name: mine\n");
  EXPECT_FALSE(RenameFunctions("mine", &renamed.edit));
  Edited nameless(
      Pipeline({"- {step: a, functionRef: {}, input: "
                "{apiVersion: pt.fn.crossplane.io/v1beta1}}\n"}));
  EXPECT_TRUE(RenameFunctions("mine", &nameless.edit));
  EXPECT_TRUE(nameless.edit.stuck().has_value());
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_tree.h"

#include <gtest/gtest.h>

#include "data/value/object.h"
#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

struct RowNativeTree {
  const char* reason;
  std::vector<std::string> steps;
  const char* input;  // without apiVersion and kind
};

TEST(NativeTreeTest, NativeInput) {
  const RowNativeTree rows[] = {
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
      {"extra resources",
       {Step("a", "extra-resources",
             "spec: {extraResources: [1], policy: {}, context: {}}")},
       "extraResources: [1]"},
      {"two of P&T",
       {Step("a", "pt", "patchSets: [{name: x}], resources: [1]"),
        Step("b", "pt", "patchSets: [{name: x}, {name: y}], resources: [2]")},
       "patchSets: [{name: x}, {name: y}]\nresources: [1, 2]"},
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
  for (const RowNativeTree& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    Value document = Tree(Pipeline(row.steps), &pool);
    Value input = NativeInput(document, {0, row.steps.size(), "loom"}, &pool);
    Value wanted = Tree(row.input, &pool);
    Set(wanted, "apiVersion", Borrow(kNativeVersion), &pool);
    Set(wanted, "kind", Borrow("Input"), &pool);
    EXPECT_EQ(Written(input), Written(wanted));
  }
}

TEST(NativeTreeTest, ConvertSteps) {
  Pool pool;
  Value document = Tree(
      Pipeline({"- {step: kcl}\n", Step("a", "pt", ""), Step("b", "pt", "")}),
      &pool);
  Chain chain;
  chain.runs = {{1, 2, "loom"}};
  ConvertSteps(chain, "mine", &document, &pool);
  EXPECT_EQ(Written(*Find(*Find(document, "spec"), "pipeline")),
            "- step: kcl\n- functionRef:\n    name: mine\n  input:\n"
            "    apiVersion: loom.fn.crossplane.io/v1beta1\n    kind: Input\n"
            "  step: loom\n");
}

TEST(NativeTreeTest, ConvertSections) {
  Pool pool;
  Value document = Tree(
      "spec: {mode: Resources, resources: [1], environment: "
      "{environmentConfigs: [2]}}",
      &pool);
  ConvertSections("loom", "mine", &document, &pool);
  EXPECT_EQ(Written(*Find(document, "spec")),
            "mode: Pipeline\npipeline:\n- functionRef:\n    name: mine\n"
            "  input:\n    apiVersion: loom.fn.crossplane.io/v1beta1\n"
            "    environment:\n      configs:\n      - 2\n    kind: Input\n"
            "    resources:\n    - 1\n  step: loom\n");
}

TEST(NativeTreeTest, ConvertSectionsToDropIn) {
  Pool pool;
  Value document = Tree(
      "spec: {resources: [1], environment: {environmentConfigs: [2], patches: "
      "[3]}}",
      &pool);
  ConvertSectionsToDropIn("mine", &document, &pool);
  EXPECT_EQ(Written(*Find(document, "spec")),
            "mode: Pipeline\npipeline:\n- functionRef:\n    name: mine\n"
            "  input:\n"
            "    apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
            "    kind: Input\n    spec:\n      environmentConfigs:\n      - 2\n"
            "  step: environment\n- functionRef:\n    name: mine\n"
            "  input:\n    apiVersion: pt.fn.crossplane.io/v1beta1\n"
            "    environment:\n      patches:\n      - 3\n"
            "    kind: Resources\n    resources:\n    - 1\n  step: patch\n");
}

TEST(NativeTreeTest, RenameFunctions) {
  Pool pool;
  Value document = Tree(Pipeline({"- {step: kcl, functionRef: {name: f}}\n",
                                  Step("a", "pt", "")}),
                        &pool);
  EXPECT_EQ(StepsToRename(document, "mine"), std::vector<size_t>{1});
  RenameFunctions("mine", &document, &pool);
  EXPECT_EQ(StepsToRename(document, "mine"), std::vector<size_t>{});
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Config(const std::string& name, const std::string& data,
                   const std::string& version = "v1beta1") {
  return "apiVersion: apiextensions.crossplane.io/" + version +
         "\nkind: EnvironmentConfig\nmetadata: {name: " + name +
         ", labels: {app: shop}}\ndata: " + data + "\n";
}

// The list of sources is on line 5.
std::string Selects(const std::string& sources,
                    const std::string& policy = "Required") {
  return "apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
         "kind: Input\nspec:\n  policy: {resolution: " +
         policy + "}\n  environmentConfigs: [" + sources + "]\n";
}

TEST(CheckEnvironments, LooksAtTheGivenConfigs) {
  const std::string base = Selects("{type: Reference, ref: {name: base}}");
  EXPECT_EQ(Linted({base}), "");
  EXPECT_EQ(Linted({base, Config("base", "{a: 1}")}), "");
  EXPECT_EQ(Linted({base, Config("other", "{a: 1}")}),
            "5:54 env/config-missing spec.environmentConfigs[0].ref.name");
  EXPECT_EQ(Linted({base, Config("base", "{a: 1}", "v1alpha1")}),
            "5:54 env/config-missing spec.environmentConfigs[0].ref.name");
}

TEST(CheckEnvironments, KnowsWhatASelectorFinds) {
  auto selects = [](const std::string& more) {
    return Selects(
        "{type: Selector, selector: {mode: Multiple, matchLabels: [{key: app, "
        "type: Value, value: shop}]" +
        more + "}}");
  };
  const std::string a = Config("a", "{x: 1, o: {p: 1}}");
  const std::string b = Config("b", "{x: 2, o: {q: 1}}");
  EXPECT_EQ(Linted({selects(""), a, b}),
            "5:51 env/conflict spec.environmentConfigs[0].selector");
  EXPECT_EQ(Linted({selects(", sortByFieldPath: data.x"), a, b}), "");
  EXPECT_EQ(Linted({selects(""), a, Config("b", "{x: 1}")}), "");
}

TEST(CheckEnvironments, TellsWhereOptionalHasNoEffect) {
  const std::string source =
      "{type: Selector, selector: {matchLabels: [{key: app, type: Value, "
      "value: a}]}}";
  EXPECT_EQ(Linted({Selects(source, "Optional")}),
            "5:51 env/optional-selector spec.environmentConfigs[0].selector");
  EXPECT_EQ(Linted({Selects(source)}), "");
}

// A ConfigMap of the cluster is no EnvironmentConfig that is not given, and its keys are
// not known.
TEST(CheckEnvironments, LeavesOtherKindsAlone) {
  const std::string input =
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nenvironment:\n"
      "  configs: [{type: ConfigMap, ref: {name: other, namespace: a}}, "
      "{type: Secret, namespace: a, selector: {mode: Multiple, matchLabels: "
      "[{key: app, type: Value, value: shop}]}}]\n";
  EXPECT_EQ(Linted({input, Config("base", "{a: 1}"), Config("b", "{a: 2}")}),
            "");
}

TEST(CheckEnvironments, KnowsAllKeysIfAllConfigsAreGiven) {
  auto composition = [](const std::string& more,
                        const std::string& config = "{ref: {name: base}}") {
    return "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
           "spec:\n  compositeTypeRef: {apiVersion: example.org/v1, kind: X}\n"
           "  mode: Pipeline\n  pipeline:\n  - step: a\n"
           "    functionRef: {name: function-loom}\n    input:\n"
           "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
           "      environment:\n        defaultData: {stage: test}\n"
           "        configs: [" +
           config +
           "]\n"
           "      resources:\n      - name: a\n"
           "        base: {apiVersion: example.org/v1, kind: B}\n"
           "        patches:\n"
           "        - {type: FromEnvironmentFieldPath, fromFieldPath: stage, "
           "toFieldPath: spec.a}\n"
           "        - {type: FromEnvironmentFieldPath, fromFieldPath: acount, "
           "toFieldPath: spec.b}\n" +
           more;
  };
  const std::string base = Config("base", "{account: 1}");
  const char kWant[] =
      "19:59 env/unknown-key "
      "spec.pipeline[0].input.resources[0].patches[1].fromFieldPath";
  EXPECT_EQ(Linted({composition(""), base}), kWant);
  EXPECT_EQ(Linted({composition("")}), "");
  EXPECT_EQ(Linted({composition("",
                                "{type: ConfigMap, ref: {name: base, "
                                "namespace: a}}"),
                    base}),
            "");
  EXPECT_EQ(Linted({composition("  - {step: other, functionRef: {name: f}}\n"),
                    base}),
            "");
  EXPECT_EQ(Linted({composition(""), Config("base", "{acount: 1}")}), "");
}

}  // namespace
}  // namespace loom

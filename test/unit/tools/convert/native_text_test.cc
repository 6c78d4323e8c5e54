// SPDX-License-Identifier: Apache-2.0
// The cases of cases_test.cc compare whole documents.
#include "tools/convert/native_text.h"

#include <gtest/gtest.h>

#include "test/unit/tools/convert/document.h"
#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

std::optional<NodeRemark> Converted(const Chain& chain, TestDocument* test) {
  Pool pool;
  return ConvertStepsInText(Tree(test->nodes.text(), &pool), chain, "mine",
                            test->document);
}

TEST(NativeTextTest, ConvertsARunInPlace) {
  TestDocument test(Pipeline(
      {Step("a", "environmentconfigs", "spec: {environmentConfigs: [1]}")}));
  Chain chain;
  chain.runs = {{0, 1, "loom"}};
  EXPECT_FALSE(Converted(chain, &test).has_value());
  EXPECT_EQ(test.surgery.Text(),
            Pipeline({"- {step: loom, functionRef: {name: mine}, input: "
                      "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: "
                      "Input, environment: {configs: [1]}}}\n"}));
}

TEST(NativeTextTest, IsStuckInBraces) {
  TestDocument test(Pipeline({Step("a", "environmentconfigs", "spec: {}"),
                              Step("b", "pt", "resources: []")}));
  Chain chain;
  chain.runs = {{0, 2, "loom"}};
  auto stuck = Converted(chain, &test);
  ASSERT_TRUE(stuck.has_value());
  EXPECT_EQ(stuck->path, (NodePath{"spec", "pipeline", "0"}));
}

TEST(NativeTextTest, IsStuckAtAnAlias) {
  TestDocument test(
      "a: &a {name: f}\nspec:\n  pipeline:\n"
      "  - step: x\n    functionRef: *a\n"
      "    input: {apiVersion: pt.fn.crossplane.io/v1}\n");
  // The alias is followed; what is wrong then shows when the text is read again.
  Chain chain;
  chain.runs = {{0, 1, "loom"}};
  EXPECT_FALSE(Converted(chain, &test).has_value());
  EXPECT_EQ(test.surgery.Text().substr(0, 18), "a: &a {name: mine}");
}

TEST(NativeTextTest, RenamesFunctions) {
  TestDocument test(Pipeline({Step("a", "pt", ""), "- {step: b}\n"}));
  EXPECT_FALSE(RenameFunctionsInText({0}, "g", test.document).has_value());
  EXPECT_TRUE(RenameFunctionsInText({1}, "g", test.document).has_value());
}

TEST(NativeTextTest, ReplacesScalarsAndKeys) {
  TestDocument test("a: {b: 'x'} # c\n");
  EXPECT_TRUE(ReplaceScalar(test.document, {"a", "b"}, "no"));
  EXPECT_FALSE(ReplaceScalar(test.document, {"a"}, "no"));
  EXPECT_FALSE(ReplaceScalar(test.document, {"a", "c"}, "no"));
  RenameKey(test.document, NodeAt(test.document, {}), "a", "z");
  RenameKey(test.document, NodeAt(test.document, {}), "y", "z");
  EXPECT_EQ(test.surgery.Text(), "z: {b: \"no\"} # c\n");
}

}  // namespace
}  // namespace loom

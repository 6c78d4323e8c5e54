// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/native_tree.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kBase[] = "base: {apiVersion: v1, kind: A}";

TEST(NativeCheckTest, TakesOutRunsThatWouldBeRefused) {
  Pool pool;
  std::string good = absl::StrCat("resources: [{name: a, ", kBase, "}]");
  std::string bad = absl::StrCat("resources: [{name: a, ", kBase,
                                 "}, {name: a, ", kBase, "}]");
  Value document =
      Tree(Pipeline({Step("one", "pt", good), Step("two", "pt", bad)}), &pool);
  Chain chain;
  chain.runs = {{0, 1, "loom"}, {1, 1, "loom-2"}};
  CheckRuns(document, &chain, &pool);
  ASSERT_EQ(chain.runs.size(), 1);
  EXPECT_EQ(chain.runs[0].first, 0);
  EXPECT_THAT(
      Texts(chain.remarks.refusals),
      ElementsAre(HasSubstr(
          "spec.pipeline.1.input.resources.1.name: the native input refuses "
          "this: resources[1].name: ")));
}

TEST(NativeCheckTest, NamesTheInputOfSeveralSteps) {
  Pool pool;
  Value document = Tree(Pipeline({Step("one", "pt", "resources: [{name: a}]"),
                                  Step("two", "pt", "resources: [{nam: b}]")}),
                        &pool);
  Chain chain;
  chain.runs = {{0, 2, "loom"}};
  CheckRuns(document, &chain, &pool);
  EXPECT_THAT(Texts(chain.remarks.refusals),
              ElementsAre(HasSubstr("spec.pipeline.0.input: ")));
}

TEST(NativeCheckTest, CheckOnlyStep) {
  Pool pool;
  Value good =
      Tree(absl::StrCat("spec: {resources: [{name: a, ", kBase, "}]}"), &pool);
  ConvertSections("loom", "f", &good, &pool);
  NodeRemarks remarks;
  CheckOnlyStep(good, &remarks);
  EXPECT_THAT(remarks.refusals, IsEmpty());
  Value bad = Tree("spec: {resources: [{name: a, base: {}}]}", &pool);
  ConvertSections("loom", "f", &bad, &pool);
  CheckOnlyStep(bad, &remarks);
  EXPECT_THAT(Texts(remarks.refusals),
              ElementsAre(HasSubstr("spec.resources.0.base: ")));
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/edited.h"
#include "tools/convert/native_sections.h"
#include "tools/convert/native_steps.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kBase[] = "base: {apiVersion: v1, kind: A}";

void Check(const std::vector<std::string>& steps, Chain* chain) {
  Edited test(Pipeline(steps));
  ConvertSteps(*chain, "mine", &test.edit);
  CheckRuns(test.edit.NewValue(), chain);
}

TEST(NativeCheckTest, TakesOutRunsThatWouldBeRefused) {
  const std::string good = absl::StrCat("resources: [{name: a, ", kBase, "}]");
  const std::string bad = absl::StrCat("resources: [{name: a, ", kBase,
                                       "}, {name: a, ", kBase, "}]");
  Chain chain;
  chain.runs = {{0, 2, "loom"}, {2, 1, "loom-2"}};
  Check({Step("zero", "environmentconfigs", "spec: {}"),
         Step("one", "pt", good), Step("two", "pt", bad)},
        &chain);
  ASSERT_EQ(chain.runs.size(), 1);
  EXPECT_EQ(chain.runs[0].first, 0);
  EXPECT_THAT(
      Texts(chain.remarks.refusals),
      ElementsAre(HasSubstr(
          "spec.pipeline.2.input.resources[1].name: the native input refuses "
          "this: resources[1].name: ")));
}

TEST(NativeCheckTest, NamesTheInputOfSeveralSteps) {
  Chain chain;
  chain.runs = {{0, 2, "loom"}};
  Check({Step("one", "pt", "resources: [{name: a}]"),
         Step("two", "pt", "resources: [{nam: b}]")},
        &chain);
  EXPECT_THAT(Texts(chain.remarks.refusals),
              ElementsAre(HasSubstr("spec.pipeline.0.input: ")));
}

TEST(NativeCheckTest, CheckInput) {
  Pool pool;
  const std::string head = absl::StrCat("apiVersion: ", kNativeVersion,
                                        "\nkind: Input\nresources: ");
  NodeRemarks remarks;
  CheckInput(Tree(absl::StrCat(head, "[{name: a, ", kBase, "}]"), &pool),
             {"spec"}, &remarks);
  EXPECT_THAT(remarks.refusals, IsEmpty());
  CheckInput(Tree(absl::StrCat(head, "[{name: a, base: {}}]"), &pool), {"spec"},
             &remarks);
  EXPECT_THAT(Texts(remarks.refusals),
              ElementsAre(HasSubstr("spec.resources[0].base: ")));
}

}  // namespace
}  // namespace loom

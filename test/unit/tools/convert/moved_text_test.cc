// SPDX-License-Identifier: Apache-2.0
// The cases of cases_test.cc compare whole documents.
#include "tools/convert/moved_text.h"

#include <gtest/gtest.h>

#include "test/unit/tools/convert/document.h"

namespace loom {
namespace {

TEST(MovedTextTest, MovesMembersBehindThoseOfTheFirstStep) {
  TestDocument test(
      "spec:\n  pipeline:\n"
      "  - input:\n      apiVersion: a\n      resources:\n      - one\n"
      "  - input:\n      apiVersion: b\n      patchSets:\n      - x\n"
      "      resources:\n      - two # 2\n");
  const auto input = [&test](const std::string& step) {
    return NodeAt(test.document, {"spec", "pipeline", step, "input"});
  };
  const Mover mover(test.nodes, test.layout, &test.surgery);
  MovedText moved(test.document, *mover.EndOf(input("0")));
  moved.Own(input("0"));
  const auto second =
      test.layout.Entry(NodeAt(test.document, {"spec", "pipeline"}), 1);
  EXPECT_TRUE(moved.MoveStep(second->lines, input("1"), false));
  EXPECT_EQ(test.surgery.Text(),
            "spec:\n  pipeline:\n"
            "  - input:\n      apiVersion: a\n      resources:\n      - one\n"
            "      - two # 2\n      patchSets:\n      - x\n");
}

TEST(MovedTextTest, CannotTakeBracesApart) {
  TestDocument test("- {resources: [one]}\n- {resources: [two]}\n");
  MovedText moved(test.document, {});
  moved.Own(NodeAt(test.document, {"0"}));
  EXPECT_FALSE(moved.MoveStep({}, NodeAt(test.document, {"1"}), false));
}

TEST(MovedTextTest, NamesTheEnvironment) {
  TestDocument test("spec: {environmentConfigs: []}\n");
  RenameEnvironment(test.document, NodeAt(test.document, {}));
  EXPECT_EQ(test.surgery.Text(), "environment: {configs: []}\n");
  EXPECT_TRUE(IsHead("kind"));
  EXPECT_FALSE(IsHead("spec"));
}

}  // namespace
}  // namespace loom

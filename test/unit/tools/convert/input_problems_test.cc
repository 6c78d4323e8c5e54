// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/ready_rules.h"

namespace loom {
namespace {

TEST(InputProblems, AreThoseOfACall) {
  Pool pool;
  const std::string head =
      "apiVersion: sequencer.fn.crossplane.io/v1beta1\nkind: Input\n";
  EXPECT_TRUE(ProblemsOfInput(Tree(head + "rules: [{sequence: [a, b]}]", &pool))
                  .empty());
  EXPECT_EQ(
      Brief(ProblemsOfInput(Tree(head + "rules: [{sequnce: [a], x: 1}]", &pool))
                .Joined()),
      "rules[0]: unknown sequnce (sequence?); rules[0]: unknown x");
}

}  // namespace
}  // namespace loom

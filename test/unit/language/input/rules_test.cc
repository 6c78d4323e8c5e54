// SPDX-License-Identifier: Apache-2.0
#include "language/input/rules.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(RulesOf, HasARowForEachInput) {
  for (Dialect dialect :
       {Dialect::kNative, Dialect::kPatchAndTransform,
        Dialect::kEnvironmentConfigs, Dialect::kExtraResources}) {
    EXPECT_EQ(RulesOf(dialect).dialect, dialect);
    EXPECT_EQ(RulesOf(dialect).follows_go, dialect != Dialect::kNative);
    EXPECT_EQ(RulesOf(dialect).refuses_mistakes, dialect == Dialect::kNative);
    EXPECT_EQ(StrictRulesOf(dialect).dialect, dialect);
    EXPECT_TRUE(StrictRulesOf(dialect).refuses_mistakes);
  }
}

}  // namespace
}  // namespace loom

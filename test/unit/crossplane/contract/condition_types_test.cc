// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "crossplane/contract/outcome.h"

namespace loom {
namespace {

TEST(OrderOfCondition, IsThatOfTheTable) {
  EXPECT_LT(OrderOfCondition("ReferencesResolved"),
            OrderOfCondition("ProviderConfigApplied"));
  EXPECT_LT(OrderOfCondition("ProviderConfigApplied"),
            OrderOfCondition("ConnectionDetailsReady"));
  EXPECT_LT(OrderOfCondition("ConnectionDetailsReady"),
            OrderOfCondition("Other"))
      << "types of nobody come last";
  EXPECT_EQ(OrderOfCondition("Other"), OrderOfCondition("Another"));
}

TEST(ConditionTypeOf, HasNoRuleForTypesOfNobody) {
  EXPECT_TRUE(ConditionTypeOf("ConnectionDetailsReady").silent);
  EXPECT_TRUE(ConditionTypeOf("ProviderConfigApplied").has_subject);
  EXPECT_FALSE(ConditionTypeOf("Other").silent);
  EXPECT_FALSE(ConditionTypeOf("Other").has_subject);
}

}  // namespace
}  // namespace loom

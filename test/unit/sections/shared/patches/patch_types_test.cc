// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch_types.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"

namespace loom {
namespace {

using enum Endpoint;
using enum PatchForm;
const Rules& kNativePatchTypes = RulesOf(Dialect::kNative);
const Rules& kDropInPatchTypes = RulesOf(Dialect::kPatchAndTransform);
constexpr PatchScope kResource = PatchScope::kResource;
constexpr PatchScope kInLoop = PatchScope::kLoop;
constexpr PatchScope kInSet = PatchScope::kPatchSet;
constexpr PatchScope kInEnvironment = PatchScope::kEnvironment;
constexpr PatchScope kInSecret = PatchScope::kSecretLocation;

TEST(FindPatchType, KnowsWhereTypesMayStand) {
  const struct {
    const char* reason;
    PatchScope scope;
    const char* name;
    Endpoint from;
    Endpoint to;
    PatchForm form;
  } tests[] = {
      {"From reads what is observed, and writes what is desired.", kResource,
       "FromCompositeFieldPath", kObservedComposite, kDesiredComposed, kCopy},
      {"To reads the observed resource.", kResource, "ToCompositeFieldPath",
       kObservedComposed, kDesiredComposite, kCopy},
      {"The environment is both.", kResource, "FromEnvironmentFieldPath",
       kEnvironment, kDesiredComposed, kCopy},
      {"… both.", kResource, "CombineToEnvironment", kObservedComposed,
       kEnvironment, kCombine},
      {"In the environment's list the names mean other endpoints.",
       kInEnvironment, "FromCompositeFieldPath", kObservedComposite,
       kEnvironment, kCopy},
      {"Two names of one thing.", kInEnvironment, "ToEnvironmentFieldPath",
       kObservedComposite, kEnvironment, kCopy},
      {"The other way there are two, too.", kInEnvironment,
       "ToCompositeFieldPath", kEnvironment, kDesiredComposite, kCopy},
      {"… too.", kInEnvironment, "FromEnvironmentFieldPath", kEnvironment,
       kDesiredComposite, kCopy},
      {"A set's patches have the types of a resource's.", kInSet,
       "CombineToComposite", kObservedComposed, kDesiredComposite, kCombine},
      {"A secret's place comes from the composite only.", kInSecret,
       "CombineFromComposite", kObservedComposite, kSecretLocation, kCombine},
      {"Or from an expression.", kInSecret, "FromExpression", kNothing,
       kSecretLocation, kExpression},
      {"An expression reads what it names.", kResource, "FromExpression",
       kNothing, kDesiredComposed, kExpression},
      {"It writes elsewhere, too.", kInSet, "ToCompositeFromExpression",
       kNothing, kDesiredComposite, kExpression},
      {"… elsewhere.", kInLoop, "ToEnvironmentFromExpression", kNothing,
       kEnvironment, kExpression},
      {"In the environment's list it goes there.", kInEnvironment,
       "FromExpression", kNothing, kEnvironment, kExpression},
      {"An item is a source.", kInLoop, "FromItemFieldPath", kItem,
       kDesiredComposed, kCopy},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const PatchType* type =
        FindPatchType(test.scope, test.name, kNativePatchTypes);
    ASSERT_NE(type, nullptr);
    EXPECT_EQ(type->name, test.name);
    EXPECT_EQ(type->from, test.from);
    EXPECT_EQ(type->to, test.to);
    EXPECT_EQ(type->form, test.form);
  }
}

TEST(FindPatchType, KnowsNoOthers) {
  const struct {
    const char* reason;
    PatchScope scope;
    const char* name;
    const Rules& rules = kNativePatchTypes;
  } tests[] = {
      {"Names are spelt exactly.", kResource, "fromCompositeFieldPath"},
      {"A reference to a set is no patch.", kResource, "PatchSet"},
      {"There is no default here.", kResource, ""},
      {"The environment has no composed resource to combine into.",
       kInEnvironment, "CombineFromEnvironment"},
      {"A secret's place does not come from the environment.", kInSecret,
       "FromEnvironmentFieldPath"},
      {"Nor does it go anywhere.", kInSecret, "ToCompositeFieldPath"},
      {"P&T has no expressions.", kResource, "FromExpression",
       kDropInPatchTypes},
      {"Nor has it items.", kResource, "FromItemFieldPath", kDropInPatchTypes},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(FindPatchType(test.scope, test.name, test.rules), nullptr);
  }
}

TEST(FindPatchType, KnowsTheDefaultEverywhere) {
  for (PatchScope scope : {kResource, kInSet, kInEnvironment, kInSecret}) {
    EXPECT_NE(FindPatchType(scope, kDefaultPatchType, kDropInPatchTypes),
              nullptr);
  }
}

TEST(PatchTypeNames, AreInTheOrderOfTheTable) {
  EXPECT_EQ(absl::StrJoin(PatchTypeNames(kResource, kDropInPatchTypes), ", "),
            "FromCompositeFieldPath, ToCompositeFieldPath, "
            "FromEnvironmentFieldPath, ToEnvironmentFieldPath, "
            "CombineFromComposite, CombineToComposite, "
            "CombineFromEnvironment, CombineToEnvironment, PatchSet");
  EXPECT_EQ(absl::StrJoin(PatchTypeNames(kInSecret, kDropInPatchTypes), ", "),
            "FromCompositeFieldPath, CombineFromComposite");
  EXPECT_EQ(absl::StrJoin(PatchTypeNames(kInSecret, kNativePatchTypes), ", "),
            "FromCompositeFieldPath, CombineFromComposite, FromExpression");
}

}  // namespace
}  // namespace loom

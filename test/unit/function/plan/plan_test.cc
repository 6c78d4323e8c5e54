// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/substitute.h"
#include "base/memory.h"
#include "test/testing/brief.h"
#include "test/testing/call.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr char kInputPlan[] = R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
    "resources": [{"name": "a", "base": {"kind": "Bucket"}}]})";

TEST(Plan, OwnsWhatItWasReadFrom) {
  auto bytes = std::make_unique<std::string>(StructBytes(kInputPlan));
  auto plan = Plan::Parse(*bytes);
  bytes.reset();  // the sanitizer would see it being read
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->problems, "");
  EXPECT_EQ((*plan)->rules->dialect, Dialect::kPatchAndTransform);
  EXPECT_EQ((*plan)->sections.size(), 1u);
  EXPECT_EQ(ToJson((*plan)->input), ToJson(Json(kInputPlan)));
}

TEST(Plan, OfAWrongInputHoldsTheProblems) {
  auto plan =
      Plan::Parse(StructBytes(R"({"apiVersion": "pt.fn.crossplane.io/v1beta1"
      , "resources": [{}, {}]})"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->problems,
            "resources[0].name: Required value: name is required; "
            "resources[1].name: Required value: name is required");
}

// A mistake that a Go function lets pass must not stop who switches over.
TEST(Plan, OfADropInInputNotesWhatTheNativeOneRefuses) {
  const struct {
    const char* reason;
    const char* group;
    const char* members;
    // The same in the native input.
    const char* native;
    const char* mistake;
    const char* native_mistake;
  } tests[] = {
      {"A path that is never walked, or whose error is forgiven.", "pt",
       R"("resources": [{"name": "a", "base": {"kind": "K"},
          "patches": [{"fromFieldPath": "a..b"}]}])",
       nullptr,
       "resources[0].patches[0].fromFieldPath: Invalid value: cannot parse "
       "path \"a..b\": unexpected '.' at position 2",
       nullptr},
      {"A patch that writes nothing.", "pt",
       R"("resources": [{"name": "a", "base": {"kind": "K"},
          "patches": [{"fromFieldPath": "spec", "toFieldPath": ""}]}])",
       nullptr,
       "resources[0].patches[0].toFieldPath: Invalid value: \"\": the patch "
       "writes nothing",
       nullptr},
      {"A patch set that hides another.", "pt",
       R"("patchSets": [{"name": "a"}, {"name": "a"}],
          "resources": [{"name": "a", "base": {"kind": "K"}}])",
       nullptr, "patchSets[1].name: Invalid value: duplicate name \"a\"",
       nullptr},
      {"A resource that hides another.", "pt",
       R"("resources": [{"name": "a", "base": {"kind": "K"}},
                        {"name": "a", "base": {"kind": "K"}}])",
       nullptr, "resources[1].name: Invalid value: duplicate name \"a\"",
       nullptr},
      {"A fallback of a name that means nothing.", "pt",
       R"("resources": [{"name": "a", "base": {"kind": "K"}, "patches": [
          {"fromFieldPath": "a", "transforms": [{"type": "match", "match": {
           "fallbackTo": "Nothing", "patterns": [
               {"type": "literal", "literal": "a"}]}}]}]}])",
       nullptr,
       "resources[0].patches[0].transforms[0].match.fallbackTo: Invalid value: "
       "\"Nothing\": expected one of Value, Input",
       nullptr},
      {"A type of source, a policy.", "environmentconfigs",
       R"("spec": {"environmentConfigs": [{"type": "Other"}],
                   "policy": {"resolution": "optional"}})",
       R"("environment": {"configs": [{"type": "Other"}],
                          "policy": {"resolution": "optional"}})",
       "spec.environmentConfigs[0].type: Invalid value: \"Other\": expected "
       "one of "
       "Reference, Selector; spec.policy.resolution: Invalid value: "
       "\"optional\": expected one of Required, Optional (Optional?)",
       "environment.configs[0].type: Invalid value: \"Other\": expected one of "
       "Reference, Selector, ConfigMap, Secret; environment.policy.resolution: "
       "Invalid value: \"optional\": expected one of Required, Optional "
       "(Optional?)"},
      {"A matcher that matches nothing, an entry without a kind.",
       "extra-resources",
       R"("spec": {"extraResources": [{"into": "a", "apiVersion": "v1",
           "type": "Selector", "selector": {"matchLabels": [
               {"type": "Env", "key": "a"}]}}]})",
       R"("extraResources": [{"into": "a", "apiVersion": "v1",
           "type": "Selector", "selector": {"matchLabels": [
               {"type": "Env", "key": "a"}]}}])",
       "spec.extraResources[0].kind: Invalid value: kind is required; "
       "spec.extraResources[0].selector.matchLabels[0].type: Invalid value: "
       "\"Env\": expected one of FromCompositeFieldPath, "
       "Value",
       "extraResources[0].kind: Invalid value: kind is required; "
       "extraResources[0].selector.matchLabels[0].type: Invalid value: "
       "\"Env\": expected one of FromCompositeFieldPath, "
       "Value, FromEnvironmentFieldPath"},
  };
  auto parse = [](absl::string_view group, absl::string_view members) {
    const std::string json =
        absl::StrCat(R"({"apiVersion": ")", group,
                     R"(.fn.crossplane.io/v1beta1", )", members, "}");
    return *Plan::Parse(StructBytes(json));
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto drop_in = parse(test.group, test.members);
    EXPECT_EQ(drop_in->problems, "");
    EXPECT_EQ(Brief(absl::StrJoin(drop_in->notes, "; ")), test.mistake);
    auto native = parse("loom", test.native ? test.native : test.members);
    EXPECT_EQ(Brief(native->problems),
              test.native_mistake ? test.native_mistake : test.mistake);
    EXPECT_TRUE(native->notes.empty());
  }
}

TEST(Plan, RefusesAKeyThatIsGivenTwice) {
  const std::string twice =
      EntryWire("kind", TextWire("A")) + EntryWire("kind", TextWire("B"));
  EXPECT_EQ(Plain(Plan::Parse(twice).status()),
            absl::InvalidArgumentError("input: the key \"kind\" occurs twice"));
}

TEST(Plan, RefusesWhatIsNoStruct) {
  const std::string cut = StructBytes(kInputPlan).substr(0, 9);
  EXPECT_TRUE(absl::IsInvalidArgument(Plan::Parse(cut).status()));
}

TEST(Plan, HoldsMoreThanItsBytes) {
  const std::string bytes = StructBytes(kInputPlan);
  const std::string empty;
  auto small = Plan::Parse(empty);
  auto large = Plan::Parse(bytes);
  EXPECT_GT((*large)->size, bytes.size());
  EXPECT_GT((*large)->size, (*small)->size);
}

// An input with one template that has `count` patches like this one, in which
// $0 stands for their number.
std::string InputOf(int count, absl::string_view patch) {
  std::vector<std::string> patches;
  patches.reserve(count);
  for (int i = 0; i < count; ++i) patches.push_back(absl::Substitute(patch, i));
  return absl::StrCat(
      R"({"apiVersion": "pt.fn.crossplane.io/v1beta1", "resources": [{"name":
          "a", "base": {"apiVersion": "v1", "kind": "Bucket"}, "patches": [)",
      absl::StrJoin(patches, ","), "]}]}");
}

TEST(Plan, KnowsWhatItHolds) {
  const std::string long_path(absl::StrCat(
      "spec", absl::StrJoin(std::vector<std::string>(50, ""), ".abc")));
  struct {
    const char* reason;
    std::string input;
  } tests[] = {
      {"Patches.", InputOf(200, R"({"fromFieldPath": "spec.a$0"})")},
      {"Long paths have many segments.",
       InputOf(1000,
               absl::StrCat(R"({"fromFieldPath": ")", long_path, R"($0"})"))},
      {"Transforms.",
       InputOf(200, R"({"fromFieldPath": "spec.a$0", "transforms":
          [{"type": "map", "map": {"a": "b", "c": "d$0"}},
           {"type": "string", "string": {"type": "Format", "fmt": "%s-$0"}}]})")},
      {"A combination of variables.",
       InputOf(200,
               R"({"type": "CombineFromComposite", "toFieldPath": "spec.a$0",
          "combine": {"strategy": "string", "string": {"fmt": "%s%s"}, "variables":
          [{"fromFieldPath": "spec.b"}, {"fromFieldPath": "spec.c$0"}]}})")},
      {"Expressions.", InputOf(50, R"({"fromFieldPath": "spec.a", "transforms":
          [{"type": "string", "string": {"type": "Regexp", "regexp":
            {"match": "^[a-z]+-$0(b|c)*$$"}}}]})")},
      {"Mistakes.", InputOf(200, R"({"fromFieldPath": "spec.a[$0"})")},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    constexpr int kPlans = 10;
    const std::string bytes = StructBytes(test.input);
    std::vector<std::shared_ptr<const Plan>> plans;
    plans.reserve(kPlans);
    const Allocated before;
    size_t known = 0;
    for (int i = 0; i < kPlans; ++i) {
      plans.push_back(*Plan::Parse(bytes));
      known += plans.back()->size - plans.back()->pattern_growth;
    }
    size_t held = before.Since().value_or(known);
    EXPECT_GT(known, held * 8 / 10);
    EXPECT_LT(known, held * 12 / 10);
  }
}

}  // namespace
}  // namespace loom

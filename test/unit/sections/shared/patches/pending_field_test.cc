// SPDX-License-Identifier: Apache-2.0
// What a pending expression leaves as it is.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/resources/template_renderer.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

constexpr char kObserved[] = R"({"a": {"resource": {"kind": "K",
    "metadata": {"name": "a-1"}, "spec": {"v": 7, "l": [{"v": 1}]}}}})";
constexpr char kOtherwise[] = R"({"a": {"resource": {"kind": "K",
    "metadata": {"name": "a-1"}, "spec": {"base": false}}}})";

TEST(PendingField, KeepsWhatIsObserved) {
  const struct {
    const char* reason;
    const char* patch;
    const char* observed;
    const char* made;
    const char* path;
    const char* want;
  } tests[] = {
      {"A resource that does not exist is withheld.",
       R"("type": "FromExpression", "toFieldPath": "spec.v")", "{}",
       " not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources", "absent"},
      {"A field of one that exists stays.",
       R"("type": "FromExpression", "toFieldPath": "spec.v")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources[a].resource.spec", R"({"base":true,"v":7})"},
      {"A field that was never written does not.",
       R"("type": "FromExpression", "toFieldPath": "spec.w")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"It stays as it is observed, not as the base has it.",
       R"("type": "FromExpression", "toFieldPath": "spec.base")", kOtherwise,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources[a].resource.spec", R"({"base":false})"},
      {"What is not observed is what the base has.",
       R"("type": "FromExpression", "toFieldPath": "spec.base")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"A wildcard keeps nothing.",
       R"("type": "FromExpression", "toFieldPath": "spec.l[*].v")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"Nothing is withheld for the status of the composite, which stays.",
       R"("type": "ToCompositeFromExpression", "toFieldPath": "status.v")",
       "{}",
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "desired.composite.resource.status", R"({"v":"before"})"},
      {"The environment has no observed state.",
       R"("type": "ToEnvironmentFromExpression", "toFieldPath": "v")", "{}",
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: composite.spec.x: no such key",
       "context[apiextensions.crossplane.io/environment].v", "absent"},
      {"Optional passes over it.",
       R"("type": "FromExpression", "toFieldPath": "spec.v",
          "policy": {"fromFieldPath": "Optional"})",
       "{}", "a", "desired.resources[a].resource.spec", R"({"base":true})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.status = R"({"v": "before"})";
    call.observed = test.observed;
    call.resources = absl::StrCat(
        R"([{"name": "a", "base": {"kind": "K", "spec": {"base": true}},
             "patches": [{"expression": "composite.spec.x", )",
        test.patch, "}]}]");
    EXPECT_EQ(call.Made(), test.made);
    EXPECT_EQ(call.At(test.path), test.want);
  }
}

// The value before the field vanished was that of the second patch.
TEST(PendingField, KeepsItAgainstAnEarlierPatch) {
  NativeCall call;
  call.observed = kObserved;
  call.resources = R"([{"name": "a", "base": {"kind": "K"}, "patches": [
      {"type": "FromExpression", "toFieldPath": "spec.v", "expression": "1"},
      {"type": "FromExpression", "toFieldPath": "spec.v",
       "expression": "composite.spec.x"}]}])";
  EXPECT_EQ(call.At("desired.resources[a].resource.spec"), R"({"v":7})");
}

// Nor does a step lower it that only patches the resource of an earlier one.
TEST(PendingField, KeepsItAgainstAnEarlierStep) {
  NativeCall call;
  call.observed = kObserved;
  call.desired = R"({"a": {"resource": {"kind": "K", "spec": {"v": 1}}}})";
  call.resources = R"([{"name": "a", "patches": [{"type": "FromExpression",
      "toFieldPath": "spec.v", "expression": "composite.spec.x"}]}])";
  EXPECT_EQ(call.At("desired.resources[a].resource.spec"), R"({"v":7})");
}

TEST(PendingField, WaitsForATransformAsForAPatch) {
  constexpr char kPending[] =
      " not ready; FieldMissing: a: resources[0].patches[0]: transforms[0] "
      "(expression): 1:26: composite.x: no such key";
  const struct {
    const char* reason;
    const char* patch;
    const char* observed;
    std::string made;
    const char* path;
    const char* want;
  } tests[] = {
      {"A resource that does not exist is withheld.",
       R"("fromFieldPath": "spec.n", "toFieldPath": "spec.v")", "{}", kPending,
       "desired.resources", "absent"},
      {"A field of one that exists stays.",
       R"("fromFieldPath": "spec.n", "toFieldPath": "spec.v")", kObserved,
       absl::StrCat("a", kPending), "desired.resources[a].resource.spec",
       R"({"base":true,"v":7})"},
      {"Required is no reason to lose it.",
       R"("fromFieldPath": "spec.n", "toFieldPath": "spec.v",
          "policy": {"fromFieldPath": "Required"})",
       kObserved, absl::StrCat("a", kPending),
       "desired.resources[a].resource.spec", R"({"base":true,"v":7})"},
      {"So it is behind a Combine.",
       R"("type": "CombineFromComposite", "toFieldPath": "spec.v", "combine": {
          "strategy": "string", "string": {"fmt": "%v"},
          "variables": [{"fromFieldPath": "spec.n"}]})",
       kObserved, absl::StrCat("a", kPending),
       "desired.resources[a].resource.spec", R"({"base":true,"v":7})"},
      {"And on the way to the composite.",
       R"("type": "ToCompositeFieldPath", "fromFieldPath": "spec.v",
          "toFieldPath": "status.v")",
       kObserved, absl::StrCat("a", kPending),
       "desired.composite.resource.status", R"({"v":"before"})"},
      {"A policy without fromFieldPath does not pass over it.",
       R"("fromFieldPath": "spec.n", "toFieldPath": "spec.v",
          "policy": {"toFieldPath": "MergeObjects"})",
       "{}", kPending, "desired.resources", "absent"},
      {"Optional does, where the author says it.",
       R"("fromFieldPath": "spec.n", "toFieldPath": "spec.v",
          "policy": {"fromFieldPath": "Optional"})",
       "{}", "a", "desired.resources[a].resource.spec", R"({"base":true})"},
      {"A source that is missing is passed over before.",
       R"("fromFieldPath": "spec.gone", "toFieldPath": "spec.v")", kObserved,
       "a", "desired.resources[a].resource.spec", R"({"base":true})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 2})";
    call.status = R"({"v": "before"})";
    call.observed = test.observed;
    call.resources = absl::StrCat(
        R"([{"name": "a", "base": {"kind": "K", "spec": {"base": true}},
             "patches": [{"transforms": [{"type": "expression",
             "expression": "string(value) + composite.x"}], )",
        test.patch, "}]}]");
    EXPECT_EQ(call.Made(), test.made);
    EXPECT_EQ(call.At(test.path), test.want);
  }
}

}  // namespace
}  // namespace loom

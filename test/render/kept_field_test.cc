// SPDX-License-Identifier: Apache-2.0
// What a pending expression leaves as it is.
#include "render/kept_field.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/render/native_call.h"

namespace loom {
namespace {

constexpr char kObserved[] = R"({"a": {"resource": {"kind": "K",
    "metadata": {"name": "a-1"}, "spec": {"v": 7, "l": [{"v": 1}]}}}})";

TEST(KeepField, KeepsWhatIsObserved) {
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
       "1:15: no such key: \"x\"",
       "desired.resources", "absent"},
      {"A field of one that exists stays.",
       R"("type": "FromExpression", "toFieldPath": "spec.v")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
       "desired.resources[a].resource.spec", R"({"base":true,"v":7})"},
      {"A field that was never written does not.",
       R"("type": "FromExpression", "toFieldPath": "spec.w")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"What the base has is desired already.",
       R"("type": "FromExpression", "toFieldPath": "spec.base")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"A wildcard keeps nothing.",
       R"("type": "FromExpression", "toFieldPath": "spec.l[*].v")", kObserved,
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
       "desired.resources[a].resource.spec", R"({"base":true})"},
      {"Nothing is withheld for the status of the composite, which stays.",
       R"("type": "ToCompositeFromExpression", "toFieldPath": "status.v")",
       "{}",
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
       "desired.composite.resource.status", R"({"v":"before"})"},
      {"The environment has no observed state.",
       R"("type": "ToEnvironmentFromExpression", "toFieldPath": "v")", "{}",
       "a not ready; FieldMissing: a: resources[0].patches[0]: expression: "
       "1:15: no such key: \"x\"",
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

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/endpoints.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// Applies one patch of a resource that is observed, or is not, and shows the
// composite, the resource and the environment afterwards.
std::string Applied(const char* patch, bool observed) {
  TestCall call(RequestBytes(R"({
      "observed": {"composite": {"resource": {"apiVersion": "e.org/v1",
          "kind": "X", "spec": {"a": 1}}}},
      "context": {"apiextensions.crossplane.io/environment":
          {"kind": "Environment", "b": 2}},
      "input": {"apiVersion": "pt.fn.crossplane.io/v1"}})"));
  AuthorInput input(patch, Dialect::kPatchAndTransform);
  auto parsed = Patch::Parse(input.root(), PatchScope::kResource);
  EXPECT_EQ(input.problems(), "");
  Value from = Json(R"({"status": {"c": 3}})");
  Value to = Json(R"({"kind": "K"})");
  Endpoints endpoints{.call = call.state,
                      .observed = observed ? &from : nullptr,
                      .desired = &to};
  absl::Status status = endpoints.Apply(*parsed);
  if (!status.ok()) return std::string(status.message());
  return absl::StrCat(call.Finish().At("desired.composite.resource.status"),
                      " ", ToJson(to), " ",
                      ToJson(**call.state.context.Environment()));
}

TEST(Endpoints, AreThoseOfThePatchType) {
  const struct {
    const char* reason;
    const char* patch;
    bool observed;
    const char* want;
  } tests[] = {
      {"From the composite to the resource.",
       R"({"fromFieldPath": "spec.a", "toFieldPath": "x"})", true,
       R"(absent {"kind":"K","x":1} {"b":2,"kind":"Environment"})"},
      {"From the environment.",
       R"({"type": "FromEnvironmentFieldPath", "fromFieldPath": "b"})", true,
       R"(absent {"b":2,"kind":"K"} {"b":2,"kind":"Environment"})"},
      {"To the composite.",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.c"})", true,
       R"({"c":3} {"kind":"K"} {"b":2,"kind":"Environment"})"},
      {"To the environment.",
       R"({"type": "ToEnvironmentFieldPath", "fromFieldPath": "status.c",
           "toFieldPath": "c"})",
       true, R"(absent {"kind":"K"} {"b":2,"c":3,"kind":"Environment"})"},
      {"A resource that is not observed yet gives nothing.",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.c"})",
       false, R"(absent {"kind":"K"} {"b":2,"kind":"Environment"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Applied(test.patch, test.observed), test.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/templates.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/render_call.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

TEST(Templates, PatchesTheEnvironmentFirst) {
  const struct {
    const char* reason;
    const char* patches;
    const char* path;
    const char* want;
  } tests[] = {
      {"The composite to the environment, and from there on.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": "n"},
          {"type": "ToCompositeFieldPath", "fromFieldPath": "n",
           "toFieldPath": "status.n"})",
       "desired.composite.resource.status", R"({"kept":true,"n":3})"},
      {"What is missing is passed over.", R"({"fromFieldPath": "spec.nope"})",
       "context[apiextensions.crossplane.io/environment].stage", R"("t")"},
      {"Unless it is Required.",
       R"({"fromFieldPath": "spec.nope",
           "policy": {"fromFieldPath": "Required"}})",
       "",
       "NOT_FOUND: cannot apply the \"FromCompositeFieldPath\" environment "
       "patch at index 0: spec.nope: no such field"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RenderRequest(
        absl::StrCat(R"("environment": {"patches": [)", test.patches, "]}")));
    absl::Status status = call.RunSections();
    EXPECT_EQ(
        status.ok() ? call.Finish().At(test.path) : Plain(status).ToString(),
        test.want);
  }
}

TEST(Templates, IdentifiesTheCompositeAsPatchAndTransformDoes) {
  constexpr char kResources[] =
      R"("resources": [{"name": "a", "base": {"kind": "K"}}])";
  TestCall drop_in(RenderRequest(kResources));
  ASSERT_TRUE(drop_in.RunSections().ok());
  EXPECT_EQ(drop_in.Finish().At("desired.composite.resource.kind"),
            R"("XApp")");
  TestCall native(RenderRequest(kResources, "loom.fn.crossplane.io"));
  ASSERT_TRUE(native.RunSections().ok());
  EXPECT_EQ(native.Finish().At("desired.composite.resource.kind"), "absent");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "render/secret_target.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "test/testing/render_call.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// The metadata of a modern composite's secret; or the error.
std::string SecretPlace(absl::string_view group, absl::string_view secret) {
  TestCall call(RequestBytes(absl::StrCat(R"({
      "observed": {"composite": {"resource": {
          "apiVersion": "demo.example.org/v1", "kind": "XApp",
          "metadata": {"name": "shop", "namespace": "team-a"},
          "spec": {"crossplane": {}, "region": "eu", "size": 3}}}},
      "desired": {"composite": {"connectionDetails": {"host": "aA=="}}},
      "input": {"apiVersion": ")",
                                          group, R"(/v1beta1",
          "resources": [{"name": "a", "base": {"kind": "K"}}],
          "writeConnectionSecretToRef": )",
                                          secret, "}}")));
  EXPECT_EQ(call.plan->problems, "");
  absl::Status status = call.RunSections();
  if (!status.ok()) return std::string(status.message());
  return call.Finish().At(
      "desired.resources[shop-connection-secret].resource.metadata");
}

TEST(SecretTarget, PutsTheSecretWhereItsPatchesSay) {
  constexpr char kDropIn[] = "pt.fn.crossplane.io";
  constexpr char kNative[] = "loom.fn.crossplane.io";
  constexpr char kError[] =
      "cannot compose connection secret: cannot generate connection secret "
      "reference: cannot apply connection secret patches: ";
  const struct {
    const char* reason;
    const char* group;
    const char* secret;
    std::string want;
  } tests[] = {
      {"Nobody says where.", kDropIn, "{}",
       R"({"name":"shop-connection","namespace":"team-a"})"},
      {"The input says it, and a patch its name.", kDropIn,
       R"({"namespace": "b", "patches": [
           {"fromFieldPath": "spec.region", "toFieldPath": "name"}]})",
       R"({"name":"eu","namespace":"b"})"},
      {"A name is a text; what is none does not count.", kDropIn,
       R"({"name": "n", "patches": [
           {"fromFieldPath": "spec.size", "toFieldPath": "name"}]})",
       R"({"name":"n"})"},
      {"A missing source is passed over.", kNative,
       R"({"name": "n", "patches": [
           {"fromFieldPath": "spec.nope", "toFieldPath": "name"}]})",
       R"({"name":"n"})"},
      {"A drop-in input forgives an Optional patch anything.", kDropIn,
       R"({"name": "n", "patches": [
           {"fromFieldPath": "spec.region.x", "toFieldPath": "name"}]})",
       R"({"name":"n"})"},

      {"A native one does not.", kNative,
       R"({"name": "n", "patches": [
           {"fromFieldPath": "spec.region.x", "toFieldPath": "name"}]})",
       absl::StrCat(kError,
                    "cannot apply writeConnectionSecretToRef.patches[0]: "
                    "spec.region: not an object")},
      {"An expression.", kNative,
       R"({"patches": [{"type": "FromExpression", "toFieldPath": "name",
           "expression": "composite.spec.region + '-conn'"}]})",
       R"({"name":"eu-conn","namespace":"team-a"})"},
      {"While one is pending there is no secret.", kNative,
       R"({"patches": [{"type": "FromExpression", "toFieldPath": "name",
           "expression": "composite.spec.nope"}]})",
       "absent"},
      {"Required is required.", kDropIn,
       R"({"patches": [{"fromFieldPath": "spec.nope", "toFieldPath": "name",
                        "policy": {"fromFieldPath": "Required"}}]})",
       absl::StrCat(kError,
                    "cannot apply patch type FromCompositeFieldPath at "
                    "index 0: spec.nope: no such field")},
      {"So is all of a Combine.", kDropIn,
       R"({"patches": [{"type": "CombineFromComposite", "toFieldPath": "name",
           "combine": {"strategy": "string", "string": {"fmt": "%s"},
                       "variables": [{"fromFieldPath": "spec.nope"}]}}]})",
       absl::StrCat(kError,
                    "cannot apply patch type CombineFromComposite at "
                    "index 0: spec.nope: no such field")},
      {"Mistakes of a drop-in input have waited until here.", kDropIn,
       R"({"patches": [{}]})",
       absl::StrCat(kError,
                    "writeConnectionSecretToRef.patches[0].fromFieldPath: "
                    "Required value: fromFieldPath is required")},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SecretPlace(test.group, test.secret), test.want);
  }
}

}  // namespace
}  // namespace loom

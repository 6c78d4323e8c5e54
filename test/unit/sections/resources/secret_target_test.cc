// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/secret_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/redacted_message.h"
#include "test/testing/json.h"
#include "test/testing/render_call.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

std::string RequestWith(absl::string_view group, absl::string_view secret,
                        absl::string_view resource = R"("name": "a")") {
  return RequestBytes(absl::StrCat(R"({
      "observed": {"composite": {"resource": {
          "apiVersion": "demo.example.org/v1", "kind": "XApp",
          "metadata": {"name": "shop", "namespace": "team-a"},
          "spec": {"crossplane": {}, "region": "eu", "size": 3}}}},
      "desired": {"composite": {"connectionDetails": {"host": "aA=="}}},
      "input": {"apiVersion": ")",
                                   group, R"(/v1beta1",
          "resources": [{)",
                                   resource, R"(, "base": {"kind": "K"}}],
          "writeConnectionSecretToRef": )",
                                   secret, "}}"));
}

std::shared_ptr<const Plan> PlanOf(absl::string_view group,
                                   absl::string_view secret) {
  return TestCall(RequestWith(group, secret)).plan;
}

// The metadata of a modern composite's secret; or the error.
std::string SecretPlace(absl::string_view group, absl::string_view secret,
                        absl::string_view resource = R"("name": "a")") {
  TestCall call(RequestWith(group, secret, resource));
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
      {"So it is if the one of a transform is.", kNative,
       R"({"patches": [{"fromFieldPath": "spec.region", "toFieldPath": "name",
           "transforms": [{"type": "expression",
                           "expression": "value + composite.spec.nope"}]}]})",
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
       R"({"patches": [{"type": "CombineFromComposite",
                        "toFieldPath": "name"}]})",
       absl::StrCat(kError,
                    "writeConnectionSecretToRef.patches[0].combine: "
                    "Required value: combine is required")},
      {"… those of a Required patch, too.", kDropIn,
       R"({"patches": [{"policy": {"fromFieldPath": "Required"}}]})",
       absl::StrCat(kError,
                    "writeConnectionSecretToRef.patches[0].fromFieldPath: "
                    "Required value: fromFieldPath is required")},
      {"… and types that do not exist.", kDropIn,
       R"({"patches": [{"type": "Nope", "fromFieldPath": "spec.region"}]})",
       absl::StrCat(kError,
                    "writeConnectionSecretToRef.patches[0].type: Invalid "
                    "value: \"Nope\": expected one of FromCompositeFieldPath, "
                    "CombineFromComposite")},
      {"Patches that are passed over count in the index.", kDropIn,
       R"({"patches": [{},
           {"fromFieldPath": "spec.nope", "toFieldPath": "name",
            "policy": {"fromFieldPath": "Required"}}]})",
       absl::StrCat(kError,
                    "cannot apply patch type FromCompositeFieldPath at "
                    "index 1: spec.nope: no such field")},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SecretPlace(test.group, test.secret), test.want);
  }
}

// The Go function forgives an Optional patch whatever goes wrong with it.
TEST(SecretTarget, PassesOverAnOptionalPatchWithAMistakeAndNotesIt) {
  const struct {
    const char* reason;
    const char* patch;
    const char* note;
  } tests[] = {
      {"No source.", R"({"toFieldPath": "name"})",
       "fromFieldPath: Required value: fromFieldPath is required"},
      {"A transform that cannot be read.",
       R"({"fromFieldPath": "spec.region", "toFieldPath": "name",
           "transforms": [{"type": "string", "string": {
               "type": "Regexp", "regexp": {"match": "("}}}]})",
       "transforms[0].string.regexp.match: Invalid value"},
      {"A type of transform that does not exist.",
       R"({"fromFieldPath": "spec.region", "toFieldPath": "name",
           "transforms": [{"type": "nope"}]})",
       "transforms[0].type: Invalid value"},
      {"A format that is missing.",
       R"({"fromFieldPath": "spec.region", "toFieldPath": "name",
           "transforms": [{"type": "string", "string": {"type": "Format"}}]})",
       "transforms[0].string.fmt: Required value"},
      {"A policy of the destination that does not exist.",
       R"({"fromFieldPath": "spec.region", "toFieldPath": "name",
           "policy": {"toFieldPath": "Replce"}})",
       "policy.toFieldPath: Invalid value"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string secret = absl::StrCat(
        R"({"name": "n", "patches": [)", test.patch,
        R"(, {"fromFieldPath": "spec.region", "toFieldPath": "namespace"}]})");
    EXPECT_EQ(SecretPlace("pt.fn.crossplane.io", secret),
              R"({"name":"n","namespace":"eu"})");
    const std::vector<std::string> notes =
        PlanOf("pt.fn.crossplane.io", secret)->notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0].find(absl::StrCat(
                  "writeConnectionSecretToRef.patches[0].", test.note)),
              0u)
        << notes[0];
    EXPECT_NE(PlanOf("loom.fn.crossplane.io", secret)->problems, "");
  }
}

TEST(SecretTarget, TellsMistakesAlsoBesideASecret) {
  TestCall call(RequestWith("pt.fn.crossplane.io",
                            R"({"patches": [{"type": "CombineFromComposite",
                                   "toFieldPath": "name"}]})"));
  EXPECT_THAT(RedactedMessage(call.RunSections()),
              testing::HasSubstr("patches[0].combine: Required value"));
}

TEST(SecretTarget, ReplacesNoResourceOfANativeInput) {
  const struct {
    const char* reason;
    const char* group;
    const char* resource;
    const char* want;
  } tests[] = {
      {"A template has the name.", "loom.fn.crossplane.io",
       R"("name": "shop-connection-secret")",
       "cannot compose connection secret: the name "
       "\"shop-connection-secret\" is already used by resources[0]"},
      {"An item has it.", "loom.fn.crossplane.io",
       R"("name": "shop", "forEach": {"items": "['connection-secret']"})",
       "cannot compose connection secret: the name "
       "\"shop-connection-secret\" is already used by an item of resources[0]"},
      {"A drop-in input does as the Go function does.", "pt.fn.crossplane.io",
       R"("name": "shop-connection-secret")",
       R"({"name":"shop-connection","namespace":"team-a"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SecretPlace(test.group, "{}", test.resource), test.want);
  }
}

}  // namespace
}  // namespace loom

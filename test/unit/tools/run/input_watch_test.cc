// SPDX-License-Identifier: Apache-2.0
#include "tools/run/input_watch.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {
namespace {

constexpr char kComposite[] = R"("observed": {"composite": {"resource": {
    "apiVersion": "example.org/v1", "kind": "XApp",
    "metadata": {"name": "shop"}, "spec": {"size": "big"}}}})";
constexpr char kInput[] = R"("apiVersion": "loom.fn.crossplane.io/v1beta1",
    "kind": "Input")";

// What a watch has noted: the failed patch, then each stumble.
std::string Noted(const std::string& sections) {
  InputWatch watch;
  Function function;
  const std::string request = RequestBytes(absl::StrCat(
      "{", kComposite, R"(, "input": {)", kInput, ", ", sections, "}}"));
  auto response = function.Run(request, {.observer = &watch});
  EXPECT_TRUE(response.ok()) << response.status();
  std::string text = watch.failed();
  for (const Reason& each : watch.reasons()) {
    absl::StrAppend(&text, "|", each.resource, " ", each.place, ": ", each.why,
                    each.kind == Reason::Kind::kWithheld ? ", withheld" : "");
  }
  return text;
}

std::string BucketInputWatch(const std::string& patches) {
  return absl::StrCat(R"("resources": [{"name": "bucket", "base": {
      "apiVersion": "s3.example.org/v1", "kind": "Bucket"},
      "patches": [)",
                      patches, "]}]");
}

std::string Patch(const std::string& from, const std::string& more) {
  return absl::StrCat(R"({"type": "FromCompositeFieldPath",
      "fromFieldPath": ")",
                      from, R"(", "toFieldPath": "spec.a")", more, "}");
}

TEST(InputWatch, NotesWhatACallStumblesOver) {
  const std::string required = R"(, "policy": {"fromFieldPath": "Required"})";
  struct Row {
    const char* reason;
    std::string sections;
    const char* want;
  } rows[] = {
      {"nothing", BucketInputWatch(Patch("spec.size", "")), ""},
      {"an optional source may be missing",
       BucketInputWatch(Patch("spec.nope", "")), ""},
      {"a required source is missing",
       BucketInputWatch(absl::StrCat(Patch("spec.size", ""), ",",
                                     Patch("spec.nope", required))),
       "|bucket resources[0].patches[1]: Required source is missing: "
       "spec.nope of XApp shop, withheld"},
      {"a patch fails",
       BucketInputWatch(
           Patch("spec.size", R"(, "transforms": [{"type": "convert",
           "convert": {"toType": "int64"}}])")),
       "resources[0].patches[0].transforms[0]"},
      {"a source that may be missing is not why another template fails",
       R"("resources": [{"name": "bucket", "base": {
           "apiVersion": "s3.example.org/v1", "kind": "Bucket"},
           "patches": [{"type": "FromCompositeFieldPath",
               "fromFieldPath": "spec.nope", "toFieldPath": "spec.a"}]},
           {"name": "other", "patches": [{"type": "FromCompositeFieldPath",
               "fromFieldPath": "spec.size"}]}])",
       "resources[1]"},
      {"an expression is pending",
       BucketInputWatch(R"({"type": "FromExpression", "toFieldPath": "spec.a",
                  "expression": "composite.spec.nope"})"),
       "|bucket resources[0].patches[0]: expression: 1:15: "
       "composite.spec.nope: no such key, withheld"},
      {"a condition is pending",
       R"("resources": [{"name": "a", "base": {"apiVersion": "v1", "kind": "A"}},
          {"name": "b", "base": {"apiVersion": "v1", "kind": "B"},
           "condition": "composite.spec.nope"}])",
       "|b resources[1].condition: resources[1].condition: 1:15: "
       "composite.spec.nope: no such key, withheld"},
      {"a condition is false",
       R"("resources": [{"name": "b", "condition": "composite.spec.size == 'x'",
           "base": {"apiVersion": "v1", "kind": "B"}}])",
       ""},
      {"a list is pending, of which nobody knows what it would make",
       R"("resources": [{"name": "b", "base": {"apiVersion": "v1", "kind": "B"},
           "forEach": {"items": "composite.spec.nope"}}])",
       "|b resources[0].forEach: resources[0].forEach.items: 1:15: "
       "composite.spec.nope: no such key"},
      {"the condition of the whole input is pending",
       absl::StrCat(BucketInputWatch(""),
                    R"(, "condition": "composite.spec.nope")"),
       "| condition: condition: 1:15: composite.spec.nope: no such key"
       "|bucket condition: condition: 1:15: composite.spec.nope: no such key, "
       "withheld"},
      {"a section withholds",
       absl::StrCat(BucketInputWatch(""),
                    R"(, "dependencies": [{"resource": "bucket",
           "dependsOn": [{"apiVersion": "v1", "kind": "Secret",
                          "name": "s", "namespace": "n"}]}])"),
       ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Noted(row.sections), row.want) << row.reason;
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "pipeline/input_watch.h"

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
  InputWatch watch(nullptr);
  Function function;
  const std::string request = RequestBytes(absl::StrCat(
      "{", kComposite, R"(, "input": {)", kInput, ", ", sections, "}}"));
  auto response = function.Run(request, {.observer = &watch});
  EXPECT_TRUE(response.ok()) << response.status();
  std::string text = watch.failed();
  for (const Stumble& each : watch.stumbles()) {
    absl::StrAppend(&text, "|", each.resource, " ", each.place, ": ", each.why,
                    each.withheld ? ", withheld" : "");
  }
  return text;
}

std::string Bucket(const std::string& patches) {
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
      {"nothing", Bucket(Patch("spec.size", "")), ""},
      {"an optional source may be missing", Bucket(Patch("spec.nope", "")), ""},
      {"a required source is missing",
       Bucket(absl::StrCat(Patch("spec.size", ""), ",",
                           Patch("spec.nope", required))),
       "|bucket resources[0].patches[1]: spec.nope is missing, withheld"},
      {"a patch fails",
       Bucket(Patch("spec.size", R"(, "transforms": [{"type": "convert",
           "convert": {"toType": "int64"}}])")),
       "resources[0].patches[0]"},
      {"a section withholds",
       absl::StrCat(Bucket(""), R"(, "dependencies": [{"resource": "bucket",
           "dependsOn": [{"apiVersion": "v1", "kind": "Secret",
                          "name": "s", "namespace": "n"}]}])"),
       ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(Noted(row.sections), row.want) << row.reason;
  }
}

// Counts what it is told.
struct Counter : Observer {
  void Begins(Call&) override { ++count; }
  void Merged(size_t, const Value&, absl::string_view) override { ++count; }
  void Began(absl::string_view, const Value&) override { ++count; }
  void Named(const Value&) override { ++count; }
  void Patched(const class Patch&, const Value*, const Value*,
               const absl::Status&) override {
    ++count;
  }
  void Withheld() override { ++count; }
  void Ended() override { ++count; }
  void Ran(absl::string_view, Call&, const Outcome&,
           const absl::Status&) override {
    ++count;
  }
  int count = 0;
};

TEST(InputWatch, TellsTheNextObserver) {
  Counter counter;
  InputWatch watch(&counter);
  Function function;
  const std::string request =
      RequestBytes(absl::StrCat("{", kComposite, R"(, "input": {)", kInput,
                                ", ", Bucket(Patch("spec.size", "")), "}}"));
  ASSERT_TRUE(function.Run(request, {.observer = &watch}).ok());
  // Begins, Began, Patched, Ended, and Ran of the section.
  EXPECT_GE(counter.count, 5);
}

}  // namespace
}  // namespace loom

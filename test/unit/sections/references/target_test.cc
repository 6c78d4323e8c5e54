// SPDX-License-Identifier: Apache-2.0
#include "sections/references/target.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

constexpr char kRequest[] = R"({"observed": {"resources":
    {"b": {"resource": {"kind": "B"}}}},
    "desired": {"resources": {
      "a": {"resource": {"apiVersion": "s3.example.org/v1", "kind": "A"}},
      "b": {"resource": {"apiVersion": "s3.example.org/v1", "kind": "B"}},
      "c": {"resource": {"apiVersion": "v1", "kind": "A"}}}},
    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})";

TEST(Target, StandsForPlaces) {
  const struct {
    const char* reason;
    const char* target;
    bool early;
    const char* want;  // the places; `+` stands behind a new resource
  } tests[] = {
      {"A resource that is not observed yet.", R"({"resource": "a"})", false,
       "a+ "},
      {"One that is.", R"({"resource": "b"})", false, "b "},
      {"One that is not desired.", R"({"resource": "d"})", false, ""},
      {"All of a group, by name.",
       R"({"resourceSelector": {"group": "*.example.org"}})", false, "a+ b "},
      {"None.", R"({"resourceSelector": {"kind": "Z"}})", false, ""},
      {"The composite.", R"({"composite": true})", true, "composite "},
      {"The environment.", R"({"environment": true})", true, "environment "},
      {"The context.", R"({"context": "example.org/k"})", true,
       "context example.org/k "},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestBytes(kRequest));
    Problems problems;
    Value json = ParseJson(absl::StrCat(R"({"target": )", test.target, "}"),
                           &call.of.pool)
                     .value();
    Fields fields(Input(json, Dialect::kNative, &problems));
    Target target = Target::Parse(fields);
    ASSERT_EQ(problems.Joined(), "");
    EXPECT_EQ(target.is_early(), test.early);
    std::string got;
    // The loop alone would not keep the temporary.
    const std::vector<Place> places = target.Places(call.state).value();
    for (const Place& place : places) {
      absl::StrAppend(&got, place.Shown(),
                      place.IsNew(call.state).value() ? "+ " : " ");
    }
    EXPECT_EQ(got, test.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/field.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

std::string Request(absl::string_view desired, absl::string_view observed) {
  return RequestBytes(absl::StrCat(
      R"({"observed": {"resources": {"a": {"resource": )", observed,
      R"(}}}, "desired": {"resources": {"a": {"resource": )", desired,
      R"(}}}, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})"));
}

const Place kPlace{.name = "a"};

std::string JsonOf(const Value* value) {
  return value == nullptr ? "unset" : CompactJson(*value).value();
}

TEST(Field, ReadsBothValues) {
  const struct {
    const char* reason;
    const char* desired;
    const char* observed;
    const char* want;  // desired, observed, and `!` for one being deleted
  } tests[] = {
      {"Both.", R"({"spec": {"x": 1}})", R"({"spec": {"x": [2]}})", "1 [2]"},
      {"None.", "{}", "{}", "unset unset"},
      {"What is empty is not set.", R"({"spec": {"x": ""}})",
       R"({"spec": {"x": []}})", "unset unset"},
      {"A way that does not fit.", R"({"spec": 5})", R"({"spec": null})",
       "unset unset"},
      {"Being deleted.", "{}", R"({"metadata": {"deletionTimestamp": "t"}})",
       "unset unset!"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(Request(test.desired, test.observed));
    const Path path = *Path::Parse("spec.x");
    Field field(kPlace, path, /*to=*/nullptr, &call.state);
    ASSERT_TRUE(field.Read().ok());
    EXPECT_EQ(
        absl::StrCat(JsonOf(field.desired()), " ", JsonOf(field.observed()),
                     field.deleting() ? "!" : ""),
        test.want);
  }
}

TEST(Field, KeepsTheObservedValue) {
  TestCall call(Request("{}", R"({"spec": {"x": 1}})"));
  const Path path = *Path::Parse("spec.x");
  Field field(kPlace, path, /*to=*/nullptr, &call.state);
  ASSERT_TRUE(field.Read().ok());
  EXPECT_EQ(*field.KeepObserved(), Keep::kObserved);
  EXPECT_EQ(JsonOf(*kPlace.Desired(call.state)), R"({"spec":{"x":1}})");
  const Path none = *Path::Parse("spec.y");
  Field missing(kPlace, none, /*to=*/nullptr, &call.state);
  ASSERT_TRUE(missing.Read().ok());
  EXPECT_EQ(*missing.KeepObserved(), Keep::kNothing);
}

TEST(Field, TellsThatAValueHasNoPlace) {
  TestCall call(Request(R"({"spec": "text"})", "{}"));
  const Path path = *Path::Parse("spec.x");
  Field field(kPlace, path, /*to=*/nullptr, &call.state);
  auto written = field.Write(Borrow("v"));
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(written->failure.reason, reasons::kInvalid);
  EXPECT_EQ(written->failure.cause, "spec is not an object");
}

}  // namespace
}  // namespace loom

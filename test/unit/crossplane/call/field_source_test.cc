// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/field_source.h"

#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

constexpr char kRequestFieldSource[] =
    R"({"observed": {"composite": {"resource":
    {"spec": {"name": "net", "number": 5, "empty": ""}}}},
    "desired": {"resources": {"a": {"resource": {"spec": {"x": "y"}}}}},
    "context": {"apiextensions.crossplane.io/environment": {"zone": "z1"}},
    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})";

TEST(FieldSource, ReadsATextWhereItStands) {
  const struct {
    const char* reason;
    const char* source;
    const char* want;
  } tests[] = {
      {"The composite.", R"({"composite": true, "fieldPath": "spec.name"})",
       "net"},
      {"The environment.", R"({"environment": true, "fieldPath": "zone"})",
       "z1"},
      {"A desired resource.", R"({"resource": "a", "fieldPath": "spec.x"})",
       "y"},
      {"A transform.",
       R"({"composite": true, "fieldPath": "spec.number", "transforms":
           [{"type": "string", "string": {"type": "Format",
           "fmt": "n-%d"}}]})",
       "n-5"},
      {"A field that is missing.",
       R"({"composite": true, "fieldPath": "spec.no"})",
       "composite spec.no: no such field"},
      {"A field that is empty.",
       R"({"composite": true, "fieldPath": "spec.empty"})",
       "composite spec.empty: the field is empty"},
      {"A field that is no text.",
       R"({"composite": true, "fieldPath": "spec.number"})",
       "composite spec.number: not a string"},
      {"A default for a field that is missing.",
       R"({"composite": true, "fieldPath": "spec.no", "orValue": "common"})",
       "common"},
      {"A default does not hide a wrong type.",
       R"({"composite": true, "fieldPath": "spec.number", "orValue": "a"})",
       "composite spec.number: not a string"},
      {"A resource that is not desired.",
       R"({"resource": "b", "fieldPath": "spec.x"})", "b is not desired"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestBytes(kRequestFieldSource));
    Problems problems;
    Value json = ParseJson(test.source, &call.of.pool).value();
    FieldSource source =
        FieldSource::Parse(Input(json, Dialect::kNative, &problems));
    ASSERT_EQ(problems.Joined(), "");
    absl::StatusOr<std::string> read = source.Read(call.state);
    EXPECT_EQ(read.ok() ? *read : std::string(read.status().message()),
              test.want);
  }
}

}  // namespace
}  // namespace loom

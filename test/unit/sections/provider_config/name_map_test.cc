// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/provider_config/field_rules.h"

namespace loom {
namespace {

struct ParsedNameMap {
  explicit ParsedNameMap(absl::string_view json)
      : value(ParseJson(json, &pool).value()),
        map(NameMap::Parse(
            Input(none, Dialect::kNative, &problems).Member("map", value))) {}
  Pool pool;
  Problems problems;
  Value none = Object();
  Value value;
  NameMap map;
};

TEST(NameMap, FindsTheLongestGroup) {
  const ParsedNameMap parsed(R"({
      "prod": {"crossplane.io": "prod", "helm.crossplane.io": "prod-helm",
               "*": "any"},
      "test": {"helm.crossplane.io": "test-helm"}})");
  EXPECT_EQ(parsed.problems.Joined(), "");
  const struct {
    const char* reason;
    const char* value;
    const char* group;
    const char* want;
  } tests[] = {
      {"The group.", "prod", "helm.crossplane.io", "prod-helm"},
      {"A group below one of them.", "prod", "s3.aws.crossplane.io", "prod"},
      {"No group that only ends alike.", "prod", "my-crossplane.io", "any"},
      {"All others.", "prod", "example.org", "any"},
      {"The core group.", "prod", "", "any"},
      {"Without `*` it is the value.", "test", "example.org", "test"},
      {"A value that is not there.", "edge", "helm.crossplane.io", "edge"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(parsed.map.NameFor(test.value, test.group), test.want);
  }
}

TEST(NameMap, TellsMistakes) {
  EXPECT_EQ(
      ParsedNameMap(R"({"prod": "x"})").problems.Joined(),
      "map.prod: Invalid value: expected an object with a name for each group");
  EXPECT_EQ(ParsedNameMap(R"({"prod": {"a": ""}})").problems.Joined(),
            "map.prod.a: Invalid value: expected a name");
}

}  // namespace
}  // namespace loom

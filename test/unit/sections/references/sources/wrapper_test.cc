// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/typed.h"

namespace loom {
namespace {

std::string ReadWrapperNames(absl::string_view json, bool list) {
  Pool pool;
  Value value = ParseJson(json, &pool).value();
  Wrappers read = ReadWrappers(&value, list, "spec.refs", &pool).value();
  if (!read.failure.cause.empty()) {
    return absl::StrCat(read.failure.reason, ": ", read.failure.cause);
  }
  std::string text;
  for (const ObjectName& name : read.names) {
    absl::StrAppend(&text, name.ns, "/", name.name, " ");
  }
  return text;
}

TEST(Wrappers, HoldNames) {
  const struct {
    const char* reason;
    bool list;
    const char* json;
    const char* want;
  } tests[] = {
      {"One.", false, R"({"from": {"name": "a"}})", "/a "},
      {"With a namespace.", false,
       R"({"from": {"name": "a", "namespace": "n"}})", "n/a "},
      {"A list, in order.", true,
       R"([{"from": {"name": "b"}}, {"from": {"name": "a"}}])", "/b /a "},
      {"The same twice.", true,
       R"([{"from": {"name": "a"}}, {"from": {"name": "a"}}])", "/a /a "},
      {"One without from does not count.", true,
       R"([{}, {"from": null}, {"from": {"name": "a"}}])", "/a "},
      {"Null.", false, "null", ""},
      {"No name.", true, R"([{"from": {"name": ""}}])",
       "InvalidReference: provided resource reference is nil or empty: "
       "spec.refs"},
      {"A name that is no text.", false, R"({"from": {"name": 5}})",
       "InvalidReference: provided resource reference is nil or empty: "
       "spec.refs"},
      {"from is no object.", false, R"({"from": "a"})",
       "InvalidReference: provided resource reference is nil or empty: "
       "spec.refs"},
      {"A text.", false, R"("a")",
       "InvalidReference: spec.refs: expected an object with from.name"},
      {"One in place of a list.", true, R"({"from": {"name": "a"}})",
       "InvalidReference: spec.refs: expected a list"},
      {"A list in place of one.", false, R"([{"from": {"name": "a"}}])",
       "InvalidReference: spec.refs: is a list, so the entry needs list: "
       "true"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ReadWrapperNames(test.json, test.list), test.want);
  }
}

// Crossplane would read each of the objects.
TEST(Wrappers, AreNotTooMany) {
  auto many = [](int count) {
    std::string json = "[";
    for (int i = 0; i < count; ++i) {
      absl::StrAppend(&json, i == 0 ? "" : ",", R"({"from": {"name": "a"}})");
    }
    return absl::StrCat(json, "]");
  };
  EXPECT_EQ(ReadWrapperNames(many(500), true).substr(0, 6), "/a /a ");
  EXPECT_EQ(ReadWrapperNames(many(501), true),
            "InvalidReference: spec.refs: more than 500 references");
}

TEST(Wrappers, AreNoneIfThereIsNoField) {
  Pool pool;
  EXPECT_TRUE(ReadWrappers(nullptr, false, "spec.ref", &pool)->names.empty());
}

}  // namespace
}  // namespace loom

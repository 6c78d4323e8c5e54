// SPDX-License-Identifier: Apache-2.0
#include "tools/simulation/server_side_apply.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"

namespace loom {
namespace {

// `own` and `others` are fieldsV1 of Crossplane and of another manager.
std::string AppliedText(const char* observed, const char* own,
                        const char* others, const char* desired) {
  Pool pool;
  const std::string managers = absl::StrCat(
      R"([{"manager":"apiextensions.crossplane.io/composed/1","operation":"Apply",)",
      R"("fieldsV1":)", own,
      R"(},{"manager":"kubectl","operation":"Update","fieldsV1":)", others,
      "}]");
  const std::string text =
      absl::StrCat(R"({"metadata":{"managedFields":)", managers, R"(},"spec":)",
                   observed, "}");
  Value object = *ParseJson(text, &pool);
  Value wanted = *ParseJson(absl::StrCat(R"({"spec":)", desired, "}"), &pool);
  Value applied =
      Applied(object, wanted, kComposedManager, ObjectPart::kMain, &pool);
  applied.RemoveMember("metadata");
  return *CompactJson(applied);
}

TEST(Applied, IsWhatServerSideApplyMakes) {
  const struct {
    const char* reason;
    const char* observed;
    const char* own;
    const char* others;
    const char* desired;
    const char* want;
  } kRows[] = {
      {"nothing changes", R"({"a":1,"b":2})", R"({"f:spec":{"f:a":{}}})", "{}",
       R"({"a":1})", R"({"a":1,"b":2})"},
      {"a value is set, and what others wrote stays", R"({"a":1,"b":2})",
       R"({"f:spec":{"f:a":{}}})", R"({"f:spec":{"f:b":{}}})", R"({"a":3})",
       R"({"a":3,"b":2})"},
      {"what is no longer desired goes", R"({"a":1,"b":2})",
       R"({"f:spec":{"f:a":{},"f:b":{}}})", "{}", R"({"a":1})", R"({"a":1})"},
      {"unless somebody else has written it, too", R"({"a":1,"b":2})",
       R"({"f:spec":{"f:a":{},"f:b":{}}})", R"({"f:spec":{"f:b":{}}})",
       R"({"a":1})", R"({"a":1,"b":2})"},
      {"an object goes with its last member", R"({"a":{"x":1},"b":1})",
       R"({"f:spec":{"f:a":{"f:x":{}},"f:b":{}}})", "{}", R"({"b":1})",
       R"({"b":1})"},
      {"and stays with the members of others", R"({"a":{"x":1,"y":2}})",
       R"({"f:spec":{"f:a":{"f:x":{}}}})", R"({"f:spec":{"f:a":{"f:y":{}}}})",
       "{}", R"({"a":{"y":2}})"},
      {"items of a set are in the desired order", R"({"l":["c","b","a"]})",
       R"({"f:spec":{"f:l":{"v:\"c\"":{},"v:\"b\"":{},"v:\"a\"":{}}}})", "{}",
       R"({"l":["c","d","b"]})", R"({"l":["c","d","b"]})"},
      {"and those of others stay before what follows them",
       R"({"l":["x","b","y","a"]})",
       R"({"f:spec":{"f:l":{"v:\"b\"":{},"v:\"a\"":{}}}})",
       R"({"f:spec":{"f:l":{"v:\"x\"":{},"v:\"y\"":{}}}})",
       R"({"l":["a","n","b"]})", R"({"l":["x","y","a","n","b"]})"},
      {"a list without keys is replaced", R"({"l":[1,2]})",
       R"({"f:spec":{"f:l":{}}})", "{}", R"({"l":[2]})", R"({"l":[2]})"},
      {"and stays if it only has what the API server filled in",
       R"({"l":[{"port":80,"protocol":"TCP"}]})", R"({"f:spec":{"f:l":{}}})",
       "{}", R"({"l":[{"port":80}]})",
       R"({"l":[{"port":80,"protocol":"TCP"}]})"},
      {"items with keys are united",
       R"({"l":[{"n":"a","v":1},{"n":"b","v":2}]})",
       R"({"f:spec":{"f:l":{"k:{\"n\":\"a\"}":{".":{},"f:n":{},"f:v":{}}}}})",
       R"({"f:spec":{"f:l":{"k:{\"n\":\"b\"}":{".":{},"f:n":{},"f:v":{}}}}})",
       R"({"l":[{"n":"a","v":5},{"n":"c","v":3}]})",
       R"({"l":[{"n":"a","v":5},{"n":"b","v":2},{"n":"c","v":3}]})"},
      {"an item that is no longer desired goes",
       R"({"l":[{"n":"a"},{"n":"b"}]})",
       R"({"f:spec":{"f:l":{"k:{\"n\":\"a\"}":{".":{}},"k:{\"n\":\"b\"}":{".":{}}}}})",
       "{}", R"({"l":[{"n":"b"}]})", R"({"l":[{"n":"b"}]})"},
      {"values of a set", R"({"s":["a","b","x"]})",
       R"({"f:spec":{"f:s":{"v:\"a\"":{},"v:\"b\"":{}}}})",
       R"({"f:spec":{"f:s":{"v:\"x\"":{}}}})", R"({"s":["b","c"]})",
       R"({"s":["b","x","c"]})"},
      {"fieldsV1 that make no sense", R"({"a":1,"l":[1]})",
       R"({"f:spec":{"f:l":{"k:nonsense":{},"v:[":{}},"f:a":{"f:b":{}},"x":5}})",
       "{}", R"({"a":2})", R"({"a":2,"l":[1]})"},
      {"another kind of value", R"({"a":{"x":1}})",
       R"({"f:spec":{"f:a":{"f:x":{}}}})", "{}", R"({"a":"text"})",
       R"({"a":"text"})"},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(AppliedText(row.observed, row.own, row.others, row.desired),
              absl::StrCat(R"({"spec":)", row.want, "}"))
        << row.reason;
  }
}

}  // namespace
}  // namespace loom

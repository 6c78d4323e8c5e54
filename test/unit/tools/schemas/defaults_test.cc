// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "tools/schemas/crd.h"

namespace loom {
namespace {

TEST(Defaults, AreFilledInAsTheApiServerDoes) {
  struct Case {
    const char* reason;
    const char* schema;
    const char* object;
    const char* want;
  };
  const Case kCases[] = {
      {"what is absent", R"({"properties":{"a":{"default":1}}})", "{}",
       R"({"a":1})"},
      {"what is there stays", R"({"properties":{"a":{"default":1}}})",
       R"({"a":2})", R"({"a":2})"},
      {"an empty value is there", R"({"properties":{"a":{"default":"x"}}})",
       R"({"a":""})", R"({"a":""})"},
      {"null where none may be", R"({"properties":{"a":{"default":1}}})",
       R"({"a":null})", R"({"a":1})"},
      {"null where it may be",
       R"({"properties":{"a":{"default":1,"nullable":true}}})", R"({"a":null})",
       R"({"a":null})"},
      {"nothing below what is absent",
       R"({"properties":{"s":{"properties":{"a":{"default":1}}}}})", "{}",
       "{}"},
      {"below a default",
       R"({"properties":{"s":{"default":{},)"
       R"("properties":{"a":{"default":1}}}}})",
       "{}", R"({"s":{"a":1}})"},
      {"in the elements of a list",
       R"({"properties":{"l":{"items":{"properties":{"a":{"default":1}}}}}})",
       R"({"l":[{},{"a":2}]})", R"({"l":[{"a":1},{"a":2}]})"},
      {"in the values of a map, and not in what is a property",
       R"({"properties":{"p":{}},)"
       R"("additionalProperties":{"properties":{"a":{"default":1}}}})",
       R"({"p":{},"m":{}})", R"({"m":{"a":1},"p":{}})"},
      {"a value of another type is left alone",
       R"({"properties":{"s":{"properties":{"a":{"default":1}}}}})",
       R"({"s":"text"})", R"({"s":"text"})"},
  };
  for (const Case& c : kCases) {
    Pool pool;
    Value schema = *ParseJson(c.schema, &pool);
    Value object = *ParseJson(c.object, &pool);
    FillDefaults(schema, object, &pool);
    EXPECT_EQ(*CompactJson(object), c.want) << c.reason;
  }
}

}  // namespace
}  // namespace loom

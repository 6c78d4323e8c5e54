// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/access.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(EraseField, RemovesOneMember) {
  const struct {
    const char* reason;
    const char* path;
    const char* want;
  } tests[] = {
      {"A member.", "spec.a", R"({"l":[{"x":1}],"spec":{"b":2}})"},
      {"The object that it was in stays, also when it is empty.", "l[0].x",
       R"({"l":[{}],"spec":{"a":1,"b":2}})"},
      {"A member that is missing.", "spec.x.y",
       R"({"l":[{"x":1}],"spec":{"a":1,"b":2}})"},
      {"An element is no member.", "l[0]",
       R"({"l":[{"x":1}],"spec":{"a":1,"b":2}})"},
      {"A way that does not fit.", "spec.a.b",
       R"({"l":[{"x":1}],"spec":{"a":1,"b":2}})"},
      {"No path.", "", R"({"l":[{"x":1}],"spec":{"a":1,"b":2}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value root =
        ParseJson(R"({"spec": {"a": 1, "b": 2}, "l": [{"x": 1}]})", &pool)
            .value();
    EraseField(root, *Path::Parse(test.path), &pool);
    EXPECT_EQ(CompactJson(root).value(), test.want);
  }
}

}  // namespace
}  // namespace loom

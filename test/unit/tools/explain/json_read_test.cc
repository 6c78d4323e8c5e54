// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(ReadJsonView, ReadsWhatIsShown) {
  Explanation all = Sample();
  EXPECT_EQ(all.name, "shop");
  EXPECT_FALSE(all.ready);
  EXPECT_EQ(all.ttl, "1m");
  EXPECT_EQ(all.because[1].would_be_written_by, 6u);
  EXPECT_EQ(all.sources[2].value.json, "\"prod\"");
  EXPECT_EQ(all.sources[4].value.json, std::nullopt);
  EXPECT_EQ(all.steps[5].from[0].kind, Origin::Kind::kField);
  EXPECT_EQ(all.steps[5].transforms[0].out.json, "\"PROD\"");
  EXPECT_EQ(all.steps[2].over[0].id, 1u);
  EXPECT_EQ(all.fields[1].was[0].by, 1u);
  EXPECT_EQ(all.resources[0].ready, std::nullopt);
  EXPECT_EQ(all.resources[1].ready, false);
  EXPECT_EQ(all.requirements[0].answered, 1u);
}

struct RowJsonRead {
  const char* reason;
  const char* json;
  const char* message;
};

TEST(ReadJsonView, SaysWhatIsWrong) {
  const RowJsonRead kRows[] = {
      {"it is no JSON", "{", "offset"},
      {"it is no object", "[]", "loom.explain/v1"},
      {"it is of another command", R"({"format":"loom.lint/v1"})",
       "loom.explain/v1"},
      {"nothing says whose it is", R"({"format":"loom.explain/v1"})",
       "xr is missing"},
      {"a list is a text",
       R"({"format":"loom.explain/v1","xr":{},"steps":"none"})",
       "steps is not a list"},
      {"an element is a text",
       R"({"format":"loom.explain/v1","xr":{},"steps":["none"]})",
       "expected an object, got another type"},
      {"a name is a number", R"({"format":"loom.explain/v1","xr":{"name":5}})",
       "name is not a string"},
      {"a field was written by a step that is not there",
       R"({"format":"loom.explain/v1","xr":{},"fields":[{"by":"t0"}]})",
       R"(nothing has the id "t0")"},
      {"a step reads a source that is not there",
       R"({"format":"loom.explain/v1","xr":{},"steps":[{"from":["s9"]}]})",
       R"(nothing has the id "s9")"},
      {"an id is a number",
       R"({"format":"loom.explain/v1","xr":{},"steps":[{"from":[1]}]})",
       R"(nothing has the id "")"},
      {"an index is negative",
       R"({"format":"loom.explain/v1","xr":{},"steps":[{"index":-1}]})",
       "index is not a count"},
  };
  for (const RowJsonRead& row : kRows) {
    absl::StatusOr<Explanation> read = ReadJsonView(row.json);
    ASSERT_FALSE(read.ok()) << row.reason;
    EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(read.status().message()), HasSubstr(row.message))
        << row.reason;
  }
}

}  // namespace
}  // namespace loom

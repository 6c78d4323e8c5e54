// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/sort_objects.h"

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(SortObjects, SortsByAField) {
  const struct {
    const char* reason;
    const char* ranks[3];  // of the objects b, a and c
    const char* want;      // names, or the error
  } tests[] = {
      {"Texts, by their bytes.", {R"("B")", R"("a")", R"("A")"}, "cba"},
      {"Numbers, by size.", {"10", "9", "-1"}, "cab"},
      {"What is missing counts as nothing.", {"1", "null", "2"}, "abc"},
      {"Equal values, by name.", {"1", "1", "1"}, "abc"},
      {"No value at all: as they came.", {"null", "null", "null"}, "bac"},
      {"Of two kinds.",
       {"1", R"("1")", "1"},
       "cannot sort values of different types \"float64\" and \"string\""},
      {"Of a kind that has no order.",
       {"{}", "{}", "{}"},
       "unsupported type \"map\" for sorting"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    std::vector<Value> values;
    values.reserve(3);
    const char* names[] = {"b", "a", "c"};
    for (int i = 0; i < 3; ++i) {
      values.push_back(
          ParseJson(absl::StrCat(R"({"metadata": {"name": ")", names[i],
                                 R"("}, "rank": )", test.ranks[i], "}"),
                    &pool)
              .value());
    }
    std::vector<const Value*> objects;
    objects.reserve(values.size());
    for (const Value& value : values) objects.push_back(&value);
    absl::Status status =
        SortObjects(Path::Parse("rank").value(), &pool, &objects);
    std::string got;
    for (const Value* object : objects) absl::StrAppend(&got, Name(*object));
    EXPECT_EQ(status.ok() ? got : std::string(status.message()), test.want);
  }
}

}  // namespace
}  // namespace loom

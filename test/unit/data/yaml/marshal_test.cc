// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/marshal.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

struct Row {
  absl::string_view yaml;
  absl::string_view want;
};

TEST(ParseYaml, Values) {
  const Row tests[] = {
      {"", "null"},
      {"# nothing", "null"},
      {"---\n", "null"},
      {"\xEF\xBB\xBF"
       "a: 1",
       R"({"a":1})"},
      {"{a: 010, b: yes, c: 1_000, d: 2024-01-01}",
       R"({"a":8,"b":true,"c":1000,"d":"2024-01-01"})"},
      {"on: 1\n2: x\n1.5: z", R"({"1.5":"z","2":"x","true":1})"},
      {"a: 1\na: 2", R"({"a":2})"},
      {"- !!str 1\n- !!binary aGk=\n- !mine x", R"(["1","hi","x"])"},
      {"a: &x {k: [1]}\nb: *x", R"({"a":{"k":[1]},"b":{"k":[1]}})"},
      // The later one wins, and of several bases the first.
      {"x: &x {a: 1, b: 1}\nz: {a: 0, <<: *x, b: 2}",
       R"({"x":{"a":1,"b":1},"z":{"a":1,"b":2}})"},
      {"x: &x {a: 1}\nw: &y {a: 2, b: 2}\nz: {<<: [*x, *y]}",
       R"({"w":{"a":2,"b":2},"x":{"a":1},"z":{"a":1,"b":2}})"},
  };
  for (const Row& row : tests) {
    Pool pool;
    auto value = ParseYaml(row.yaml, &pool);
    ASSERT_TRUE(value.ok()) << row.yaml << value.status();
    EXPECT_EQ(CompactJson(*value).value(), row.want) << row.yaml;
  }
}

TEST(ParseYaml, Errors) {
  const Row tests[] = {
      {"a: 1\n--- b", "2:1: this begins another document; write one"},
      {"é: *x", "1:4: this alias has no anchor before it, or contains itself"},
      {"&x [*x]",
       "1:5: this alias has no anchor before it, or contains itself"},
      {"a: .inf", "1:4: .inf is a number that no JSON can hold; quote it"},
      {"a: !!int x", "1:4: \"x\" is not a !!int"},
      {"? [a]\n: 1", "1:3: a key cannot be a list"},
      {"~: 1", "1:1: a key cannot be null"},
      {"<<: 1", "1:1: only a map can be merged by <<"},
      {"a: b: c",
       "1:5: a colon is not allowed here; quote the value, or check the "
       "indentation"},
  };
  for (const Row& row : tests) {
    Pool pool;
    EXPECT_EQ(ParseYaml(row.yaml, &pool).status().message(), row.want)
        << row.yaml;
  }
}

// Aliases and nesting make no more than a call may.
TEST(ParseYaml, IsBounded) {
  Pool pool;
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    absl::StrAppend(&bomb, "a", i, ": &a", i, " [");
    for (int j = 0; j < 10; ++j) absl::StrAppend(&bomb, "*a", i - 1, ", ");
    absl::StrAppend(&bomb, "]\n");
  }
  EXPECT_FALSE(ParseYaml(bomb, &pool).ok());

  std::string deep = "a0: &a0 x\n";
  for (int i = 1; i < 30; ++i) {
    absl::StrAppend(&deep, "a", i, ": &a", i, " ", std::string(100, '['), "*a",
                    i - 1, std::string(100, ']'), "\n");
  }
  Pool other;
  EXPECT_EQ(ParseYaml(deep, &other).status().message(),
            "11:111: nested deeper than 1000");
}

TEST(Marshal, Bytes) {
  Pool pool;
  Value object = Object();
  Set(object, "a", BytesValue("\xff", &pool), &pool);
  EXPECT_EQ(MarshalYaml(Copy(object, &pool), &pool).value(), "a: /w==\n");
  EXPECT_EQ(MarshalJson(std::move(object), &pool).value(), R"({"a":"/w=="})");
}

// The text of a deep value is mostly indentation.
TEST(Marshal, IsBounded) {
  Pool pool;
  Value deep = Text(std::string(100'000, ' ') + "x", &pool);
  for (int i = 0; i < 900; ++i) {
    Value around = Object();
    Set(around, "a", std::move(deep), &pool);
    deep = std::move(around);
  }
  EXPECT_EQ(MarshalYaml(std::move(deep), &pool).status().message(),
            TextTooLong().message());
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/edited.h"

namespace loom {
namespace {

struct RowFill {
  const char* reason;
  const char* text;
  Fill fill;
  const char* filled;
};

TEST(FillTest, TextAndTree) {
  const RowFill rows[] = {
      {"first in a block",
       "a:\n- b: 1\n",
       {{"a", "0"}, "x", "2"},
       "a:\n- x: 2\n  b: 1\n"},
      {"first in braces",
       "a: {b: 1}\n",
       {{"a"}, "x", "2"},
       "a: {x: 2, b: 1}\n"},
      {"last in a block",
       "a:\n- b: 1 # c\n- d\n",
       {{"a", "0"}, "x", "2", "", true},
       "a:\n- b: 1 # c\n  x: 2\n- d\n"},
      {"last in braces",
       "a: {b: 1}\n",
       {{"a"}, "x", "2", "", true},
       "a: {b: 1, x: 2}\n"},
      {"in empty braces", "a: {}\n", {{"a"}, "x", "2"}, "a: {x: 2}\n"},
      {"in place of a block",
       "a:\n  b:\n    c: 1\nd: 2\n",
       {{"a"}, "x", "{y: 2}", "b"},
       "a:\n  x: {y: 2}\nd: 2\n"},
      {"in place of a member in braces",
       "a: {b: {}, c: 1}\n",
       {{"a"}, "x", "Y", "b"},
       "a: {x: Y, c: 1}\n"},
      {"once where aliases lead",
       "a: &a {b: 1}\n",
       {{"a"}, "x", "2"},
       "a: &a {x: 2, b: 1}\n"},
  };
  for (const RowFill& row : rows) {
    SCOPED_TRACE(row.reason);
    Edited test(row.text);
    test.edit.Add(row.fill);
    test.edit.Add(row.fill);
    EXPECT_EQ(test.Text(), row.filled);
  }
}

TEST(FillTest, OnceWhereTwoAliasesLead) {
  Edited test("a: &a {b: 1}\nc: *a\n");
  test.edit.Add({{"a"}, "x", "2"});
  test.edit.Add({{"c"}, "x", "2"});
  EXPECT_EQ(test.Text(), "a: &a {x: 2, b: 1}\nc: *a\n");
}

TEST(FillTest, ScalarYaml) {
  EXPECT_EQ(ScalarYaml("bucket"), "bucket");
  EXPECT_EQ(ScalarYaml("no"), "\"no\"");
  EXPECT_EQ(ScalarYaml("a: b"), "'a: b'");
}

}  // namespace
}  // namespace loom

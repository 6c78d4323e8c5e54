// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/unified_diff.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

struct Row {
  const char* reason;
  std::string before, after, hunks;
};

std::string Numbers(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) absl::StrAppend(&text, i, "\n");
  return text;
}

TEST(UnifiedDiffTest, Hunks) {
  const Row rows[] = {
      {"a line changes", "a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
      {"a line is added", "a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"},
      {"all is added", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
      {"all is removed", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
      {"no last line feed", "a", "a\n",
       "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
      {"three lines of context", Numbers(1, 9), "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
       "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"},
      {"six lines between join two changes", "a\n" + Numbers(1, 6) + "b\n",
       Numbers(1, 6), "@@ -1,8 +1,6 @@\n-a\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n"},
      {"seven lines do not", "a\n" + Numbers(1, 7) + "b\n", Numbers(1, 7),
       "@@ -1,4 +1,3 @@\n-a\n 1\n 2\n 3\n@@ -6,4 +5,3 @@\n 5\n 6\n 7\n-b\n"},
      {"removed lines come first", "a\nb\n", "c\nd\n",
       "@@ -1,2 +1,2 @@\n-a\n-b\n+c\n+d\n"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    EXPECT_EQ(UnifiedDiff("f", row.before, row.after),
              absl::StrCat("--- f\n+++ f\n", row.hunks));
  }
}

TEST(UnifiedDiffTest, EqualTexts) { EXPECT_EQ(UnifiedDiff("f", "a", "a"), ""); }

TEST(UnifiedDiffTest, ChangesAllOfTextsThatDifferTooMuch) {
  std::string diff = UnifiedDiff("f", Numbers(1, 3000), Numbers(5000, 8000));
  EXPECT_EQ(diff.substr(0, 41),
            "--- f\n+++ f\n@@ -1,3000 +1,3001 @@\n-1\n-2\n-");
}

}  // namespace
}  // namespace loom

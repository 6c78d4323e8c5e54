// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/lint/lint.h"

namespace loom {
namespace {

std::string Found(const std::string& text) {
  Pool pool;
  const auto documents = ReadYaml("a.yaml", text, &pool);
  std::string all;
  for (const Suppression& each : FindSuppressions((*documents)[0].nodes())) {
    absl::StrAppend(&all, all.empty() ? "" : "; ", each.from, "-", each.to, " ",
                    absl::StrJoin(each.rules, "+"),
                    each.reason.empty() ? "" : " because ", each.reason);
  }
  return all;
}

TEST(FindSuppressions, AreForALineANodeOrAFile) {
  const struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"At the end of a line.", "a: 1 # loom-lint: ignore a/b -- why\n",
       "1-1 a/b because why"},
      {"Several rules, no reason.", "a: 1 # loom-lint: ignore a/b, c/d\n",
       "1-1 a/b+c/d"},
      {"Alone, for an item and all below it.",
       "l:\n# loom-lint: ignore a/b\n- a: 1\n\n  b: 2\n- c\n", "3-5 a/b"},
      {"Alone, for a key whose list is not indented.",
       "# loom-lint: ignore a/b\nl:\n- a\n- b\nm: 1\n", "2-4 a/b"},
      {"Alone, with other comments below it.",
       "# loom-lint: ignore a/b\n# more\na: 1\nb: 1\n", "3-3 a/b"},
      {"For the file.", "# loom-lint: ignore-file a/b -- all\na: 1\n",
       "1-3 a/b because all"},
      {"For the file, but too late.", "a: 1\n# loom-lint: ignore-file a/b\n",
       "1-3 "},
      {"Without a rule.", "a: 1 # loom-lint: ignore\n", "1-1 "},
      {"In quotes.", "a: \"x # loom-lint: ignore a/b\"\n", ""},
      {"In quotes, in a later line.",
       "a: \"x\n  # loom-lint: ignore a/b\n  y\"\n", ""},
      {"No space before it.", "x# loom-lint: ignore a/b\n", ""},
      {"In a block of text.",
       "a: |\n  # loom-lint: ignore a/b\nb: 1 # loom-lint: ignore c/d\n",
       "3-3 c/d"},
      {"Behind a block of an item.",
       "- a: |-\n    text\n  b: 1 # loom-lint: ignore c/d\n", "3-3 c/d"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Found(test.text), test.want);
  }
}

TEST(ApplySuppressions, TellsOfThoseThatAreInVain) {
  EXPECT_EQ(Linted({ResourceWith(
                "  x: 1 # loom-lint: ignore input/unknown-field -- mine\n")}),
            "");
  EXPECT_EQ(
      LintOf({ResourceWith("  x: 1 # loom-lint: ignore input/unknown-field\n")})
          .suppressed,
      1u);
  EXPECT_EQ(Linted({ResourceWith("# loom-lint: ignore ready/never\n")}),
            "6:1 lint/suppression");
  EXPECT_EQ(Linted({ResourceWith("# loom-lint: ignore ready/nevr\n")}),
            "6:1 lint/suppression");
  EXPECT_EQ(Linted({ResourceWith("# loom-lint: ignore\n")}),
            "6:1 lint/suppression");
}

}  // namespace
}  // namespace loom

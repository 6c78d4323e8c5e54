// SPDX-License-Identifier: Apache-2.0
#include "command_line/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loom {
namespace {

constexpr CommandLine kLine = {"weave", "FILE"};

TEST(Help, TellsFlagsInGroupsAndExitCodes) {
  HelpPage page = {.line = kLine,
                   .text = "Weaves a file.\n",
                   .flags = {{{"--to"}, "a|b", "What it becomes.", "Weaving"},
                             {{"-q", "--quiet"}, "", "No notes.", "Output"},
                             {{"-r"}, "NAME", "Again.", "Weaving"},
                             {{"--a-name-that-is-longer-than-others"},
                              "VALUE",
                              "Long.",
                              "Output"}},
                   .exit_codes = {{0, "woven"}, {2, "not woven"}}};
  EXPECT_EQ(HelpText(page), R"(Usage: function-loom weave FILE [flags]

Weaves a file.

Weaving:
  --to a|b     What it becomes.
  -r NAME      Again.

Output:
  -q, --quiet  No notes.
  --a-name-that-is-longer-than-others VALUE
               Long.

Exit codes:
  0  woven
  2  not woven
)");
}

TEST(Help, WrapsWhatIsLong) {
  std::string words;
  for (int i = 0; i < 30; ++i) words += "eight888 ";
  HelpPage page = {.line = {"weave", ""},
                   .flags = {{{"--to"}, "", words, "Weaving"}}};
  std::string text = HelpText(page);
  EXPECT_THAT(text, testing::HasSubstr("eight888\n        eight888"));
  size_t longest = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  EXPECT_LE(longest, 100);
}

TEST(Help, WordsAreSeparatedByBars) {
  EXPECT_THAT(WordsOf("a|b"), testing::ElementsAre("a", "b"));
  EXPECT_THAT(WordsOf("FILE"), testing::IsEmpty());
  EXPECT_THAT(WordsOf(""), testing::IsEmpty());
}

}  // namespace
}  // namespace loom

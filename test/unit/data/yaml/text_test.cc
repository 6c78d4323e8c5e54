// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/text.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

std::string WrittenText(absl::string_view text, bool key = false) {
  YamlPage page;
  WriteText(text, key, /*indent=*/2, &page);
  return std::move(page).Finish();
}

TEST(WriteTextTest, ChoosesTheWayThatReadsBack) {
  EXPECT_EQ(WrittenText("plain text"), "plain text");
  EXPECT_EQ(WrittenText("a: b"), "'a: b'");
  EXPECT_EQ(WrittenText("it's: b"), "'it''s: b'");
  EXPECT_EQ(WrittenText("yes"), "\"yes\"");
  EXPECT_EQ(WrittenText("a\tb"), "\"a\\tb\"");
  EXPECT_EQ(WrittenText("a\nb"), "|-\n  a\n  b");
  EXPECT_EQ(WrittenText("a\nb", /*key=*/true), "\"a\\nb\"");
}

TEST(WriteTextTest, FoldsAtTheFirstSpacePastColumn80) {
  std::string words;
  for (int i = 0; i < 40; ++i) words += i == 0 ? "abc" : " abc";
  std::string folded = WrittenText(words);
  EXPECT_EQ(folded.find('\n'), 83u);
  EXPECT_EQ(folded.substr(84, 5), "  abc");
  EXPECT_EQ(WrittenText(words, /*key=*/true), words) << "a key is never folded";
  std::string word(100, 'x');
  EXPECT_EQ(WrittenText(word), word) << "a word is never broken";
}

TEST(IsOneLineTest, KnowsTheBreaksOfUnicode) {
  EXPECT_TRUE(IsOneLine("a\tb"));
  for (const char* text : {"a\n", "a\r", "a\u0085", "a\u2028b", "\u2029"}) {
    EXPECT_FALSE(IsOneLine(text));
  }
}

}  // namespace
}  // namespace loom

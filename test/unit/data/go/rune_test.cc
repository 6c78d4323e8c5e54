// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Rune, Decodes) {
  struct {
    const char* reason;
    absl::string_view text;
    char32_t value;
    size_t size;
    bool valid;
  } tests[] = {
      {"ASCII.", "ab", U'a', 1, true},
      {"Nul is a character.", {"\0", 1}, 0, 1, true},
      {"Two bytes.", "é!", U'é', 2, true},
      {"Three bytes.", "→", U'→', 3, true},
      {"Four bytes.", "🚀", U'🚀', 4, true},
      {"The last of all.", "\xf4\x8f\xbf\xbf", 0x10FFFF, 4, true},
      {"The replacement itself is valid.", "\uFFFD", 0xFFFD, 3, true},
      {"A tail without a head.", "\x80", 0xFFFD, 1, false},
      {"A head without its tail.", "\xc3", 0xFFFD, 1, false},
      {"A head before something else.", "\xc3!", 0xFFFD, 1, false},
      {"An overlong slash.", "\xc0\xaf", 0xFFFD, 1, false},
      {"An overlong form of three bytes.", "\xe0\x80\xaf", 0xFFFD, 1, false},
      {"A surrogate.", "\xed\xa0\x80", 0xFFFD, 1, false},
      {"Beyond Unicode.", "\xf4\x90\x80\x80", 0xFFFD, 1, false},
      {"No head at all.", "\xff", 0xFFFD, 1, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Rune rune = DecodeRune(test.text);
    EXPECT_EQ(static_cast<uint32_t>(rune.value),
              static_cast<uint32_t>(test.value));
    EXPECT_EQ(rune.size, test.size);
    EXPECT_EQ(rune.valid, test.valid);
  }
}

TEST(Rune, DecodesWhatItAppended) {
  for (char32_t rune = 0; rune <= kMaxRune; rune += 7) {
    std::string text;
    AppendRune(rune, &text);
    bool surrogate = rune >= 0xD800 && rune <= 0xDFFF;
    ASSERT_EQ(DecodeRune(text).value, surrogate ? kReplacement : rune);
    ASSERT_EQ(DecodeRune(text).size, text.size());
  }
}

TEST(Rune, CountsCharacters) {
  EXPECT_EQ(CountRunes(""), 0u);
  EXPECT_EQ(CountRunes("héé"), 3u);
  EXPECT_EQ(CountRunes("a\xff\xffz"), 4u);
}

TEST(Rune, KnowsWhatIsPrintable) {
  for (char32_t rune : {U' ', U'a', U'~', U'¡', U'é', U'日', U'🚀', U'́'}) {
    EXPECT_TRUE(IsPrintable(rune)) << static_cast<uint32_t>(rune);
  }
  for (char32_t rune : {U'\n', U'\x7f', U'\u0080', U'\u00a0', U'\u00ad',
                        U'\u200b', U'\u2028', U'\ufeff', U'\U0010ffff'}) {
    EXPECT_FALSE(IsPrintable(rune)) << static_cast<uint32_t>(rune);
  }
}

TEST(Rune, ReplacesEveryBadByte) {
  EXPECT_EQ(ToValidUtf8("héé"), "héé");
  EXPECT_EQ(ToValidUtf8("a\xff"), "a\uFFFD");
  EXPECT_EQ(ToValidUtf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(ToValidUtf8(""), "");
}

}  // namespace
}  // namespace loom

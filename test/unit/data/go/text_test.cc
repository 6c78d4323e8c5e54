// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"

#include "data/go/format.h"
#include "data/value/value.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// What Go's fmt.Sprintf(format, string(value)) prints.
TEST(GoText, PrintsAsGoDoes) {
  struct {
    const char* reason;
    const char* format;
    absl::string_view value;
    const char* want;
  } tests[] = {
      {"As it is.", "%s", "héé", "héé"},
      {"v is s.", "%v", "héé", "héé"},
      {"Width counts characters.", "%8s", "héé", "     héé"},
      {"Filled right.", "%-8s|", "héé", "héé     |"},
      {"Filled with zeros.", "%08s", "héé", "00000héé"},
      {"- beats 0.", "%-08s|", "héé", "héé     |"},
      {"Precision cuts characters.", "%.2s", "héé", "hé"},
      {"Cut, then filled.", "%6.2s", "héé", "    hé"},
      {"Cut to nothing.", "%.0s", "héé", ""},
      {"Hexadecimal of the bytes.", "%x", "héé", "68c3a9c3a9"},
      {"Capital.", "%X", "héé", "68C3A9C3A9"},
      {"Spaced.", "% x", "héé", "68 c3 a9 c3 a9"},
      {"# marks it once.", "%#x", "héé", "0x68c3a9c3a9"},
      {"Or each byte.", "%# x", "héé", "0x68 0xc3 0xa9 0xc3 0xa9"},
      {"Each byte, capital.", "%# X", "hé", "0X68 0XC3 0XA9"},
      {"Precision counts bytes here.", "%.2x", "héé", "68c3"},
      {"Hexadecimal, filled up.", "%14x", "héé", "    68c3a9c3a9"},
      {"Hexadecimal, filled right.", "%-14x|", "héé", "68c3a9c3a9    |"},
      {"Nothing in hexadecimal.", "%x", "", ""},
      {"Nothing, filled up.", "[%4x]", "", "[    ]"},
      {"Quoted.", "%q", "héé", R"("héé")"},
      {"+ escapes all beyond ASCII.", "%+q", "héé", R"("h\u00e9\u00e9")"},
      {"# is for raw quotes.", "%#q", "héé", "`héé`"},
      {"Not around a back quote.", "%#q", "a`b", R"("a`b")"},
      {"A tab may stand in them.", "%#q", "a\tb", "`a\tb`"},
      {"A line feed may not.", "%#q", "a\nb", R"("a\nb")"},
      {"Nor a byte order mark.", "%#q", "\uFEFF", R"("\ufeff")"},
      {"Width counts the quotes.", "%8q", "hé", R"(    "hé")"},
      {"Cut before quoted.", "%.1q", "hé", R"("h")"},
      {"Quotes and backslashes.", "%q", R"(a"b\c')", R"("a\"b\\c'")"},
      {"Controls.",
       "%q",
       {"\a\b\f\n\r\t\v\0\x7f", 9},
       R"("\a\b\f\n\r\t\v\x00\x7f")"},
      {"Not printable.", "%q", "é🚀\u2028\u200b\u00a0",
       R"("é🚀\u2028\u200b\u00a0")"},
      {"Eight digits.", "%+q", "🚀", R"("\U0001f680")"},
      {"No character assigned.", "%q", "\U0010FFFF", R"("\U0010ffff")"},
      {"A byte that is no character.", "%q", "a\xff", R"("a\xff")"},
      {"Go syntax.", "%#v", "a\"b", R"("a\"b")"},
      {"d does not fit.", "%d", "x", "%!d(string=x)"},
      {"Width applies inside.", "%5d|", "x", "%!d(string=    x)|"},
      {"t does not fit.", "%t", "x", "%!t(string=x)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value value = Borrow(test.value);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

TEST(GoText, QuotesCharacters) {
  EXPECT_EQ(QuoteRune(U'*', false), "'*'");
  EXPECT_EQ(QuoteRune(U'\'', false), R"('\'')");
  EXPECT_EQ(QuoteRune(U'é', true), R"('\u00e9')");
  EXPECT_EQ(QuoteText("é'\"", true), R"("\u00e9'\"")");
}

}  // namespace
}  // namespace loom

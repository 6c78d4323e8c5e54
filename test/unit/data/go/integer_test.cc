// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "data/go/format.h"
#include "data/go/numbers.h"
#include "data/value/number.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// What Go's fmt.Sprintf(format, int64(value)) prints.
TEST(GoInteger, PrintsAsGoDoes) {
  struct {
    const char* reason;
    const char* format;
    int64_t value;
    const char* want;
  } tests[] = {
      {"Decimal.", "%d", 42, "42"},
      {"Width fills on the left.", "%5d", 42, "   42"},
      {"- fills on the right.", "%-5d|", 42, "42   |"},
      {"0 fills with zeros.", "%05d", 42, "00042"},
      {"- beats 0.", "%-05d|", 42, "42   |"},
      {"+ shows the sign.", "%+d", 42, "+42"},
      {"A space leaves room for one.", "% d", 42, " 42"},
      {"+ beats the space.", "%+ d", 42, "+42"},
      {"Zeros stand behind the sign.", "%06d", -42, "-00042"},
      {"Zeros stand behind a plus, too.", "%+06d", 42, "+00042"},
      {"Precision is the least number of digits.", "%.5d", 42, "00042"},
      {"Width and precision.", "%8.5d", 42, "   00042"},
      {"Precision beats 0.", "%08.5d", 42, "   00042"},
      {"Precision, sign, and filled right.", "%-8.5d|", -42, "-00042  |"},
      {"Zero in no digits is nothing.", "[%.0d]", 0, "[]"},
      {"Nothing, filled up.", "[%3.0d]", 0, "[   ]"},
      {"Nothing has no sign.", "[%+.0d]", 0, "[]"},
      {"Hexadecimal.", "%x", 42, "2a"},
      {"Capital, negative.", "%X", -255, "-FF"},
      {"# puts 0x in front.", "%#x", 42, "0x2a"},
      {"# with X.", "%#X", 255, "0XFF"},
      {"Zeros come between 0x and the digits, beyond width.", "%#08x", 42,
       "0x0000002a"},
      {"Octal.", "%o", 42, "52"},
      {"# puts a 0 in front.", "%#o", 42, "052"},
      {"Zero needs none.", "%#o", 0, "0"},
      {"O is octal with 0o.", "%O", 42, "0o52"},
      {"O with # has both.", "%#O", 42, "0o052"},
      {"Binary.", "%b", 42, "101010"},
      {"Binary, marked, negative.", "%#b", -5, "-0b101"},
      {"The character.", "%c", 42, "*"},
      {"The character of two bytes.", "%c", 233, "é"},
      {"The character of four bytes.", "%c", 0x1F680, "🚀"},
      {"A negative number is no character.", "%c", -1, "\uFFFD"},
      {"A surrogate is no character.", "%c", 0xD800, "\uFFFD"},
      {"Beyond Unicode is no character.", "%c", 0x110000, "\uFFFD"},
      {"A character may be filled up.", "%4c", 42, "   *"},
      {"Even with zeros.", "%04c", 42, "000*"},
      {"The character in quotes.", "%q", 42, "'*'"},
      {"Single quotes are escaped.", "%q", 39, R"('\'')"},
      {"Double quotes are not.", "%q", 34, R"('"')"},
      {"Printable is left alone.", "%q", 233, "'é'"},
      {"+ escapes all beyond ASCII.", "%+q", 233, R"('\u00e9')"},
      {"A line feed.", "%q", 10, R"('\n')"},
      {"What is not printable is escaped.", "%q", 0x200B, R"('\u200b')"},
      {"No character in quotes.", "%q", -1, "'\uFFFD'"},
      {"The code point.", "%U", 42, "U+002A"},
      {"# adds the character.", "%#U", 233, "U+00E9 'é'"},
      {"A code point of five digits.", "%U", 0x1F680, "U+1F680"},
      {"Precision of a code point.", "%.6U", 42, "U+00002A"},
      {"Width of a code point.", "%8U", 42, "  U+002A"},
      {"What is not printable is not added.", "%#U", 7, "U+0007"},
      {"A negative code point has 64 bits.", "%U", -1, "U+FFFFFFFFFFFFFFFF"},
      {"v is decimal.", "%v", -7, "-7"},
      {"v takes a width.", "%6v", 42, "    42"},
      {"Go syntax.", "%#v", 42, "42"},
      {"+v is no plus sign.", "%+v", 42, "42"},
      {"The least integer.", "%d", kLeast, "-9223372036854775808"},
      {"The least integer in hexadecimal.", "%x", kLeast, "-8000000000000000"},
      {"The largest integer.", "%v", kMost, "9223372036854775807"},
      {"Float verbs do not fit.", "%f", 5, "%!f(int64=5)"},
      {"s prints what v prints, where Go complains.", "%s", 5, "5"},
      {"s fills up to the width.", "%3s", 5, "  5"},
      {"s fills with zeros, as it does a text.", "%04s", -5, "00-5"},
      {"s fills right.", "%-3s|", 5, "5  |"},
      {"Its precision cuts characters.", "%.2s", 12345, "12"},
      {"A sign, # and space mean nothing to s.", "%+# s", 5, "5"},
      {"t does not fit.", "%t", 1, "%!t(int64=1)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value value = Integer(test.value);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

TEST(GoInteger, PrintsBooleans) {
  struct {
    const char* reason;
    const char* format;
    bool value;
    const char* want;
  } tests[] = {
      {"True.", "%t", true, "true"},
      {"False.", "%v", false, "false"},
      {"Width.", "[%7t]", true, "[   true]"},
      {"Filled right.", "[%-7v]", true, "[true   ]"},
      {"With zeros.", "[%07t]", true, "[000true]"},
      {"d does not fit.", "%d", true, "%!d(bool=true)"},
      {"s prints what v prints, where Go complains.", "%s", false, "false"},
      {"s fills up to the width.", "[%7s]", true, "[   true]"},
      {"s fills right.", "[%-7s]", true, "[true   ]"},
      {"s fills with zeros.", "[%07s]", true, "[000true]"},
      {"Its precision cuts characters.", "%.2s", true, "tr"},
      {"q does not fit.", "%q", true, "%!q(bool=true)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value value(test.value);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

}  // namespace
}  // namespace loom

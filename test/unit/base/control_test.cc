// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/strings.h"

namespace loom {
namespace {

TEST(Control, IsEscapedByItsNumber) {
  const struct {
    const char* reason;
    absl::string_view text;
    const char* want;  // "": the first character is no control character
  } tests[] = {
      {"Nothing.", "", ""},
      {"A letter.", "a\a", ""},
      {"The lowest, which ends a text in C.", {"\0b", 2}, "\\u0000"},
      {"A bell.", "\a!", "\\u0007"},
      {"A tab.", "\t", "\\u0009"},
      {"A line feed, which begins a line of its own.", "\n", "\\u000a"},
      {"What begins a sequence for a terminal.", "\x1b[2J", "\\u001b"},
      {"The first behind C0.", " ", ""},
      {"DEL.", "\x7f", "\\u007f"},
      {"The first and the last of C1.", "\xc2\x80", "\\u0080"},
      {"The last of C1.", "\xc2\x9f", "\\u009f"},
      {"A space that breaks no line, the first behind C1.", "\xc2\xa0", ""},
      {"A separator of lines.", "\xe2\x80\xa8", "\\u2028"},
      {"A separator of paragraphs.", "\xe2\x80\xa9", "\\u2029"},
      {"What writes from right to left.", "\xe2\x80\xae", "\\u202e"},
      {"An isolate.", "\xe2\x81\xa6", "\\u2066"},
      {"The end of an isolate.", "\xe2\x81\xa9", "\\u2069"},
      {"An ellipsis.", "…", ""},
      {"A space below the separators.", "\xe2\x80\xa7", ""},
      {"Half a character.", "\xe2\x80", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string escaped;
    size_t size = SizeOfControl(test.text);
    if (size > 0) AppendControl(test.text.substr(0, size), &escaped);
    EXPECT_EQ(escaped, test.want);
  }
}

}  // namespace
}  // namespace loom

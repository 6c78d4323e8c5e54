// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/edit.h"

namespace loom {
namespace {

TEST(WithBreaksOf, FollowsTheFirstLine) {
  struct Case {
    const char* reason;
    const char* before;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"line feeds", "a\nb\r\n", "a\nc\n", "a\nc\n"},
      {"CR LF", "a\r\nb\n", "a\r\n\nc\nd\r\n", "a\r\n\r\nc\r\nd\r\n"},
      {"an empty first line", "\r\n", "\n", "\r\n"},
      {"or one of a line feed", "\na\r\n", "\n", "\n"},
      {"a single line", "a", "a\n", "a\n"},
      {"the end of the text may lack one", "a\r\n", "a\nb", "a\r\nb"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(WithBreaksOf(c.before, c.text), c.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/yaml_cpp.h"

namespace loom {
namespace {

TEST(FixEscapesTest, FixesLoneBytesAlone) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"nothing", "", ""},
      {"ASCII", "a b", "a b"},
      {"a non-breaking space", "a\xA0z", "a\u00a0z"},
      {"a next line at the end", "a\x85", "a\u0085"},
      {"one behind the other", "\x85\xA0\xA0", "\u0085\u00a0\u00a0"},
      {"one that is whole already", "\u0085\u00a0", "\u0085\u00a0"},
      {"behind a character of two bytes", "\u00e0\xA0", "\u00e0\u00a0"},
      {"the same bytes inside of characters", "\u0160\u2160\u2805\U0001F405",
       "\u0160\u2160\u2805\U0001F405"},
      {"behind three and four bytes", "\u2028\x85\U0001F600\xA0",
       "\u2028\u0085\U0001F600\u00a0"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(FixEscapes(c.text), c.want);
  }
}

}  // namespace
}  // namespace loom

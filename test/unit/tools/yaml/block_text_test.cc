// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tools/yaml/mistake_scan.h"

namespace loom {
namespace {

TEST(ScanBlockTextTest, EndsBeforeTheNextKey) {
  struct Case {
    const char* reason;
    const char* text;
    int indent;
    size_t end;
    const char* mistake;
  };
  const Case kCases[] = {
      {"a key ends it", "|\n  x\ny: 1\n", 0, 5, ""},
      {"so does the end of the text", ">-\n  x", 0, 6, ""},
      {"blank lines belong to it", "|\n  x\n\n  y\nz", 0, 10, ""},
      {"with a number it may begin with blanks", "|2\n   x\n  y\nz", 0, 11, ""},
      {"a comment is no text", "| # c\n  x\nz", 0, 9, ""},
      {"a root may have no indentation", "|\nx\n", -1, 4, ""},
      {"a document ends it", "|\n  x\n---\n", -1, 5, ""},
      {"text on the first line", ">=1.0\n", 0, 0,
       "a block string begins on the line below >; quote the value if the > "
       "belongs to it"},
      {"0", "|0\n", 0, 0, "a block string is indented by 1 to 9, not by 0"},
      {"a line that is not indented enough", "|\n    x\n  y\n", 0, 7,
       "this line is indented by 2, the block string above it by 4"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    BlockText block = ScanBlockText(c.text, 0, c.indent);
    EXPECT_EQ(block.end, c.end);
    EXPECT_EQ(block.mistake.has_value() ? block.mistake->words : "", c.mistake);
  }
}

}  // namespace
}  // namespace loom

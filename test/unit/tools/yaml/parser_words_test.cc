// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tools/yaml/yaml_cpp.h"

namespace loom {
namespace {

TEST(ParserWordsTest, RewordsWhatTheParserSays) {
  EXPECT_EQ(
      ParserWords("illegal map value"),
      "a colon is not allowed here; quote the value, or check the indentation");
  EXPECT_EQ(ParserWords("unknown escape character: d"),
            "this is not an escape in double quotes; write \\\\, or use single "
            "quotes");
  EXPECT_EQ(ParserWords("something new"), "this is not YAML");
}

}  // namespace
}  // namespace loom

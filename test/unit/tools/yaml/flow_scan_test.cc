// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tools/yaml/mistake_scan.h"

namespace loom {
namespace {

TEST(ScanFlowTest, EndsAtTheBracketThatFits) {
  struct Case {
    const char* reason;
    std::string text;
    size_t offset;  // of the end, or of the mistake
    const char* mistake;
  };
  const Case kCases[] = {
      {"nested", "[a, {b: c}] x", 11, ""},
      {"brackets in quotes", "['[', \"]\"]", 10, ""},
      {"a bracket in a comment", "[a, # ]\nb]", 10, ""},
      {"JSON", "{\"a\":1,\"b\":[]}", 14, ""},
      {"an apostrophe", "[it's]", 6, ""},
      {"never closed", "[a, {b: c}", 0,
       "unclosed [: add the ] that ends this list"},
      {"does not fit", "{a: [1}", 6, "this } does not close the [ at"},
      {"no comma", "{a: 1 b: 2}", 6, "a comma is missing before this"},
      {"a path", "{a: b[0]}", 4,
       "quote this string, because it contains a bracket"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    FlowScan scan = ScanFlow(c.text, 0, -1);
    EXPECT_EQ(scan.mistake.has_value() ? scan.mistake->offset : scan.end,
              c.offset);
    EXPECT_EQ(scan.mistake.has_value() ? scan.mistake->words : "", c.mistake);
  }
}

}  // namespace
}  // namespace loom

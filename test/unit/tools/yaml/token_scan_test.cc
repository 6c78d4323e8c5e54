// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tools/yaml/mistake_scan.h"

namespace loom {
namespace {

TEST(TokenScanTest, FindsEnds) {
  EXPECT_EQ(QuoteEnd("'it''s' x", 0), 7u);
  EXPECT_EQ(QuoteEnd("\"a\\\"b\"", 0), 6u);
  EXPECT_EQ(QuoteEnd("\"a", 0), std::string::npos);
  EXPECT_EQ(PlainEnd("a b: c", 0), 3u);
  EXPECT_EQ(PlainEnd("a:b # c", 0), 3u);
  EXPECT_EQ(FlowTokenEnd("a b]", 0), 3u);
  EXPECT_EQ(LineEnd("a\nb", 0), 1u);
}

TEST(TokenScanTest, KnowsLines) {
  EXPECT_TRUE(LooksLikeBlock("  - a", 0));
  EXPECT_TRUE(LooksLikeBlock("a: b", 0));
  EXPECT_FALSE(LooksLikeBlock("a, b: c", 0));
  EXPECT_TRUE(IsMarker("---\n", 0));
  EXPECT_FALSE(IsMarker("----", 0));
}

TEST(TokenScanTest, FindsMistakes) {
  EXPECT_EQ(CheckQuoted("\"x\nb: \"y\"", 0)->words,
            "unclosed \": add the \" that ends this string");
  EXPECT_EQ(CheckQuoted("\"\\d\"", 0)->offset, 1u);
  EXPECT_FALSE(CheckQuoted("'\\d'", 0).has_value());
  EXPECT_EQ(BadBeginning("@x", 0)->words,
            "no value can begin with @; quote it");
  EXPECT_FALSE(BadBeginning("*x", 0).has_value());
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "data/go/format.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Quoted, EscapesAndShortens) {
  EXPECT_EQ(Quoted(""), "\"\"");
  EXPECT_EQ(Quoted("a\"b\n"), R"("a\"b\n")");
  std::string line(64, 'x');
  EXPECT_EQ(Quoted(line), "\"" + line + "\"");
  EXPECT_EQ(Quoted(line + "y"), "\"" + line + "\"…");
  std::string wide;
  for (int i = 0; i < 64; ++i) wide += "é";
  EXPECT_EQ(Quoted(wide), "\"" + wide + "\"");
  EXPECT_EQ(Quoted(wide + "éé"), "\"" + wide + "\"…");
}

TEST(QuotedInFull, EscapesAndShortensWhatFillsAMessage) {
  EXPECT_EQ(QuotedInFull("a\"b\n"), R"("a\"b\n")");
  std::string page(4096, 'x');
  EXPECT_EQ(QuotedInFull(page), "\"" + page + "\"");
  EXPECT_EQ(QuotedInFull(page + "y"), "\"" + page + "\"…");
}

}  // namespace
}  // namespace loom

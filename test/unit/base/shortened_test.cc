// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Shortened, CutsBetweenCharacters) {
  EXPECT_EQ(Shortened("text", 4), "text");
  EXPECT_EQ(Shortened("text", 3), "tex");
  EXPECT_EQ(Shortened("gr\xc3\xbc\xc3\x9f", 3), "gr");
  EXPECT_EQ(Shortened("gr\xc3\xbc\xc3\x9f", 4), "gr\xc3\xbc");
  EXPECT_EQ(Shortened("\xf0\x9f\xa6\x8a", 3), "");
  // This is not UTF-8.
  EXPECT_EQ(Shortened("\x80\x80\x80", 2), "");
}

TEST(Cut, TellsThatSomethingIsMissing) {
  EXPECT_EQ(Cut("text", 4), "text");
  EXPECT_EQ(Cut("text", 3), "tex…");
  EXPECT_EQ(Cut("gr\xc3\xbc\xc3\x9f", 3), "gr…");
  EXPECT_EQ(Cut("", 0), "");
}

}  // namespace
}  // namespace loom

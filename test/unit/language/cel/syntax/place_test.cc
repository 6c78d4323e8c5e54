// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

TEST(PlaceIn, CountsLinesAndCharacters) {
  EXPECT_EQ(PlaceIn("a && b", 5), "1:6");
  EXPECT_EQ(PlaceIn("a &&\n b", 6), "2:2");
  EXPECT_EQ(PlaceIn("'é' + 1", 5), "1:5");
  EXPECT_EQ(PlaceIn("a", 99), "1:2");
  EXPECT_EQ(ErrorAt("a", 0, "no").message(), "1:1: no");
}

}  // namespace
}  // namespace loom

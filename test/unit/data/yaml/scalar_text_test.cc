// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

TEST(ScalarTextTest, IsWhatGoMakesAString) {
  Pool pool;
  auto text = [&pool](const char* json) {
    Value value = *ParseJson(json, &pool);
    return ScalarText(&value);
  };
  EXPECT_EQ(text("\"x\""), "x");
  EXPECT_EQ(text("true"), "true");
  EXPECT_EQ(text("1"), "1");
  EXPECT_EQ(text("1e21"), "1e+21");
  EXPECT_EQ(text("null"), "");
  EXPECT_EQ(text("[1]"), "");
  EXPECT_EQ(ScalarText(nullptr), "");
}

}  // namespace
}  // namespace loom

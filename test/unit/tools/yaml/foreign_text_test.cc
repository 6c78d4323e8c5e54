// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tools/yaml/mistake.h"

namespace loom {
namespace {

TEST(FindForeignTextTest, KnowsWhatIsNoYaml) {
  EXPECT_EQ(FindForeignText("\n<!DOCTYPE html>\n")->offset, 1u);
  EXPECT_EQ(FindForeignText("<html>\n")->words,
            "this is HTML, not YAML; download the raw file");
  EXPECT_EQ(FindForeignText("a: 1\n<<<<<<< HEAD\n")->offset, 5u);
  EXPECT_EQ(FindForeignText("--- a/x\n+++ b/x\n")->offset, 0u);
  EXPECT_FALSE(FindForeignText("a: <html>\n").has_value());
  EXPECT_FALSE(FindForeignText("<<: *x\n").has_value());
}

TEST(FindForeignEncodingTest, FindsTheFirstByte) {
  EXPECT_EQ(FindForeignEncoding("a: \xe9\n")->offset, 3u);
  EXPECT_EQ(FindForeignEncoding("\xFF\xFE")->words,
            "the file is UTF-16; save it as UTF-8");
  EXPECT_FALSE(FindForeignEncoding("a: \xC3\xA9\n").has_value());
  EXPECT_FALSE(FindForeignEncoding("").has_value());
}

}  // namespace
}  // namespace loom

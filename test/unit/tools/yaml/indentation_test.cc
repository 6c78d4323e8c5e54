// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/indentation.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

TEST(IndentationTest, SaysWhatStandsWhereItMayNot) {
  Indentation open;
  EXPECT_EQ(open.Key("a", 0), "");
  open.Expect();
  EXPECT_EQ(open.Key("b", 2), "");
  EXPECT_EQ(open.Key("c", 4), "c is indented by 4, its siblings by 2");
  EXPECT_EQ(open.Key("d", 1), "d is indented by 1, its siblings by 2");
  open.Clear();
  EXPECT_EQ(open.Item(0), "");
  open.Fill();
  EXPECT_EQ(open.Item(2), "this list item is indented by 2, its siblings by 0");
  EXPECT_EQ(open.column(), 0);
}

TEST(WithoutColonTest, SaysWhatToWrite) {
  EXPECT_EQ(WithoutColon("spec"), "the key spec has no colon; write spec:");
  EXPECT_EQ(WithoutColon("name shop"),
            "the key name has no colon; write name: shop");
  EXPECT_EQ(WithoutColon("name:shop"),
            "the key name has no space after its colon; write name: shop");
  EXPECT_LT(WithoutColon(std::string(1000, 'x')).size(), 200u);
}

}  // namespace
}  // namespace loom

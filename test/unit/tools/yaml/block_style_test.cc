// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/block_style.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(BlockStyle, IsHowTheAuthorIndents) {
  const struct {
    const char* reason;
    const char* text;
    size_t map;
    size_t list;
  } tests[] = {
      {"As kubectl writes.", "a:\n  b:\n  - c\n", 2, 0},
      {"Dashes are indented.", "a:\n  b:\n    - c\n", 2, 2},
      {"Four spaces.", "a:\n    b:\n        - c\n", 4, 4},
      {"The first of each counts.",
       "a:\n   b: 1\nc:\n - d\ne:\n    f:\n      - g\n", 3, 1},
      {"A key behind a dash has no line of its own.", "a:\n- c:\n      d: 1\n",
       2, 0},
      {"Flow style says nothing.", "a: {b: [c]}\n", 2, 0},
      {"Nothing says anything.", "a: 1\n", 2, 0},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto nodes = YamlNodes::Parse("a.yaml", test.text);
    ASSERT_TRUE(nodes.ok());
    const BlockStyle style =
        BlockStyleOf(*nodes, YamlLayout(*nodes), nodes->roots()[0]);
    EXPECT_EQ(style.map, test.map);
    EXPECT_EQ(style.list, test.list);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "test/testing/json.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

TEST(InputMember, IsFoundByItsPlace) {
  struct Case {
    const char* reason;
    const char* place;
    const char* want;
  };
  const Case kCases[] = {
      {"a member of an element", "resources[0].condition", "\"true\""},
      {"an element by its name", "patchSets[tags].patches[0]", "{}"},
      {"no such element", "resources[1]", "nothing"},
      {"no such name", "patchSets[none]", "nothing"},
      {"a text has no members", "resources[0].condition.a", "nothing"},
      {"an object has no elements", "resources[0][0]", "nothing"},
      {"no place", "resources[", "nothing"},
  };
  Pool pool;
  const Value input = *ParseJson(
      R"({"resources": [{"condition": "true"}],
          "patchSets": [{"name": "tags", "patches": [{}]}]})",
      &pool);
  const PipelineStep step{.index = 0, .input = &input};
  for (const Case& c : kCases) {
    const Value* found = InputMember(step, c.place);
    EXPECT_EQ(found == nullptr ? "nothing" : ToJson(*found), c.want)
        << c.reason;
  }
  EXPECT_EQ(InputMember({.index = 0}, "resources"), nullptr);
}

}  // namespace
}  // namespace loom

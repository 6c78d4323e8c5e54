// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "data/value/json.h"
#include "data/yaml/writer.h"

namespace loom {
namespace {

TEST(KeyLessTest, OrdersAsGoYaml) {
  struct Case {
    const char* reason;
    std::vector<const char*> keys;
  };
  const Case kCases[] = {
      {"digits are numbers", {"a1", "a2", "a10", "a100"}},
      {"a shorter number of equal value first", {"a1", "a01"}},
      {"zeroes after other digits count", {"a10", "a11", "a100"}},
      {"a beginning comes first", {"a", "ab"}},
      {"upper case before lower", {"A", "B", "a", "b"}},
      {"no letter before a letter", {"a-b", "a.b", "a/b", "a_b", "a1", "ab"}},
      {"digits before letters", {"1", "2", "10", "a"}},
      {"letters of other scripts", {"a", "z", "\u00e9", "\u65e5"}},
      {"a symbol is no letter", {"\u2192", "\U0001F600", "a"}},
  };
  for (const Case& c : kCases) {
    for (size_t i = 0; i < c.keys.size(); ++i) {
      for (size_t k = 0; k < c.keys.size(); ++k) {
        SCOPED_TRACE(c.reason);
        EXPECT_EQ(KeyLess(c.keys[i], c.keys[k]), i < k)
            << c.keys[i] << " " << c.keys[k];
      }
    }
  }
}

TEST(InKeyOrderTest, LeavesTheObjectAsItIs) {
  Pool pool;
  Value object = *ParseJson(R"({"b":1,"a10":2,"a9":3})", &pool);
  std::vector<std::string> names;
  for (const Member* member : InKeyOrder(object)) {
    names.emplace_back(View(member->name));
  }
  EXPECT_THAT(names, testing::ElementsAre("a9", "a10", "b"));
  EXPECT_EQ(View(object.MemberBegin()->name), "b");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "function/plan/input_counts.h"

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

Value ListOf(size_t count, Pool* pool) {
  Value list = Array();
  for (size_t i = 0; i < count; ++i) list.PushBack(Object(), pool->allocator());
  return list;
}

// What is said of an input that has a list of so many below `outer`, or at its
// top.
std::string ProblemsOf(const char* outer, const char* member, size_t count,
                       Bound bound) {
  Pool pool;
  Value input = Object();
  Value* to = &input;
  if (*outer != '\0') {
    to = &FindOrAdd(input, outer, &pool);
    to->SetObject();
  }
  Set(*to, member, ListOf(count, &pool), &pool);
  Problems problems;
  CheckCounts(input, {bound}, &problems);
  return problems.Joined();
}

TEST(CheckCounts, TakesWhatIsWithinTheBounds) {
  struct {
    const char* outer;
    const char* member;
    size_t most;
  } tests[] = {
      {"", "resources", limits::kTemplates},
      {"", "patches", limits::kPatches},
      {"string", "transforms", limits::kTransforms},
      {"spec", "environmentConfigs", limits::kRequirements},
      {"environment", "configs", limits::kRequirements},
      {"spec", "extraResources", limits::kRequirements},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.member);
    const Bound bound{test.member, test.most};
    EXPECT_EQ(ProblemsOf(test.outer, test.member, test.most, bound), "");
    EXPECT_EQ(ProblemsOf(test.outer, test.member, test.most + 1, bound),
              absl::StrCat(test.member, ": ", test.most + 1, " are more than ",
                           test.most));
  }
}

TEST(CheckCounts, LooksIntoNoBase) {
  EXPECT_EQ(ProblemsOf("base", "patches", 11, {"patches", 10}), "");
}

}  // namespace
}  // namespace loom

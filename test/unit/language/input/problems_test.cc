// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "language/input/fields.h"
#include "language/input/input.h"

namespace loom {
namespace {

TEST(Problems, AreJoinedInTheirOrder) {
  Problems problems;
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(problems.Joined(), "");
  problems.Add("b", "second");
  problems.Add("", "of the whole");
  problems.Note({.place = "c", .message = "only noted"});
  EXPECT_EQ(problems.Joined(), "b: second; of the whole");
  EXPECT_EQ(problems.notes().size(), 1u);
  EXPECT_EQ(problems.notes()[0].text(), "c: only noted");
  EXPECT_EQ(problems.problems()[0].place, "b");
  EXPECT_EQ(problems.problems()[1].message, "of the whole");
}

TEST(Problems, AreNamedOneByOneUpToABound) {
  Problems problems;
  for (size_t i = 0; i < limits::kErrors + 3; ++i) {
    problems.Add(absl::StrCat("p", i), "wrong");
  }
  EXPECT_TRUE(absl::EndsWith(
      problems.Joined(),
      absl::StrCat("p", limits::kErrors - 1, ": wrong; and 3 more")));
}

TEST(Problems, CountWhatPatternsHold) {
  Problems problems;
  EXPECT_TRUE(problems.AddPattern(Problems::kMaxPatternSteps - 1, 100));
  EXPECT_FALSE(problems.AddPattern(2, 100)) << "one more than they may";
  EXPECT_TRUE(problems.AddPattern(1, 50)) << "what was refused does not count";
  EXPECT_EQ(problems.pattern_steps(), Problems::kMaxPatternSteps);
  EXPECT_EQ(problems.pattern_growth(), 150u);
}

TEST(Problems, TakePatternsUntilTooMuchWasCompiledInVain) {
  Problems problems;
  problems.CountCompiled(Problems::kMaxPatternSteps + 1);
  EXPECT_FALSE(problems.AddPattern(Problems::kMaxPatternSteps + 1, 100));
  EXPECT_TRUE(problems.TakesPatterns()) << "a small one may still fit";
  problems.CountCompiled(Problems::kMaxPatternSteps);
  EXPECT_FALSE(problems.TakesPatterns());
}

TEST(Problems, TakePatternsUntilNobodyWaits) {
  bool stopped = false;
  Problems problems;
  problems.Limit([&] { return stopped; });
  EXPECT_TRUE(problems.TakesPatterns());
  EXPECT_FALSE(problems.was_stopped());
  stopped = true;
  EXPECT_FALSE(problems.TakesPatterns());
  stopped = false;
  EXPECT_FALSE(problems.TakesPatterns()) << "what was left out is missing";
  EXPECT_TRUE(problems.was_stopped());
}

// A set of patches that many templates use is read for seconds, without any pattern.
TEST(Problems, LookAtTheClockBetweenObjects) {
  Pool pool;
  const Value input =
      ParseJson(R"({"a": [{"b": "x"}, {"b": "y"}]})", &pool).value();
  bool stopped = false, too_large = false;
  int looks = 0;
  Problems problems;
  problems.Limit(
      [&] {
        ++looks;
        return stopped;
      },
      [&] { return too_large; });
  const Input root(input, Dialect::kNative, &problems);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(Fields(root).List("a").size(), 2u);
  }
  EXPECT_GE(looks, 200 / limits::kObjectsBetweenLooks);
  too_large = true;
  for (int i = 0; i < limits::kObjectsBetweenLooks; ++i) Fields unread(root);
  EXPECT_TRUE(problems.was_too_large());
  EXPECT_FALSE(problems.was_stopped());
  EXPECT_TRUE(Fields(root).List("a").empty()) << "everything looks absent";
  Fields(root).Required("c");
  EXPECT_TRUE(problems.empty()) << "nothing that is said now is true";
}

}  // namespace
}  // namespace loom

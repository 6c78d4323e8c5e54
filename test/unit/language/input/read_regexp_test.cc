// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "language/input/fields.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(ReadRegexp, TakesEqualPatternsForOne) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  ASSERT_TRUE(ReadRegexp(input.root(), "regexp", "a+").has_value());
  auto made = input.root().Made<const Regexp>("a+");
  ASSERT_NE(made, nullptr);
  ASSERT_TRUE(ReadRegexp(input.root(), "match", "a+").has_value());
  EXPECT_EQ(input.root().Made<const Regexp>("a+"), made);
  ASSERT_TRUE(ReadRegexp(input.root(), "regexp", "b+").has_value());
  EXPECT_NE(input.root().Made<const Regexp>("b+"), made);
}

TEST(ReadRegexp, ReportsAtThePlaceOfTheMember) {
  AuthorInput input(R"({"patterns": [{}]})", Dialect::kPatchAndTransform);
  Input at = input.List("patterns")[0];
  EXPECT_FALSE(ReadRegexp(at, "regexp", "(").has_value());
  EXPECT_EQ(input.problems(),
            "patterns[0].regexp: Invalid value: \"(\": invalid regexp: missing "
            "): (");
}

TEST(ReadRegexp, BoundsWhatAllPatternsOfAnInputHold) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  auto large = [](int i) { return absl::StrCat("^[\\pL\\d-]{1,253}$|", i); };
  int affordable = 0;
  while (affordable < 1000 &&
         ReadRegexp(input.root(), "regexp", large(affordable)).has_value()) {
    ++affordable;
  }
  EXPECT_GT(affordable, 2);
  EXPECT_LT(affordable, 100);
  EXPECT_EQ(input.problems(),
            absl::StrCat("regexp: Invalid value: ", Quoted(large(affordable)),
                         ": invalid regexp: the input has too many large "
                         "regular expressions"));
  EXPECT_TRUE(ReadRegexp(input.root(), "regexp", "^a+$").has_value())
      << "a small one may still fit";
}

// RE2 would take 1.7 seconds for it, and minutes for one of 4 KiB.
TEST(ReadRegexp, CompilesNothingThatTakesLong) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  std::string pattern;
  for (int i = 0; i < 32; ++i) pattern += "a{0,1000}";
  EXPECT_FALSE(ReadRegexp(input.root(), "regexp", pattern).has_value());
  EXPECT_THAT(input.problems(),
              testing::HasSubstr("too many large regular expressions"));
}

TEST(ReadRegexp, CompilesFewInVain) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(
        ReadRegexp(input.root(), "regexp", absl::StrCat("\\pL{1000}", i))
            .has_value());
  }
  EXPECT_THAT(
      input.problems(),
      testing::AllOf(testing::HasSubstr("pattern too large"),
                     testing::HasSubstr("too many large regular expressions")));
}

}  // namespace
}  // namespace loom

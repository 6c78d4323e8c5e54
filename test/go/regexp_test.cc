// SPDX-License-Identifier: Apache-2.0
#include "go/regexp.h"

#include "absl/strings/str_cat.h"
#include "go/quoted.h"
#include "gtest/gtest.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(Regexp, MatchesAsGoDoes) {
  struct {
    const char* reason;
    const char* pattern;
    const char* text;
    bool want;
  } tests[] = {
      {"Anywhere.", "b.c", "aabxcaa", true},
      {"Anchored.", "^x$", "xx", false},
      {"A point is no line feed.", "b.c", "ab\ncd", false},
      {"With s it is.", "(?s)b.c", "ab\ncd", true},
      {"Case counts.", "abc", "ABC", false},
      {"With i it does not.", "(?i)^hello$", "HeLLo", true},
      {"The end is the end, not the last line feed.", "x$", "x\n", false},
      {"With m a line ends, too.", "(?m)x$", "x\n", true},
      {"Classes of Perl.", "^\\d{3}$", "123", true},
      {"They are ASCII.", "^\\d+$", "١٢", false},
      {"Classes of Unicode.", "^\\p{Lu}\\p{Ll}+$", "Ünï", true},
      {"Classes of POSIX.", "^[[:alpha:]_]+$", "foo_bar", true},
      {"Named groups.", "(?P<n>a)", "a", true},
      {"Named groups as Go spells them since 1.22.", "(?<n>a)", "a", true},
      {"Not in a class.", "^[(?<n>]+$", "(<?n", true},
      {"Not in a class that begins with a bracket.", "^[](?<a>]+$", "]<?",
       true},
      {"Not in a class that excludes one.", "^[^](?<a>]+$", "x", true},
      {"Not where it is quoted.", "\\Q(?<n>\\E", "(?<n>", true},
      {"Not where it is escaped.", "\\(?<n>", "<n>", true},
      {"Behind a class of classes.", "[[:alpha:]](?<n>\\d)", "a1", true},
      {"A class of classes that is none.", "[[:](?<n>a)", ":a", true},
      {"A category by its long name.", "^\\p{Lowercase_Letter}$", "é", true},
      {"One that is excluded.", "^\\p{^letter}\\P{Letter}$", "12", true},
      {"A name in a class.", "^[\\p{greek}\\d]+$", "α1", true},
      {"As long as a name may be.", "^[\\pL\\d-]{1,253}$", "aé-1", true},
      {"A backslash before C.", "\\\\C", "\\C", true},
      {"C where it is quoted.", "\\Q\\C\\E", "\\C", true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::StatusOr<std::unique_ptr<const RE2>> regexp =
        CompileRegexp(test.pattern);
    ASSERT_TRUE(regexp.ok()) << regexp.status();
    EXPECT_EQ(RE2::PartialMatch(test.text, **regexp), test.want);
  }
}

TEST(Regexp, RefusesWhatGoRefuses) {
  struct {
    const char* reason;
    const char* pattern;
  } tests[] = {
      {"A group that is not closed.", "a(b"},
      {"A class that is not closed.", "["},
      {"A backslash at the end.", "a\\"},
      {"Nothing to repeat.", "*"},
      {"Look-ahead.", "a(?=b)"},
      {"Look-behind.", "(?<=a)b"},
      {"Negative look-behind.", "(?<!a)b"},
      {"A back-reference.", "(a)\\1"},
      {"More than 1000 repetitions.", "a{1001}"},
      {"The same by nesting.", "(a{100}){11}"},
      {"A group without a name.", "(?<>a)"},
      {"A group whose name is not closed.", "(?<n"},
      {"What is large when compiled; Go takes it.", "^\\pL{1,1000}$"},
      {"A name that is not ASCII.", "(?<é>a)"},
      {"A class that nobody knows.", "\\p{Foo}"},
      {"A class that is not closed.", "\\p{Lu"},
      {"A byte, which only RE2 has.", "a\\C"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(CompileRegexp(test.pattern).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(ParseRegexp, TakesEqualPatternsForOne) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  SharedRegexp first = ParseRegexp(input.root(), "regexp", "a+");
  EXPECT_EQ(ParseRegexp(input.root(), "regexp", "a+"), first);
  EXPECT_NE(ParseRegexp(input.root(), "regexp", "b+"), first);
}

TEST(ParseRegexp, BoundsWhatAllPatternsOfAnInputHold) {
  AuthorInput input("{}", Dialect::kPatchAndTransform);
  auto large = [](int i) { return absl::StrCat("^[\\pL\\d-]{1,253}$|", i); };
  int affordable = 0;
  while (affordable < 1000 &&
         ParseRegexp(input.root(), "regexp", large(affordable)) != nullptr) {
    ++affordable;
  }
  EXPECT_GT(affordable, 2);
  EXPECT_LT(affordable, 100);
  EXPECT_EQ(input.problems(),
            absl::StrCat("regexp: Invalid value: ", Quoted(large(affordable)),
                         ": invalid regexp: the input has "
                         "too many large ones"));
  EXPECT_NE(ParseRegexp(input.root(), "regexp", "^a+$"), nullptr)
      << "a small one may still fit";
}

}  // namespace
}  // namespace loom

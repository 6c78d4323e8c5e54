// SPDX-License-Identifier: Apache-2.0
#include "data/go/regexp.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "gtest/gtest.h"

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
      {"A script of two words.", "^\\p{Old_Italic}$", "𐌀", true},
      {"A script with a capital within.", "^\\p{SignWriting}$", "𝠀", true},
      {"A name in a class.", "^[\\p{greek}\\d]+$", "α1", true},
      {"As long as a name may be.", "^[\\pL\\d-]{1,253}$", "aé-1", true},
      {"A backslash before C.", "\\\\C", "\\C", true},
      {"C where it is quoted.", "\\Q\\C\\E", "\\C", true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    absl::StatusOr<Regexp> regexp = Regexp::Compile(test.pattern);
    ASSERT_TRUE(regexp.ok()) << regexp.status();
    EXPECT_EQ(*regexp->Matches(test.text, &pool), test.want);
    EXPECT_EQ(regexp->Find(test.text, 0, &pool)->has_value(), test.want);
  }
}

TEST(Regexp, MayMatchFromABeginning) {
  const struct {
    const char* reason;
    const char* pattern;
    const char* prefix;
    bool want;
  } tests[] = {
      {"What the pattern begins with.", "subnet-.*", "subnet-", true},
      {"More than that.", "sub.*", "subnet-", true},
      {"Less.", "subnet-[ab]-c", "subnet-", true},
      {"Something else before it.", "config-.*", "subnet-", false},
      {"And behind it.", "vpc-.*", "subnet-", false},
      {"One of several.", "vpc|subnet-a", "subnet-", true},
      {"Any beginning.", ".*-a", "subnet-", true},
      {"It has to go on.", "subnet", "subnet-", false},
      {"The whole has to match.", "net-.*", "subnet-", false},
      {"Without regard to case.", "(?i)SUBNET-.*", "subnet-", true},
      {"What lies between matches cannot be reported.", "a-.*|z-.*", "subnet-",
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Regexp regexp = Regexp::Compile(test.pattern).value();
    EXPECT_EQ(regexp.MayMatchFrom(test.prefix, &pool).value(), test.want);
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
    EXPECT_EQ(Regexp::Compile(test.pattern).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(Regexp, FindsGroupsOfTheFirstMatch) {
  struct {
    const char* reason;
    const char* pattern;
    const char* text;
    int group;
    std::optional<absl::string_view> want;
  } tests[] = {
      {"The whole match.", "v(\\d+)", "v1 v2", 0, "v1"},
      {"A group.", "v(\\d+)", "v1 v2", 1, "1"},
      {"The second group.", "(a)(b)?", "ab", 2, "b"},
      {"A group that took no part.", "(a)(b)?", "ac", 2, ""},
      {"An empty match.", "x*", "abc", 0, ""},
      {"No match.", "v(\\d+)", "w1", 1, std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Regexp regexp = *Regexp::Compile(test.pattern);
    EXPECT_LE(test.group, regexp.groups());
    EXPECT_EQ(*regexp.Find(test.text, test.group, &pool), test.want);
  }
}

TEST(Regexp, BoundsPatternsAndTexts) {
  std::string longest(limits::kPattern, 'a');
  EXPECT_TRUE(Regexp::Compile(longest).ok());
  EXPECT_EQ(Regexp::Compile(longest + "a").status().message(),
            "the pattern has more than 4096 bytes");

  Pool pool;
  Regexp large = *Regexp::Compile("^[\\pL\\d-]{1,253}$");
  std::string text(limits::kMatch / large.steps() + 1, 'a');
  EXPECT_EQ(large.Matches(text, &pool).status().message(),
            absl::StrCat("a string of ", text.size(),
                         " bytes is too long for a pattern of this size"));
  EXPECT_EQ(large.Find(text, 0, &pool).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(Regexp, TakesStepsOffTheAllowance) {
  Pool pool;
  Regexp regexp = *Regexp::Compile("a+b");
  EXPECT_TRUE(regexp.Matches("aab", &pool).ok());
  uint64_t once = pool.account().steps();
  EXPECT_EQ(once, 1 + regexp.steps() * 4);
  EXPECT_TRUE(regexp.Find("aab", 0, &pool).ok());
  EXPECT_EQ(pool.account().steps(), 2 * once);

  pool.account().Set({.steps = 10});
  EXPECT_EQ(regexp.Matches("aab", &pool).status().message(),
            "the call needs more than 10 steps");
}

TEST(Regexp, IsPaidWhenACallCompilesIt) {
  constexpr char kFour[] = "a{0,1000}a{0,1000}a{0,1000}a{0,1000}";
  const struct {
    const char* reason;
    std::string pattern;
    uint64_t least;
  } tests[] = {
      {"a small one", "a+b", 1'000},
      {"one of a thousand copies", "(a{1,1000})x", 300'000},
      {"a class", "\\p{Lu}|\\p{Ll}|\\p{Lo}", 200'000},
      {"a large one", "\\pL{100}", 5'000'000},
      {"one that is too large", "\\pL{1000}", 5'000'000},
      {"ways past others", absl::StrCat(kFour, kFour, kFour, kFour),
       80'000'000},
      {"ways within others", "((a{0,10}){0,10}){0,10}", 300'000},
      {"as often as that is repeated", "(a{0,30}){33}", 400'000},
      {"without a bound", "(a{0,30}){33,}", 400'000},
      {"none of that in quotes and in classes",
       "\\Qa{0,1000}b{0,1000}\\E[a{0,1000}b{0,1000}]\\{0,1000}", 1'000},
      {"many classes",
       [] {
         std::string classes;
         for (int i = 0; i < 100; ++i) classes += "|\\pL";
         return classes;
       }(),
       5'000'000},
  };
  for (const auto& test : tests) {
    Pool pool;
    (void)Regexp::CompileIn(test.pattern, &pool);
    EXPECT_GE(pool.account().steps(), test.least) << test.reason;
    EXPECT_LE(pool.account().steps(), 20 * test.least) << test.reason;
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "command_line/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "absl/strings/str_join.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

TEST(Flags, ErrorsSayWhatToDo) {
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;
  };
  const Case kCases[] = {
      {"all is known", {"a", "--output", "json"}, ""},
      {"a flag with its value", {"--output=json"}, ""},
      {"a slip",
       {"--outptu=json"},
       "unknown flag --outptu\n  (--output?) `function-loom weave --help` "
       "lists all"},
      {"like nothing",
       {"--frobnicate"},
       "unknown flag --frobnicate\n  `function-loom weave --help` lists all"},
      {"too many arguments",
       {"a", "b"},
       "unexpected argument b\n  usage: function-loom weave FILE; "
       "`function-loom weave --help` lists "
       "all"},
      {"-- ends flags", {"--", "--a"}, ""},
      {"also behind some", {"--output", "json", "--", "a"}, ""},
      {"too many arguments behind it",
       {"--", "a", "b"},
       "unexpected argument b\n  usage: function-loom weave FILE; "
       "`function-loom weave --help` lists "
       "all"},
      {"a short flag with =", {"-q=true", "-o=a"}, ""},
      {"a slip of a flag that the caller knows",
       {"--agianst=a"},
       "unknown flag --agianst\n  (--against?) `function-loom weave --help` "
       "lists all"},
      {"a flag without its value",
       {"--output"},
       "--output: a value is missing"},
      {"a flag that can be given once",
       {"--output", "a", "--output=b"},
       "--output can be set only once"},
      {"with --help nothing else counts", {"--frobnicate", "--help"}, ""},
  };
  for (const Case& c : kCases) {
    std::string file, output, other;
    bool help = false, quiet = false;
    const std::vector<DeclaredFlag> flags = {{"FILE", &file},
                                             {"--output", &output},
                                             {"-o,--other", &other},
                                             {"-q,--quiet", &quiet},
                                             {"--help", &help}};
    const std::vector<Flag> more = {{.names = {"--against"}}};
    EXPECT_EQ(
        Brief(ParseFlags(flags, c.arguments, {"weave", "FILE"}, help, more)
                  .message()),
        c.want)
        << c.reason;
    EXPECT_EQ(other, quiet ? "a" : "") << c.reason;
  }
}

TEST(Flags, OfTheHelpPage) {
  std::string text;
  bool quiet = false;
  const std::vector<DeclaredFlag> declared = {
      {"FILE", &text},
      {"--hidden", &text, "NAME", "Not shown."},
      {"-o,--output", &text, "a|b", "How.", "One"},
      {"-q,--quiet", &quiet, "", "Less.", "Two"}};
  const std::vector<Flag> flags = FlagsOf(declared);
  ASSERT_EQ(flags.size(), 2);
  EXPECT_THAT(flags[0].names, testing::ElementsAre("-o", "--output"));
  EXPECT_EQ(flags[0].value, "a|b");
  EXPECT_EQ(flags[0].description, "How.");
  EXPECT_EQ(flags[1].value, "");
  EXPECT_EQ(flags[1].group, "Two");
}

TEST(Flags, ValuesAreCheckedAndWritten) {
  struct Case {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;  // the targets, or the error
  };
  const Case kCases[] = {
      {"nothing is given", {}, " 0 0  "},
      {"each in its form",
       {"--word=a", "--number", "3", "--large=9000000000", "--list=x,y",
        "--list", "z"},
       "a 3 9000000000 x;y;z "},
      {"a word that is none of them", {"--word=c"}, "--word: c not in {a,b}"},
      {"a number beyond the range",
       {"--number=4"},
       "--number: expected an integer from 1 to 3, got 4"},
      {"no number",
       {"--number=x"},
       "--number: expected an integer from 1 to 3, got x"},
      {"a word that stands for a number", {"--level=high"}, " 0 0  2"},
      {"the number itself", {"--level=2"}, " 0 0  2"},
      {"a word that stands for none",
       {"--level=highest"},
       "--level: Check highest value in {high->2,low->1} OR {2,1} FAILED"},
      {"what a function refuses", {"--level=low"}, "--level: too low"},
      {"a list ends with the next flag",
       {"--list", "x", "y", "--word=b"},
       "b 0 0 x;y "},
  };
  for (const Case& c : kCases) {
    std::string word, level;
    int number = 0;
    uint64_t large = 0;
    bool help = false;
    std::vector<std::string> list;
    auto set_level = [&level](const std::string& text) {
      level = text;
      return text == "1" ? absl::InvalidArgumentError("too low")
                         : absl::OkStatus();
    };
    const std::vector<DeclaredFlag> flags = {
        {.names = "--word", .target = &word, .one_of = {"a", "b"}},
        {.names = "--number", .target = &number, .range = {{1, 3}}},
        {.names = "--large", .target = &large, .positive = true},
        {.names = "--list", .target = &list, .delimiter = ','},
        {.names = "--level",
         .target = set_level,
         .numbers = {{"low", 1}, {"high", 2}}}};
    const absl::Status status =
        ParseFlags(flags, c.arguments, {"weave", ""}, help);
    EXPECT_EQ(status.ok() ? absl::StrCat(word, " ", number, " ", large, " ",
                                         absl::StrJoin(list, ";"), " ", level)
                          : std::string(status.message()),
              c.want)
        << c.reason;
  }
}

TEST(Flags, AVariableIsReadUnlessTheFlagIsGiven) {
  std::string word;
  bool help = false;
  const std::vector<DeclaredFlag> flags = {
      {.names = "--word", .target = &word, .variable = "LOOM_TEST_WORD"}};
  setenv("LOOM_TEST_WORD", "a", 1);
  EXPECT_TRUE(ParseFlags(flags, {}, {"weave", ""}, help).ok());
  EXPECT_EQ(word, "a");
  EXPECT_TRUE(ParseFlags(flags, {"--word=b"}, {"weave", ""}, help).ok());
  EXPECT_EQ(word, "b");
  unsetenv("LOOM_TEST_WORD");
}

TEST(Flags, OneOfAFewNames) {
  static constexpr std::pair<absl::string_view, int> kRows[] = {{"yaml", 1},
                                                                {"json", 2}};
  EXPECT_EQ(Choose("--output", "json", kRows).value_or(0), 2);
  EXPECT_EQ(Choose("--output", "yml", kRows).status().message(),
            "--output yml: expected one of yaml, json");
}

}  // namespace
}  // namespace loom

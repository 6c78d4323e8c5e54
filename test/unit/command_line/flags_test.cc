// SPDX-License-Identifier: Apache-2.0
#include "command_line/flags.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <sstream>

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
       "unknown flag --outptu\n  did you mean --output? `function-loom weave "
       "--help` lists all"},
      {"like nothing",
       {"--frobnicate"},
       "unknown flag --frobnicate\n  `function-loom weave --help` lists all"},
      {"too many arguments",
       {"a", "b"},
       "unexpected argument b\n  want FILE; `function-loom weave --help` lists "
       "all"},
      {"-- ends flags", {"--", "--a"}, ""},
      {"also behind some", {"--output", "json", "--", "a"}, ""},
      {"too many arguments behind it",
       {"--", "a", "b"},
       "unexpected argument b\n  want FILE; `function-loom weave --help` lists "
       "all"},
      {"a short flag with =", {"-q=true", "-o=a"}, ""},
      {"a slip of a flag that the caller knows",
       {"--agianst=a"},
       "unknown flag --agianst\n  did you mean --against? `function-loom weave "
       "--help` lists all"},
      {"a flag without its value",
       {"--output"},
       "--output: a value is missing"},
      {"a flag that can be given once",
       {"--output", "a", "--output=b"},
       "--output is given more than once"},
      {"with --help nothing else counts", {"--frobnicate", "--help"}, ""},
  };
  for (const Case& c : kCases) {
    CLI::App app;
    std::string file, output, other;
    bool help = false, quiet = false;
    app.set_help_flag();
    app.allow_extras();
    app.add_option("FILE", file);
    app.add_option("--output", output);
    app.add_option("-o,--other", other);
    app.add_flag("-q,--quiet", quiet);
    app.add_flag("--help", help);
    const std::vector<Flag> more = {{.names = {"--against"}}};
    EXPECT_EQ(
        ParseFlags(app, c.arguments, {"weave", "FILE"}, help, more).message(),
        c.want)
        << c.reason;
    EXPECT_EQ(other, quiet ? "a" : "") << c.reason;
  }
}

TEST(Flags, ErrorsAreALineEachAndAdviceIsIndented) {
  std::ostringstream err;
  PrintErrors(absl::InvalidArgumentError("one\n  do this\ntwo"), err);
  EXPECT_EQ(err.str(),
            "function-loom: error: one\n"
            "  do this\n"
            "function-loom: error: two\n");
}

TEST(Flags, OneOfAFewNames) {
  static constexpr std::pair<absl::string_view, int> kRows[] = {{"yaml", 1},
                                                                {"json", 2}};
  EXPECT_EQ(Choose("--output", "json", kRows).value_or(0), 2);
  EXPECT_EQ(Choose("--output", "yml", kRows).status().message(),
            "--output yml: want one of yaml, json");
}

}  // namespace
}  // namespace loom

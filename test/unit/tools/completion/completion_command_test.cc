// SPDX-License-Identifier: Apache-2.0
#include "tools/completion/completion_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "test/unit/tools/completion/pages.h"

namespace loom {
namespace {

using testing::HasSubstr;

using Command = int (*)(const std::vector<std::string>&,
                        const std::vector<HelpPage>&, std::ostream&,
                        std::ostream&);

TEST(CompletionCommand, PrintsOrSaysWhatIsWrong) {
  struct {
    const char* reason;
    Command run;
    std::vector<std::string> arguments;
    int code;
    const char* out;  // a part of it
    const char* err;
  } tests[] = {
      {"bash", RunCompletion, {"bash"}, 0, "complete -o default", ""},
      {"zsh", RunCompletion, {"zsh"}, 0, "#compdef function-loom", ""},
      {"fish", RunCompletion, {"fish"}, 0, "complete -c function-loom", ""},
      {"help", RunCompletion, {"--help"}, 0, "Usage: function-loom comp", ""},
      {"no shell",
       RunCompletion,
       {},
       2,
       "",
       "function-loom: error: missing argument: SHELL\n  expected one of bash, "
       "zsh, "
       "fish\n"},
      {"another shell",
       RunCompletion,
       {"tcsh"},
       2,
       "",
       "function-loom: error: there is no completion for tcsh\n"
       "  expected one of bash, zsh, fish\n"},
      {"two shells",
       RunCompletion,
       {"bash", "zsh"},
       2,
       "",
       "function-loom: error: unexpected argument zsh\n"
       "  usage: function-loom completion SHELL; `function-loom completion "
       "--help` lists all\n"},
      {"the manual", RunManual, {}, 0, ".TH FUNCTION", ""},
      {"help of the manual", RunManual, {"-h"}, 0, "Usage: ", ""},
      {"the manual of something",
       RunManual,
       {"lint"},
       2,
       "",
       "function-loom: error: unexpected argument lint\n"
       "  `function-loom --help` lists the commands\n"},
  };
  for (const auto& test : tests) {
    std::ostringstream out, err;
    EXPECT_EQ(test.run(test.arguments, SmallPages(), out, err), test.code)
        << test.reason;
    EXPECT_THAT(out.str(), HasSubstr(test.out)) << test.reason;
    EXPECT_EQ(err.str(), test.err) << test.reason;
  }
}

}  // namespace
}  // namespace loom

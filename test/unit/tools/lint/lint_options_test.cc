// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "tools/lint/lint_command.h"

namespace loom {
namespace {

TEST(ParseLintOptions, ReadsFlags) {
  auto options = ParseLintOptions(
      {"a.yaml", "--output", "sarif", "b", "--fail-on=never", "--rule",
       "ready/never=off", "--rule", "yaml/number=error", "-"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->paths, (std::vector<std::string>{"a.yaml", "b", "-"}));
  EXPECT_EQ(options->output, LintOutput::kSarif);
  EXPECT_EQ(options->fail_on, DiagnosticSeverity::kOff);
  EXPECT_EQ(options->severities.at("ready/never"), DiagnosticSeverity::kOff);
  EXPECT_EQ(options->severities.at("yaml/number"), DiagnosticSeverity::kError);
}

TEST(ParseLintOptions, SaysWhatIsWrong) {
  const struct {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;
  } tests[] = {
      {"No file.",
       {},
       "missing argument: FILE\n  usage: function-loom lint "
       "FILE|DIR|- ..."},
      {"An unknown flag.",
       {"a", "--outptu=json"},
       "unknown flag --outptu\n  (--output?) `function-loom lint --help` lists "
       "all"},
      {"An unknown form.",
       {"a", "--output", "xml"},
       "--output xml: expected one of text, json, sarif, github"},
      {"An unknown rule.",
       {"a", "--rule", "ready/nevr=off"},
       "unknown rule ready/nevr\n  (ready/never?) `function-loom lint "
       "--list-rules` lists all"},
      {"An unknown severity.",
       {"a", "--rule", "ready/never=of"},
       "--rule ready/never of: expected one of error, warning, off"},
      {"A rule without a severity.",
       {"a", "--rule", "ready/never"},
       "--rule ready/never: expected NAME=SEVERITY\n  SEVERITY is "
       "error|warning|off"},
      {"A rule to explain that is none.",
       {"--explain-rule", "x"},
       "unknown rule x\n  `function-loom lint --list-rules` lists all"},
      {"Standard input twice.",
       {"-", "-"},
       "only one file can be -, which is stdin"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(ParseLintOptions(test.arguments).status().message()),
              test.want);
  }
}

TEST(LintHelp, HasTheWordsThatFlagsTake) {
  EXPECT_THAT(HelpText(LintHelp()),
              testing::HasSubstr("--output text|json|sarif|github "));
}

}  // namespace
}  // namespace loom

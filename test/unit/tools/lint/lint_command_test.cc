// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/expected.h"
#include "test/testing/paths.h"
#include "test/testing/temp_folder.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class LintCommandTest : public testing::Test {
 protected:
  int Run(const std::vector<std::string>& arguments, const std::string& in) {
    std::istringstream input(in);
    std::ostringstream out, err;
    int code = RunLint(arguments, false, input, out, err);
    out_ = out.str();
    err_ = err.str();
    return code;
  }

  std::string out_, err_;
};

TEST_F(LintCommandTest, SaysByItsExitCodeWhatItFound) {
  EXPECT_EQ(Run({"-"}, ResourceWith("")), 0);
  EXPECT_EQ(out_, "1 file: 0 errors, 0 warnings\n");
  EXPECT_EQ(Run({"-"}, ResourceWith("  x: 1\n")), 1);
  EXPECT_EQ(Run({"-", "--fail-on", "never"}, ResourceWith("  x: 1\n")), 0);
  const std::string warning = ResourceWith("patchSets: [{name: s}]\n");
  EXPECT_EQ(Run({"-"}, warning), 0);
  EXPECT_EQ(Run({"-", "--fail-on=warning"}, warning), 1);
}

TEST_F(LintCommandTest, AQuoteThatIsNeverClosedIsAtItsStart) {
  EXPECT_EQ(Run({"-"}, "a: 1\nb: \"x\n"), 1);
  EXPECT_THAT(out_, StartsWith("stdin:2:4: error: "));
  EXPECT_THAT(out_, HasSubstr("[yaml/syntax]\n"));
}

TEST_F(LintCommandTest, TellsWhatCouldNotBeRead) {
  EXPECT_EQ(Run({"nope.yaml"}, ""), 2);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(err_,
            "function-loom: error: cannot read nope.yaml: no such file or "
            "directory\n");
  EXPECT_EQ(Run({"nope.yaml", "--output=json"}, ""), 2);
  EXPECT_THAT(out_, StartsWith(R"({"format":"loom.lint/v1","error":)"));
  EXPECT_EQ(Run({"--nope"}, ""), 2);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(Run({"--nope", "--output", "json"}, ""), 2);
  EXPECT_THAT(out_, HasSubstr(R"("message":"unknown flag --nope")"));
}

TEST_F(LintCommandTest, FindsWhatIsWrongInTheBrokenExample) {
  const std::string folder = InRepository("examples/command-line/");
  EXPECT_EQ(Run({folder + "broken.yaml", folder + "xrd.yaml", "--schemas",
                 folder + "crds"},
                ""),
            1);
  const std::string text = absl::StrReplaceAll(out_, {{folder, ""}});
  EXPECT_EQ(text, Expected(InRepository("test/suites/lint/broken.txt"), text));
}

TEST_F(LintCommandTest, FindsWhatIsWrongInAComposition) {
  const std::string folder = InRepository("examples/command-line/");
  EXPECT_EQ(Run({folder + "composition.yaml", folder + "xrd.yaml"}, ""), 1);
  EXPECT_EQ(
      absl::StrReplaceAll(out_,
                          {{folder, ""}, {"spec.pipeline[1].input.", ""}}),
      R"(composition.yaml:32:91: error: resources[0].patches[2].toFieldPath: XApp declares no status.bucketArn; the API server refuses the whole status [schema/status-undeclared]
  declare it in xrd.yaml:11:5, under properties.status
composition.yaml:37:26: error: resources[1].patches[0].fromFieldPath: XApp has no field status.bucketArn [schema/unknown-source]
2 files: 2 errors, 0 warnings
)");
}

TEST_F(LintCommandTest, ColoursWhatWordsSay) {
  const std::string wrong = ResourceWith("  x: 1\n");
  EXPECT_EQ(Run({"-"}, wrong), 1);
  const std::string plain = out_;
  EXPECT_EQ(Run({"-", "--color=always"}, wrong), 1);
  EXPECT_THAT(out_, HasSubstr("\033[1;31merror\033[0m: "));
  EXPECT_EQ(absl::StrReplaceAll(out_, {{"\033[1;31m", ""},
                                       {"\033[1;33m", ""},
                                       {"\033[1m", ""},
                                       {"\033[0m", ""}}),
            plain);
  EXPECT_EQ(Run({"-", "--color=blue"}, wrong), 2);
}

TEST_F(LintCommandTest, SchemasHaveToBeThere) {
  EXPECT_EQ(Run({"-", "--schemas", "nope"}, ResourceWith("")), 2);
  EXPECT_THAT(err_, HasSubstr("cannot read nope: "));
  EXPECT_EQ(Run({"-", "--schemas", "-"}, ResourceWith("")), 2);
}

TEST_F(LintCommandTest, SaysHowAFindingIsMended) {
  EXPECT_EQ(Run({"-", "--output", "json"}, ResourceWith("  nam: {}\n")), 1);
  EXPECT_THAT(out_,
              HasSubstr(R"("fix":{"start":125,"end":128,"text":"name"})"));
}

TEST_F(LintCommandTest, TellsOfItsRules) {
  EXPECT_EQ(Run({"--list-rules"}, ""), 0);
  EXPECT_THAT(out_, HasSubstr("\nready/never "));
  for (const LintRule& rule : LintRules()) {
    EXPECT_THAT(out_, HasSubstr(absl::StrCat(rule.name, " ")));
  }
  EXPECT_EQ(Run({"--explain-rule", "ready/never"}, ""), 0);
  EXPECT_THAT(out_, StartsWith("ready/never (warning)\n\n"));
  EXPECT_THAT(out_, HasSubstr("\nWrong:\n  base:"));
  EXPECT_THAT(out_, EndsWith("\n\nhttps://example.org/function-loom/lint-rules/"
                             "#ready-never\n"));
  EXPECT_EQ(Run({"--help"}, ""), 0);
  EXPECT_THAT(out_, StartsWith("Usage: function-loom lint"));
}

TEST_F(LintCommandTest, WritesEveryForm) {
  for (const char* form : {"json", "sarif", "github"}) {
    EXPECT_EQ(Run({"-", "--output", form}, ResourceWith("  x: 1\n")), 1);
    EXPECT_THAT(out_, HasSubstr("input/unknown-field")) << form;
  }
  EXPECT_EQ(Run({"-", "--output", "sarif"}, ""), 0);
  for (const LintRule& rule : LintRules()) {
    EXPECT_THAT(
        out_, HasSubstr(absl::StrCat("\"helpUri\":\"", AddressOf(rule), "\"")));
  }
}

}  // namespace
}  // namespace loom

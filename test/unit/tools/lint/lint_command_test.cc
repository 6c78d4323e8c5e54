// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/paths.h"
#include "test/testing/temp_folder.h"
#include "test/unit/tools/lint/linted.h"
#include "tools/lint/rule_table.h"

namespace loom {
namespace {

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

constexpr char kBroken[] =
    R"(broken.yaml:7:20: error: resources[0].patches[0].fromFieldPath: XApp has no field spec.regoin [schema/unknown-source]
  did you mean spec.region?
broken.yaml:9:75: error: resources[0].patches[1].toFieldPath: spec.size is an integer, Bucket wants a string at spec.forProvider.tags.size [schema/type-mismatch]
  add transforms: [{type: convert, convert: {toType: string}}]
broken.yaml:12:18: error: resources[0].patches[2].toFieldPath: XApp declares no status.bucketArn; the API server drops the value silently [schema/status-undeclared]
  declare it in xrd.yaml:11:5, under properties.status
broken.yaml:13:5: error: resources[0].patches[2]: unknown field "polcy" [input/unknown-field]
  did you mean policy?
broken.yaml:15:32: warning: resources[1].base.kind: a ConfigMap never has the condition Ready, so the XApp never becomes ready [ready/never]
  add readinessChecks: [{type: None}]
broken.yaml:15:50: warning: resources[1].base.data: the key on is read as "true" [yaml/legacy-boolean]
  quote it
broken.yaml:15:54: error: resources[1].base.data.true: a boolean instead of a string: the API server refuses it in data of a ConfigMap [object/data]
  write it in quotes
broken.yaml:15:54: warning: resources[1].base.data.on: yes is read as true [yaml/legacy-boolean]
  write true, or quote it
2 files: 5 errors, 3 warnings
)";

TEST_F(LintCommandTest, FindsWhatIsWrongInTheBrokenExample) {
  const std::string folder = InRepository("examples/command-line/");
  EXPECT_EQ(Run({folder + "broken.yaml", folder + "xrd.yaml", "--schemas",
                 folder + "crds"},
                ""),
            1);
  EXPECT_EQ(absl::StrReplaceAll(out_, {{folder, ""}}), kBroken);
}

TEST_F(LintCommandTest, FindsWhatIsWrongInAComposition) {
  const std::string folder = InRepository("examples/command-line/");
  EXPECT_EQ(Run({folder + "composition.yaml", folder + "xrd.yaml"}, ""), 1);
  EXPECT_EQ(
      absl::StrReplaceAll(out_,
                          {{folder, ""}, {"spec.pipeline[1].input.", ""}}),
      R"(composition.yaml:32:91: error: resources[0].patches[2].toFieldPath: XApp declares no status.bucketArn; the API server drops the value silently [schema/status-undeclared]
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
  EXPECT_EQ(Run({"--help"}, ""), 0);
  EXPECT_THAT(out_, StartsWith("Usage: function-loom lint"));
}

TEST_F(LintCommandTest, WritesEveryForm) {
  for (const char* form : {"json", "sarif", "github"}) {
    EXPECT_EQ(Run({"-", "--output", form}, ResourceWith("  x: 1\n")), 1);
    EXPECT_THAT(out_, HasSubstr("input/unknown-field")) << form;
  }
}

}  // namespace
}  // namespace loom

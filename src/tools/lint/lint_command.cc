// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "command_line/errors.h"
#include "tools/lint/lint.h"
#include "tools/lint/lint_options.h"
#include "tools/lint/reports.h"
#include "tools/lint/rule_table.h"

namespace loom {
namespace {

std::string Indented(absl::string_view text) {
  std::string indented;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&indented, "  ", line, "\n");
  }
  return indented;
}

std::string Explained(const LintRule& rule) {
  return absl::StrCat(rule.name, " (", SeverityName(rule.severity), ")\n\n",
                      rule.why, "\n\nWrong:\n", Indented(rule.wrong),
                      "\nRight:\n", Indented(rule.right));
}

std::string Listed() {
  std::string text;
  for (const LintRule& rule : LintRules()) {
    std::string name(rule.name);
    name.resize(std::max<size_t>(name.size() + 1, 28), ' ');
    std::string severity(SeverityName(rule.severity));
    severity.resize(9, ' ');
    absl::StrAppend(&text, name, severity, rule.why, "\n");
  }
  return text;
}

std::string Printed(const LintOptions& options, const LintReport& report,
                    const TextStyle& style) {
  switch (options.output) {
    case LintOutput::kJson:
      return JsonReport(report);
    case LintOutput::kSarif:
      return SarifReport(report);
    case LintOutput::kGithub:
      return GithubReport(report, options.quiet);
    case LintOutput::kText:
      break;
  }
  return TextReport(report, style);
}

// NO_COLOR and TERM=dumb are conventions of terminals.
bool MayColor() {
  const char* off = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return (off == nullptr || *off == '\0') &&
         (term == nullptr || std::string(term) != "dumb");
}

bool Fails(const LintOptions& options, const LintReport& report) {
  if (options.fail_on == LintSeverity::kOff) return false;
  if (report.errors > 0) return true;
  return options.fail_on == LintSeverity::kWarning && report.warnings > 0;
}

absl::StatusOr<int> Run(const LintOptions& options, bool terminal,
                        std::istream& in, std::ostream& out) {
  Corpus corpus;
  for (const std::string& path : options.paths) {
    LOOM_RETURN_IF_ERROR(corpus.Read(path, in));
  }
  for (const std::string& path : options.schemas) {
    LOOM_RETURN_IF_ERROR(corpus.ReadSchemas(path, in));
  }
  corpus.Sort();
  LintReport report = Lint(corpus, options.severities);
  TextStyle style{.quiet = options.quiet};
  if (terminal) style.sources = &corpus;
  style.color = options.color == LintColor::kAlways ||
                (options.color == LintColor::kAuto && terminal && MayColor());
  out << Printed(options, report, style) << std::flush;
  if (!out) return 2;
  return Fails(options, report) ? 1 : 0;
}

}  // namespace

int RunLint(const std::vector<std::string>& arguments, bool terminal,
            std::istream& in, std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    PrintErrors(status, err);
    if (WantsJson(arguments)) out << ErrorJson("lint", status);
    return 2;
  };
  absl::StatusOr<LintOptions> options = ParseLintOptions(arguments);
  if (!options.ok()) return fail(options.status());
  if (options->help) {
    out << HelpText(LintHelp());
    return 0;
  }
  if (options->list_rules) {
    out << Listed();
    return 0;
  }
  if (!options->explain_rule.empty()) {
    out << Explained(*FindLintRule(options->explain_rule));
    return 0;
  }
  absl::StatusOr<int> code = Run(*options, terminal, in, out);
  return code.ok() ? *code : fail(code.status());
}

int LintCommand(int argc, const char* const* argv) {
  return RunLint({argv, argv + argc}, isatty(STDOUT_FILENO) != 0, std::cin,
                 std::cout, std::cerr);
}

}  // namespace loom

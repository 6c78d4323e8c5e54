// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "command_line/flags.h"
#include "tools/checks/rule_table.h"
#include "tools/lint/lint.h"
#include "tools/lint/reports.h"

namespace loom {
namespace {

// For ParseLintOptions.

constexpr CommandLine kLine = {"lint", "FILE|DIR|- ..."};

constexpr char kText[] =
    R"(Finds errors in Compositions and in inputs of functions, without a cluster. All
errors in all files are reported at once, with file, line and column.

  function-loom lint composition.yaml
  function-loom lint composition.yaml xrd.yaml environment.yaml
  function-loom lint composition.yaml xrd.yaml --schemas crds
  function-loom lint . --output sarif > lint.sarif

A directory is read recursively, without node_modules and files that are not for
Kubernetes. EnvironmentConfigs, Functions, XRDs and CRDs that are passed with a
Composition make its check more thorough. Objects of other kinds are counted but not
checked. Files of --schemas are not checked themselves;
`kubectl get --raw /openapi/v3/apis/GROUP/VERSION` prints such a file.

A comment suppresses a rule for its line or, alone on a line, for the value below it:

  # loom-lint: ignore RULE[, RULE] -- reason
)";

constexpr ExitCode kExitCodes[] = {
    {0, "no error was found"},
    {1, "an error was found (or a warning, with --fail-on warning)"},
    {2, "the command failed (an unknown flag, a file that cannot be read)"}};

template <typename T>
using NamedRule = std::pair<absl::string_view, T>;

constexpr NamedRule<LintOutput> kOutputs[] = {{"text", LintOutput::kText},
                                              {"json", LintOutput::kJson},
                                              {"sarif", LintOutput::kSarif},
                                              {"github", LintOutput::kGithub}};
constexpr NamedRule<LintColor> kColors[] = {{"auto", LintColor::kAuto},
                                            {"always", LintColor::kAlways},
                                            {"never", LintColor::kNever}};
constexpr NamedRule<DiagnosticSeverity> kFailOn[] = {
    {"error", DiagnosticSeverity::kError},
    {"warning", DiagnosticSeverity::kWarning},
    {"never", DiagnosticSeverity::kOff}};
constexpr NamedRule<DiagnosticSeverity> kSeverities[] = {
    {"error", DiagnosticSeverity::kError},
    {"warning", DiagnosticSeverity::kWarning},
    {"off", DiagnosticSeverity::kOff}};

// Flags as text, before they are parsed further.
struct Typed {
  std::string output = "text";
  std::string color = "auto";
  std::string fail_on = "error";
  std::vector<std::string> rules;
};

std::vector<DeclaredFlag> Flags(LintOptions& options, Typed& typed) {
  constexpr char kOutput[] = "Output";
  constexpr char kRules[] = "Rules";
  return {{"FILE", &options.paths},
          {"--output", &typed.output, WordsText(kOutputs),
           "Output format (default text).", kOutput},
          {"--color", &typed.color, WordsText(kColors),
           "When to color text output (default auto).", kOutput},
          {"-q,--quiet", &options.quiet, "",
           "Print only findings, without notes and summary.", kOutput},
          {"--schemas", &options.schemas, "PATH",
           "CRDs and XRDs as YAML, or OpenAPI v3 as JSON: a file or a "
           "directory. Can be repeated.",
           kRules},
          {"--exclude", &options.excluded, "GLOB",
           "Exclude files and directories, like a line in .loomignore. "
           "Can be repeated.",
           kRules},
          {"--fail-on", &typed.fail_on, WordsText(kFailOn),
           "Severity that makes the exit code 1 (default error).", kRules},
          {"--rule", &typed.rules, "NAME=SEVERITY",
           "Set the severity of a rule for this run: off, warning or error.",
           kRules},
          {"--list-rules", &options.list_rules, "", "List all rules.", kRules},
          {"--explain-rule", &options.explain_rule, "NAME",
           "Explain a rule, with an example.", kRules},
          {"-h,--help", &options.help, "", "Show this help.", kOutput}};
}

absl::Status CheckRule(const std::string& name) {
  if (FindLintRule(name) != nullptr) return absl::OkStatus();
  std::vector<std::string> names;
  for (const LintRule& rule : LintRules()) names.emplace_back(rule.name);
  std::string nearest = NearestName(name, names);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown rule ", name, "\n  ", MeantHelp(nearest),
                   nearest.empty() ? "" : " ",
                   "`function-loom lint --list-rules` lists all"));
}

absl::Status Take(const Typed& typed, LintOptions* options) {
  LOOM_ASSIGN_OR_RETURN(options->output,
                        Choose("--output", typed.output, kOutputs));
  LOOM_ASSIGN_OR_RETURN(options->color,
                        Choose("--color", typed.color, kColors));
  LOOM_ASSIGN_OR_RETURN(options->fail_on,
                        Choose("--fail-on", typed.fail_on, kFailOn));
  for (const std::string& rule : typed.rules) {
    size_t equals = rule.find('=');
    std::string name = rule.substr(0, equals);
    LOOM_RETURN_IF_ERROR(CheckRule(name));
    if (equals == rule.npos) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--rule ", name, ": expected NAME=SEVERITY\n  SEVERITY is ",
          WordsText(kSeverities)));
    }
    LOOM_ASSIGN_OR_RETURN(options->severities[name],
                          Choose(absl::StrCat("--rule ", name),
                                 rule.substr(equals + 1), kSeverities));
  }
  if (!options->explain_rule.empty()) return CheckRule(options->explain_rule);
  if (options->list_rules) return absl::OkStatus();
  if (options->paths.empty()) {
    return absl::InvalidArgumentError(
        "missing argument: FILE\n  usage: function-loom lint FILE|DIR|- ...");
  }
  if (std::count(options->paths.begin(), options->paths.end(), "-") +
          std::count(options->schemas.begin(), options->schemas.end(), "-") >
      1) {
    return absl::InvalidArgumentError("only one file can be -, which is stdin");
  }
  return absl::OkStatus();
}

// For RunLint.

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
                      "\nRight:\n", Indented(rule.right), "\n", AddressOf(rule),
                      "\n");
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

std::string ReportText(const LintOptions& options, const LintReport& report,
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
  if (options.fail_on == DiagnosticSeverity::kOff) return false;
  if (report.errors > 0) return true;
  return options.fail_on == DiagnosticSeverity::kWarning && report.warnings > 0;
}

absl::StatusOr<int> Run(const LintOptions& options, bool terminal,
                        std::istream& in, std::ostream& out) {
  Corpus corpus;
  corpus.Exclude(options.excluded);
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
  out << ReportText(options, report, style) << std::flush;
  if (!out) return 2;
  return Fails(options, report) ? 1 : 0;
}

}  // namespace

absl::StatusOr<LintOptions> ParseLintOptions(
    const std::vector<std::string>& arguments) {
  LintOptions options;
  Typed typed;
  LOOM_RETURN_IF_ERROR(
      ParseFlags(Flags(options, typed), arguments, kLine, options.help));
  if (options.help) return options;
  LOOM_RETURN_IF_ERROR(Take(typed, &options));
  return options;
}

HelpPage LintHelp() {
  LintOptions options;
  Typed typed;
  return {.line = kLine,
          .summary = "find errors in Compositions and inputs",
          .text = kText,
          .flags = FlagsOf(Flags(options, typed)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

int RunLint(const std::vector<std::string>& arguments, bool terminal,
            std::istream& in, std::ostream& out, std::ostream& err) {
  auto fail = [&](const absl::Status& status) {
    return Refuse("lint", arguments, status, out, err);
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

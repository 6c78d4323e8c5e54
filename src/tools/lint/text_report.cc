// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "base/strings.h"
#include "tools/checks/rule_table.h"
#include "tools/findings/github.h"
#include "tools/lint/reports.h"

namespace loom {
namespace {

// Colour repeats what words say.
constexpr absl::string_view kBold = "1";
constexpr absl::string_view kRed = "1;31";
constexpr absl::string_view kYellow = "1;33";

std::string Painted(absl::string_view text, absl::string_view paint,
                    bool color) {
  return color ? absl::StrCat("\033[", paint, "m", text, "\033[0m")
               : std::string(text);
}

std::string Line(const Diagnostic& finding, bool color) {
  const std::string said =
      absl::StrCat(finding.path, finding.path.empty() ? "" : ": ",
                   finding.message, " [", finding.rule, "]");
  return absl::StrCat(
      Painted(Printed(PlaceText(finding.position)), kBold, color), ": ",
      Painted(SeverityName(finding.severity),
              finding.severity == DiagnosticSeverity::kError ? kRed : kYellow,
              color),
      ": ", Printed(Visible(said)), "\n");
}

// The line of source and a mark below the value:
//       7 |   - fromFieldPath: spec.regoin
//         |                    ^^^^^^^^^^^
std::string Source(const Diagnostic& finding, absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  const YamlPosition& at = finding.position;
  if (at.line > lines.size()) return "";
  std::string number = absl::StrCat(at.line);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
  size_t width = at.end_column > at.column ? at.end_column - at.column : 1;
  const absl::string_view line = absl::StripSuffix(lines[at.line - 1], "\r");
  return absl::StrCat(number, " | ", Printed(line), "\n      | ",
                      std::string(at.column - 1, ' '), std::string(width, '^'),
                      "\n");
}

// How many documents are named.
constexpr size_t kNamed = 3;

std::string NotChecked(std::vector<std::string> skipped) {
  skipped.erase(std::unique(skipped.begin(), skipped.end()), skipped.end());
  const auto named =
      absl::MakeConstSpan(skipped).first(std::min(skipped.size(), kNamed));
  std::string text = Printed(Visible(absl::StrJoin(named, ", ")));
  if (skipped.size() > kNamed) {
    absl::StrAppend(&text, " and ", skipped.size() - kNamed, " more");
  }
  return text;
}

}  // namespace

std::string LintSummary(const LintReport& report) {
  std::string text = absl::StrCat(Counted(report.files, "file"), ": ",
                                  Counted(report.errors, "error"), ", ",
                                  Counted(report.warnings, "warning"));
  if (report.suppressed > 0) {
    absl::StrAppend(&text, ", ", report.suppressed, " suppressed");
  }
  if (!report.skipped.empty()) {
    absl::StrAppend(&text, "; ", Counted(report.skipped.size(), "document"),
                    " not checked: ", NotChecked(report.skipped));
  }
  return text;
}

std::string TextReport(const LintReport& report, const TextStyle& style) {
  std::string text;
  for (const Diagnostic& finding : report.findings) {
    if (finding.suppressed) continue;
    absl::StrAppend(&text, Line(finding, style.color));
    if (style.sources != nullptr) {
      absl::StrAppend(&text,
                      Source(finding, style.sources->TextOf(finding.file)));
    }
    if (finding.help.empty()) continue;
    absl::StrAppend(&text, "  ", Printed(finding.help), "\n");
  }
  if (!style.quiet) absl::StrAppend(&text, LintSummary(report), "\n");
  return text;
}

std::string GithubReport(const LintReport& report, bool quiet) {
  std::string text;
  for (DiagnosticSeverity severity :
       {DiagnosticSeverity::kError, DiagnosticSeverity::kWarning}) {
    for (const Diagnostic& finding : report.findings) {
      if (finding.suppressed || finding.severity != severity) continue;
      text += GithubCommand(
          SeverityName(severity), finding.position, finding.rule,
          absl::StrCat(finding.path, finding.path.empty() ? "" : ": ",
                       finding.message, finding.help.empty() ? "" : "\n",
                       finding.help));
    }
  }
  if (!quiet) absl::StrAppend(&text, LintSummary(report), "\n");
  return text;
}

}  // namespace loom

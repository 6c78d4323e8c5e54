// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/lint.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/parallel.h"
#include "crossplane/objects/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/yaml/layout.h"

namespace loom {
namespace {

// For FindSuppressions.

constexpr absl::string_view kMark = "loom-lint:";
constexpr absl::string_view kRule = "lint/suppression";

size_t IndentOf(absl::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool IsBlank(absl::string_view line) {
  return absl::StripAsciiWhitespace(line).empty();
}

// The last line of the node that starts on line `at`, both from 0.
size_t EndOfNode(const std::vector<absl::string_view>& lines, size_t at) {
  size_t indent = IndentOf(lines[at]);
  bool is_item = absl::StartsWith(lines[at].substr(indent), "-");
  size_t last = at;
  for (size_t i = at + 1; i < lines.size(); ++i) {
    if (IsBlank(lines[i])) continue;
    size_t deeper = IndentOf(lines[i]);
    bool item = absl::StartsWith(lines[i].substr(deeper), "-") &&
                !absl::StartsWith(lines[i], "---");
    if (deeper < indent || (deeper == indent && (is_item || !item))) break;
    last = i;
  }
  return last;
}

bool IsComment(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "#");
}

// Reads `ignore RULE[, RULE] -- reason`. Returns whether it is for the file.
bool ReadComment(absl::string_view text, Suppression* suppression) {
  size_t dashes = text.find("--");
  if (dashes != text.npos) {
    suppression->reason =
        std::string(absl::StripAsciiWhitespace(text.substr(dashes + 2)));
    text = text.substr(0, dashes);
  }
  text = absl::StripAsciiWhitespace(text);
  absl::string_view word = text.substr(0, text.find(' '));
  bool known = word == "ignore" || word == "ignore-file";
  if (known) absl::ConsumePrefix(&text, word);
  for (absl::string_view rule : absl::StrSplit(text, ',')) {
    rule = absl::StripAsciiWhitespace(rule);
    if (!rule.empty()) suppression->rules.emplace_back(rule);
  }
  return word == "ignore-file";
}

void Place(const std::vector<absl::string_view>& lines, size_t at,
           bool whole_file, bool alone, Suppression* suppression) {
  suppression->from = suppression->to = suppression->line;
  if (whole_file) {
    suppression->from = 1;
    suppression->to = lines.size();
  } else if (alone) {
    size_t next = at + 1;
    while (next < lines.size() &&
           (IsBlank(lines[next]) || IsComment(lines[next]))) {
      ++next;
    }
    if (next == lines.size()) return;
    suppression->from = next + 1;
    suppression->to = EndOfNode(lines, next) + 1;
  }
}

// Suppresses what it is for; whether there was something.
bool Suppress(const Suppression& suppression, absl::string_view rule,
              size_t file, Diagnostics* findings) {
  bool any = false;
  for (Diagnostic& finding : *findings) {
    if (finding.file != file || finding.rule != rule ||
        finding.position.line < suppression.from ||
        finding.position.line > suppression.to) {
      continue;
    }
    finding.suppressed = any = true;
    finding.reason = suppression.reason;
  }
  return any;
}

// For Lint.

DiagnosticSeverity SeverityOf(absl::string_view rule,
                              const RuleSeverities& severities) {
  auto own = severities.find(std::string(rule));
  if (own != severities.end()) return own->second;
  const LintRule* row = FindLintRule(rule);
  return row == nullptr ? DiagnosticSeverity::kError : row->severity;
}

using Check = void (*)(const Corpus&, LintFindings*);

std::vector<Check> ChecksOfRules() {
  std::vector<Check> checks;
  for (const LintRule& rule : LintRules()) {
    if (rule.check != nullptr && !absl::c_linear_search(checks, rule.check)) {
      checks.push_back(rule.check);
    }
  }
  return checks;
}

// Returns the findings of all checks, which run on all cores.
LintFindings RunChecks(const Corpus& corpus) {
  ForEachIndex(corpus.inputs().size(),
               [&](size_t i) { WalkThrough(*corpus.inputs()[i]); });
  const std::vector<Check> checks = ChecksOfRules();
  std::vector<LintFindings> of_checks(checks.size());
  ForEachIndex(checks.size(),
               [&](size_t i) { checks[i](corpus, &of_checks[i]); });
  LintFindings found;
  for (LintFindings& each : of_checks) {
    absl::c_move(each.all(), std::back_inserter(found.all()));
  }
  CheckSchemaFiles(corpus, &found);
  return found;
}

}  // namespace

std::vector<Suppression> FindSuppressions(const YamlNodes& nodes) {
  const absl::string_view text = nodes.text();
  std::vector<Suppression> found;
  if (!absl::StrContains(text, kMark)) return found;
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  const auto first =
      std::find_if(lines.begin(), lines.end(), [](absl::string_view line) {
        return !IsComment(line) && !IsBlank(line) &&
               !absl::StartsWith(line, "---");
      });
  const YamlLayout layout(nodes);
  size_t line = 0;
  for (const TextRange& comment : layout.comments()) {
    absl::string_view words = absl::StripAsciiWhitespace(
        text.substr(comment.begin + 1, comment.end - comment.begin - 1));
    if (!absl::ConsumePrefix(&words, kMark)) continue;
    while (lines[line].end() < text.begin() + comment.begin) ++line;
    Suppression suppression;
    suppression.line = line + 1;
    suppression.offset = comment.begin;
    bool whole_file = ReadComment(words, &suppression);
    // Elsewhere it would be overlooked by whoever reads the file.
    if (whole_file && lines.begin() + line >= first) suppression.rules.clear();
    Place(lines, line, whole_file, IsComment(lines[line]), &suppression);
    found.push_back(std::move(suppression));
  }
  return found;
}

void ApplySuppressions(const Corpus& corpus,
                       const std::function<bool(absl::string_view)>& on,
                       LintFindings* findings) {
  std::set<size_t> done;
  for (const auto& document : corpus.documents()) {
    const size_t file = document->file;
    if (!done.insert(file).second) continue;
    for (const Suppression& each : FindSuppressions(document->yaml.nodes())) {
      const auto [line, column] = document->yaml.nodes().At(each.offset);
      const YamlPosition position{.file = document->yaml.nodes().name(),
                                  .line = line,
                                  .column = column,
                                  .offset = each.offset};
      if (each.rules.empty()) {
        findings->AddAt(kRule, file, position, "",
                        "this comment suppresses nothing: it names no rule, or "
                        "it is an ignore-file below the first comments",
                        "write # loom-lint: ignore RULE -- reason");
      }
      for (const std::string& rule : each.rules) {
        if (FindLintRule(rule) == nullptr) {
          findings->AddAt(kRule, file, position, "",
                          absl::StrCat("unknown rule ", rule),
                          "function-loom lint --list-rules lists all");
        } else if (!Suppress(each, rule, file, &findings->all()) && on(rule)) {
          findings->AddAt(kRule, file, position, "",
                          absl::StrCat("nothing here violates ", rule),
                          "remove the comment");
        }
      }
    }
  }
}

LintReport Lint(const Corpus& corpus, const RuleSeverities& severities) {
  LintFindings found = RunChecks(corpus);
  auto on = [&severities](absl::string_view rule) {
    return SeverityOf(rule, severities) != DiagnosticSeverity::kOff;
  };
  ApplySuppressions(corpus, on, &found);
  Order(&found.all());
  LintReport report;
  report.files = corpus.files().size();
  for (const std::string& name : corpus.templates()) {
    report.skipped.push_back(absl::StrCat("a template in ", name));
  }
  for (const auto& document : corpus.documents()) {
    const Value& root = document->yaml.root;
    // Without its definition, little is known about a composite.
    const bool is_checked =
        document->kind != DocumentKind::kOther &&
        (document->kind != DocumentKind::kComposite ||
         corpus.schemas().Find(ApiVersion(root), Kind(root)) != nullptr);
    if (is_checked) {
      ++report.checked;
      continue;
    }
    const absl::string_view kind = root.IsObject() ? Kind(root) : "";
    report.skipped.push_back(absl::StrCat(kind.empty() ? "a document" : kind,
                                          " in ",
                                          document->yaml.nodes().name()));
  }
  for (Diagnostic& finding : found.all()) {
    finding.severity = SeverityOf(finding.rule, severities);
    if (finding.severity == DiagnosticSeverity::kOff) continue;
    if (finding.mild) finding.severity = DiagnosticSeverity::kWarning;
    ++(finding.suppressed                               ? report.suppressed
       : finding.severity == DiagnosticSeverity::kError ? report.errors
                                                        : report.warnings);
    report.findings.push_back(std::move(finding));
  }
  return report;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "data/value/json.h"
#include "tools/lint/reports.h"
#include "tools/lint/rule_table.h"

namespace loom {
namespace {

constexpr absl::string_view kFormat = R"({"format":"loom.lint/v1")";
// GitHub refuses more than 25,000, and shows the first 5,000.
constexpr size_t kMostResults = 5000;

std::string Quoted(absl::string_view text) {
  std::string quoted;
  AppendJsonString(text, &quoted);
  return quoted;
}

std::string Related(const LintFinding& finding) {
  std::string text;
  for (const RelatedPlace& place : finding.related) {
    absl::StrAppend(&text, text.empty() ? R"(,"related":[)" : ",",
                    R"({"message":)", Quoted(place.message), R"(,"position":)",
                    PositionJson(place.position, ""), "}");
  }
  return text.empty() ? text : text + "]";
}

std::string Json(const LintFinding& finding) {
  std::string text =
      absl::StrCat(R"({"rule":)", Quoted(finding.rule), R"(,"severity":)",
                   Quoted(SeverityName(finding.severity)), R"(,"message":)",
                   Quoted(finding.message));
  if (!finding.help.empty()) {
    absl::StrAppend(&text, R"(,"help":)", Quoted(finding.help));
  }
  absl::StrAppend(&text, R"(,"position":)",
                  PositionJson(finding.position, finding.path),
                  Related(finding));
  if (finding.fix.has_value()) {
    absl::StrAppend(&text, R"(,"fix":{"start":)", finding.fix->start,
                    R"(,"end":)", finding.fix->end, R"(,"text":)",
                    Quoted(finding.fix->text), "}");
  }
  if (finding.suppressed) {
    absl::StrAppend(&text, R"(,"suppressed":)", Quoted(finding.reason));
  }
  return text + "}";
}

// A path as a relative URI.
std::string Uri(absl::string_view file) {
  std::string uri;
  for (char c : file) {
    bool plain = absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                 absl::StrContains("-._~/", absl::string_view(&c, 1));
    if (plain) {
      uri += c;
    } else {
      absl::StrAppendFormat(&uri, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

// FNV-1a of the texts by which a finding is recognised when its line changes.
std::string FingerprintOf(const LintFinding& finding) {
  uint64_t hash = 14695981039346656037u;
  for (absl::string_view text :
       {absl::string_view(finding.rule), absl::string_view(finding.path),
        absl::string_view(finding.message)}) {
    for (char c : text) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    }
    hash = (hash ^ 0xFF) * 1099511628211u;
  }
  return absl::StrFormat("%016x", hash);
}

std::string SarifResult(const LintFinding& finding) {
  const YamlPosition& at = finding.position;
  std::string text = absl::StrCat(
      R"({"ruleId":)", Quoted(finding.rule), R"(,"level":)",
      Quoted(SeverityName(finding.severity)), R"(,"message":{"text":)",
      Quoted(absl::StrCat(finding.path, finding.path.empty() ? "" : ": ",
                          finding.message, finding.help.empty() ? "" : "\n",
                          finding.help)),
      R"(},"locations":[{"physicalLocation":{"artifactLocation":{"uri":)",
      Quoted(Uri(at.file)), R"(},"region":{"startLine":)", at.line,
      R"(,"startColumn":)", at.column);
  if (at.end_column > 0) {
    absl::StrAppend(&text, R"(,"endColumn":)", at.end_column);
  }
  absl::StrAppend(&text, R"(}}}],"partialFingerprints":{"loomLint/v1":")",
                  FingerprintOf(finding), R"("})");
  if (finding.suppressed) {
    absl::StrAppend(&text,
                    R"(,"suppressions":[{"kind":"inSource","justification":)",
                    Quoted(finding.reason), "}]");
  }
  return text + "}";
}

std::string SarifRules() {
  std::string text;
  for (const LintRule& rule : LintRules()) {
    absl::StrAppend(
        &text, text.empty() ? "" : ",", R"({"id":)", Quoted(rule.name),
        R"(,"shortDescription":{"text":)", Quoted(rule.why),
        R"(},"help":{"text":)",
        Quoted(absl::StrCat("Wrong:\n", rule.wrong, "\nRight:\n", rule.right)),
        R"(},"defaultConfiguration":{"level":)",
        Quoted(SeverityName(rule.severity)), "}}");
  }
  return text;
}

}  // namespace

std::string JsonReport(const LintReport& report) {
  std::string text = absl::StrCat(
      kFormat, R"(,"summary":{"files":)", report.files, R"(,"checked":)",
      report.checked, R"(,"skipped":)", report.skipped, R"(,"errors":)",
      report.errors, R"(,"warnings":)", report.warnings, R"(,"suppressed":)",
      report.suppressed, R"(},"findings":[)");
  for (const LintFinding& finding : report.findings) {
    absl::StrAppend(&text, &finding == report.findings.data() ? "" : ",",
                    Json(finding));
  }
  return text + "]}\n";
}

std::string SarifReport(const LintReport& report) {
  std::string text = absl::StrCat(
      R"({"version":"2.1.0",)",
      R"("$schema":"https://json.schemastore.org/sarif-2.1.0.json",)",
      R"("runs":[{"tool":{"driver":{"name":"function-loom","rules":[)",
      SarifRules(), R"(]}},"columnKind":"unicodeCodePoints","results":[)");
  size_t count = 0;
  for (LintSeverity severity : {LintSeverity::kError, LintSeverity::kWarning}) {
    for (const LintFinding& finding : report.findings) {
      if (finding.severity != severity || count == kMostResults) continue;
      absl::StrAppend(&text, count++ == 0 ? "" : ",", SarifResult(finding));
    }
  }
  return text + "]}]}\n";
}

}  // namespace loom

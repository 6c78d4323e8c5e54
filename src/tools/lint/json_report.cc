// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "command_line/json_writer.h"
#include "tools/checks/rule_table.h"
#include "tools/lint/reports.h"

namespace loom {
namespace {

// GitHub refuses more than 25,000, and shows the first 5,000.
constexpr size_t kMostResults = 5000;

void WriteFinding(const Diagnostic& finding, JsonWriter* json) {
  json->Object([&] {
    json->Text("rule", finding.rule);
    json->Text("severity", SeverityName(finding.severity));
    json->Text("message", finding.message);
    json->TextIfAny("help", finding.help);
    WritePosition(finding.position, finding.path, &json->Key("position"));
    if (!finding.related.empty()) {
      json->Array("related", finding.related, [&](const RelatedPlace& place) {
        json->Object([&] {
          json->Text("message", place.message);
          WritePosition(place.position, "", &json->Key("position"));
        });
      });
    }
    if (finding.fix.has_value()) {
      json->Key("fix").Object([&] {
        json->Number("start", finding.fix->start);
        json->Number("end", finding.fix->end);
        json->Text("text", finding.fix->text);
      });
    }
    if (finding.suppressed) json->Text("suppressed", finding.reason);
  });
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

// Returns the FNV-1a of the strings that identify a finding when its line
// changes.
std::string FingerprintOf(const Diagnostic& finding) {
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

// {"text":…}, in which SARIF has prose.
void WriteText(absl::string_view name, absl::string_view text,
               JsonWriter* json) {
  json->Key(name).Object([&] { json->Text("text", text); });
}

void WriteLocation(const YamlPosition& at, JsonWriter* json) {
  json->Object([&] {
    json->Key("physicalLocation").Object([&] {
      json->Key("artifactLocation").Object([&] {
        json->Text("uri", Uri(at.file));
      });
      json->Key("region").Object([&] {
        json->Number("startLine", at.line);
        json->Number("startColumn", at.column);
        if (at.end_column > 0) json->Number("endColumn", at.end_column);
      });
    });
  });
}

void WriteSarifResult(const Diagnostic& finding, JsonWriter* json) {
  json->Object([&] {
    json->Text("ruleId", finding.rule);
    json->Text("level", SeverityName(finding.severity));
    WriteText("message",
              absl::StrCat(finding.path, finding.path.empty() ? "" : ": ",
                           finding.message, finding.help.empty() ? "" : "\n",
                           finding.help),
              json);
    json->Array("locations", std::array{finding.position},
                [&](const YamlPosition& at) { WriteLocation(at, json); });
    json->Key("partialFingerprints").Object([&] {
      json->Text("loomLint/v1", FingerprintOf(finding));
    });
    if (!finding.suppressed) return;
    json->Array("suppressions", std::array{&finding},
                [&](const Diagnostic* each) {
                  json->Object([&] {
                    json->Text("kind", "inSource");
                    json->Text("justification", each->reason);
                  });
                });
  });
}

void WriteSarifRule(const LintRule& rule, JsonWriter* json) {
  json->Object([&] {
    json->Text("id", rule.name);
    WriteText("shortDescription", rule.why, json);
    json->Text("helpUri", AddressOf(rule));
    WriteText("help",
              absl::StrCat("Wrong:\n", rule.wrong, "\nRight:\n", rule.right),
              json);
    json->Key("defaultConfiguration").Object([&] {
      json->Text("level", SeverityName(rule.severity));
    });
  });
}

// Errors first, and no more than GitHub shows.
std::vector<const Diagnostic*> SarifFindings(const LintReport& report) {
  std::vector<const Diagnostic*> findings;
  for (DiagnosticSeverity severity :
       {DiagnosticSeverity::kError, DiagnosticSeverity::kWarning}) {
    for (const Diagnostic& finding : report.findings) {
      if (findings.size() == kMostResults) break;
      if (finding.severity == severity) findings.push_back(&finding);
    }
  }
  return findings;
}

void WriteSarifRun(const LintReport& report, JsonWriter* json) {
  json->Object([&] {
    json->Key("tool").Object([&] {
      json->Key("driver").Object([&] {
        json->Text("name", "function-loom");
        json->Array("rules", LintRules(),
                    [&](const LintRule& rule) { WriteSarifRule(rule, json); });
      });
    });
    json->Text("columnKind", "unicodeCodePoints");
    json->Array(
        "results", SarifFindings(report),
        [&](const Diagnostic* finding) { WriteSarifResult(*finding, json); });
  });
}

}  // namespace

std::string JsonReport(const LintReport& report) {
  JsonWriter json;
  json.Object([&] {
    json.Text("format", "loom.lint/v1");
    json.Key("summary").Object([&] {
      json.Number("files", report.files);
      json.Number("checked", report.checked);
      json.Number("skipped", report.skipped.size());
      json.Number("errors", report.errors);
      json.Number("warnings", report.warnings);
      json.Number("suppressed", report.suppressed);
    });
    json.Array("findings", report.findings, [&](const Diagnostic& finding) {
      WriteFinding(finding, &json);
    });
  });
  return json.Line();
}

std::string SarifReport(const LintReport& report) {
  JsonWriter json;
  json.Object([&] {
    json.Text("version", "2.1.0");
    json.Text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.Array("runs", std::array{&report},
               [&](const LintReport* run) { WriteSarifRun(*run, &json); });
  });
  return json.Line();
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_formats.h"

#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "command_line/json_writer.h"
#include "tools/findings/github.h"
#include "tools/test/test_report.h"

namespace loom {
namespace {

// The title of what lint finds.
constexpr absl::string_view kOfLint = "lint";

size_t FailedOf(const std::vector<const TestResult*>& results) {
  return absl::c_count_if(
      results, [](const TestResult* each) { return !each->passed(); });
}

size_t SkippedOf(const std::vector<const TestResult*>& results) {
  return absl::c_count_if(
      results, [](const TestResult* each) { return !each->skipped.empty(); });
}

std::vector<const TestResult*> PointersTo(
    const std::vector<TestResult>& results) {
  std::vector<const TestResult*> all;
  all.reserve(results.size());
  for (const TestResult& each : results) all.push_back(&each);
  return all;
}

// The message with its further lines.
std::string WholeMessage(const TestFailure& failure) {
  return absl::StrCat(failure.message, failure.more.empty() ? "" : "\n",
                      absl::StrJoin(failure.more, "\n"));
}

void WriteFailure(const TestFailure& failure, JsonWriter* json) {
  json->Object([&] {
    json->Text("message", failure.message);
    json->Array("more", failure.more,
                [&](const std::string& line) { json->String(line); });
    WritePosition(failure.at, "", &json->Key("position"));
  });
}

void WriteStep(const StepOfTest& step, JsonWriter* json) {
  json->Object([&] {
    json->Text("name", step.name);
    json->Number("reconciles", step.reconciles);
    json->Array("changes", step.changes,
                [&](const std::string& change) { json->String(change); });
    json->Array("failures", step.failures, [&](const TestFailure& failure) {
      WriteFailure(failure, json);
    });
  });
}

void WriteTest(const TestResult& result, JsonWriter* json) {
  json->Object([&] {
    json->Text("name", result.name);
    json->Text("file", result.file);
    json->Key("passed").Bool(result.passed());
    json->TextIfAny("skipped", result.skipped);
    json->TextIfAny("error", result.error.message());
    json->Array("notes", result.notes,
                [&](const std::string& note) { json->String(note); });
    json->Array("findings", result.findings, [&](const TestFailure& finding) {
      WriteFailure(finding, json);
    });
    json->Array("steps", result.steps,
                [&](const StepOfTest& step) { WriteStep(step, json); });
  });
}

// As XML 1.0 allows it: other control characters cannot be written at all.
std::string Xml(absl::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string JunitFailure(const TestFailure& failure, absl::string_view title) {
  return absl::StrCat("   <failure message=\"", Xml(failure.message), "\">",
                      Xml(PlaceText(failure.at)), ": ", Xml(title), "&#10;",
                      Xml(WholeMessage(failure)), "</failure>\n");
}

std::string JunitCase(const TestResult& result) {
  std::string out = absl::StrCat("  <testcase classname=\"", Xml(result.file),
                                 "\" name=\"", Xml(result.name), "\"");
  if (!result.skipped.empty()) {
    return absl::StrCat(out, ">\n   <skipped message=\"", Xml(result.skipped),
                        "\"/>\n  </testcase>\n");
  }
  if (result.passed()) return out + "/>\n";
  out += ">\n";
  if (!result.error.ok()) {
    absl::StrAppend(&out, "   <error message=\"", Xml(result.error.message()),
                    "\"/>\n");
  }
  for (const TestFailure& finding : result.findings) {
    out += JunitFailure(finding, kOfLint);
  }
  for (const StepOfTest& step : result.steps) {
    for (const TestFailure& failure : step.failures) {
      out += JunitFailure(failure, step.name);
    }
  }
  return out + "  </testcase>\n";
}

}  // namespace

std::string JsonTestReport(const std::vector<TestResult>& results) {
  size_t steps = 0, reconciles = 0;
  for (const TestResult& each : results) {
    steps += each.steps.size();
    reconciles += each.reconciles();
  }
  JsonWriter json;
  json.Object([&] {
    json.Text("format", "loom.test/v1");
    json.Key("summary").Object([&] {
      json.Number("tests", results.size());
      json.Number("failed", FailedOf(PointersTo(results)));
      json.Number("skipped", SkippedOf(PointersTo(results)));
      json.Number("steps", steps);
      json.Number("reconciles", reconciles);
    });
    json.Array("tests", results,
               [&](const TestResult& each) { WriteTest(each, &json); });
  });
  return json.Line();
}

std::string JunitTestReport(const std::vector<TestResult>& results) {
  std::map<std::string, std::vector<const TestResult*>> files;
  for (const TestResult& each : results) files[each.file].push_back(&each);
  std::string out = absl::StrCat(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"",
      results.size(), "\" failures=\"", FailedOf(PointersTo(results)), "\">\n");
  for (const auto& [file, tests] : files) {
    absl::StrAppend(&out, " <testsuite name=\"", Xml(file), "\" tests=\"",
                    tests.size(), "\" failures=\"", FailedOf(tests),
                    "\" skipped=\"", SkippedOf(tests), "\">\n");
    for (const TestResult* each : tests) out += JunitCase(*each);
    out += " </testsuite>\n";
  }
  return Printed(out + "</testsuites>\n");
}

std::string GithubTestReport(const std::vector<TestResult>& results) {
  std::string out;
  std::set<std::string> said;
  for (const TestResult& each : results) {
    if (!each.error.ok()) {
      out += GithubCommand("error", {.file = each.file, .line = 1, .column = 1},
                           each.name, each.error.message());
    }
    for (const TestFailure& finding : each.findings) {
      std::string line =
          GithubCommand("error", finding.at, kOfLint, WholeMessage(finding));
      // Other tests may have the same files.
      if (said.insert(line).second) out += line;
    }
    for (const StepOfTest& step : each.steps) {
      for (const TestFailure& failure : step.failures) {
        out += GithubCommand("error", failure.at,
                             absl::StrCat(each.name, ": ", step.name),
                             WholeMessage(failure));
      }
    }
  }
  return out + TestSummary(results);
}

}  // namespace loom

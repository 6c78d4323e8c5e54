// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_report.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "base/strings.h"

namespace loom {
namespace {

void AddLines(absl::string_view text, absl::string_view indent,
              std::string* out) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(out, indent, line, "\n");
  }
}

void AddFailure(const TestFailure& failure, absl::string_view indent,
                std::string* out) {
  AddLines(absl::StrCat(PlaceText(failure.at), ": ", failure.message), indent,
           out);
  for (const std::string& more : failure.more) {
    AddLines(more, absl::StrCat(indent, "  "), out);
  }
}

void AddStep(const StepOfTest& step, size_t number, bool verbose,
             std::string* out) {
  if (step.failures.empty() && !verbose) return;
  absl::StrAppend(out, "  step ", number, ", ", step.name, "\n");
  if (verbose) {
    for (const std::string& change : step.changes) {
      absl::StrAppend(out, "    reconcile ", change, "\n");
    }
  }
  for (const TestFailure& failure : step.failures) {
    AddFailure(failure, "    ", out);
  }
}

std::string TimeText(absl::Duration took) {
  if (took < absl::Seconds(1)) return "";
  return absl::StrFormat(" in %.1f s", absl::ToDoubleSeconds(took));
}

}  // namespace

std::string TestSummary(const std::vector<TestResult>& results,
                        absl::Duration took) {
  size_t steps = 0, reconciles = 0;
  for (const TestResult& result : results) {
    steps += result.steps.size();
    reconciles += result.reconciles();
  }
  const size_t skipped = absl::c_count_if(
      results, [](const TestResult& each) { return !each.skipped.empty(); });
  const size_t failed = absl::c_count_if(
      results, [](const TestResult& result) { return !result.passed(); });
  return absl::StrCat(
      Counted(results.size(), "test"), ", ", Counted(steps, "step"), ", ",
      Counted(reconciles, "reconcile"), ": ",
      failed == 0 ? (skipped == 0 ? "all passed" : "none failed")
                  : absl::StrCat(failed, " failed"),
      skipped == 0 ? "" : absl::StrCat(", ", skipped, " skipped"),
      TimeText(took), "\n");
}

std::string TestReport(const std::vector<TestResult>& results, bool verbose,
                       absl::Duration took) {
  std::string out;
  for (const TestResult& result : results) {
    const bool skipped = !result.skipped.empty();
    absl::StrAppend(&out,
                    skipped           ? "skip  "
                    : result.passed() ? "ok    "
                                      : "FAIL  ",
                    result.file, ": ", result.name);
    if (result.passed() && !skipped) {
      absl::StrAppend(&out, " (", Counted(result.steps.size(), "step"), ", ",
                      Counted(result.reconciles(), "reconcile"), ")");
    }
    out += "\n";
    if (skipped) AddLines(result.skipped, "  ", &out);
    if (!result.error.ok()) AddLines(result.error.message(), "  ", &out);
    for (const std::string& note : result.notes) {
      AddLines(absl::StrCat("note: ", note), "  ", &out);
    }
    for (const TestFailure& finding : result.findings) {
      AddFailure(finding, "  ", &out);
    }
    for (size_t i = 0; i < result.steps.size(); ++i) {
      AddStep(result.steps[i], i + 1, verbose, &out);
    }
  }
  return Printed(out + TestSummary(results, took));
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/test/test_lint.h"

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tools/lint/lint.h"
#include "tools/workspace/corpus.h"

namespace loom {
namespace {

// What lint reads with a Composition.
std::vector<const YamlDocument*> OthersOf(const TestFile& test) {
  std::vector<const YamlDocument*> others;
  others.reserve(test.sources.required.size() + 2);
  if (test.sources.definition.has_value()) {
    others.push_back(&*test.sources.definition);
  }
  for (const YamlDocument& each : test.sources.required) {
    others.push_back(&each);
  }
  others.push_back(&test.sources.composite);
  return others;
}

std::vector<TestFailure> ErrorsOfReport(const LintReport& report) {
  std::vector<TestFailure> errors;
  errors.reserve(report.errors);
  for (const Diagnostic& finding : report.findings) {
    if (finding.suppressed || finding.severity != DiagnosticSeverity::kError) {
      continue;
    }
    TestFailure failure{
        .at = finding.position,
        .message = absl::StrCat(finding.path, finding.path.empty() ? "" : ": ",
                                finding.message, " [", finding.rule, "]")};
    if (!finding.help.empty()) failure.more.push_back(finding.help);
    errors.push_back(std::move(failure));
  }
  return errors;
}

}  // namespace

std::vector<TestFailure> TestLint::ErrorsOf(const TestFile& test,
                                            std::istream& in) {
  std::vector<TestFailure> errors =
      ErrorsIn(*test.sources.composition, test, in);
  for (const TestStep& step : test.steps) {
    if (!step.composition.has_value()) continue;
    for (const TestFailure& each : ErrorsIn(*step.composition, test, in)) {
      const bool known = absl::c_any_of(errors, [&](const TestFailure& other) {
        return PlaceText(other.at) == PlaceText(each.at) &&
               other.message == each.message;
      });
      if (!known) errors.push_back(each);
    }
  }
  return errors;
}

const std::vector<TestFailure>& TestLint::ErrorsIn(
    const YamlDocument& composition, const TestFile& test, std::istream& in) {
  const std::vector<const YamlDocument*> others = OthersOf(test);
  std::string key = composition.Place({});
  for (const YamlDocument* each : others) {
    absl::StrAppend(&key, "\n", each->Place({}));
  }
  for (const std::string& path : test.schemas) {
    absl::StrAppend(&key, "\n", path);
  }
  const auto [known, is_new] = known_.try_emplace(std::move(key));
  if (!is_new) return known->second;
  Corpus corpus;
  corpus.Add(composition);
  for (const YamlDocument* each : others) corpus.Add(*each);
  for (const std::string& path : test.schemas) {
    if (!corpus.ReadSchemas(path, in).ok()) return known->second;
  }
  corpus.Sort();
  known->second = ErrorsOfReport(Lint(corpus, {}));
  return known->second;
}

}  // namespace loom

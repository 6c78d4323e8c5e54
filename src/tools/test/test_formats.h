// SPDX-License-Identifier: Apache-2.0
// These functions show the results of tests to other programs.
//
//   json    one object, whose format is loom.test/v1 (package/schema/test-results.json)
//   junit   XML that CI systems read: a test suite for each file, a test case for each test
//   github  workflow commands of GitHub Actions at the places of the failures, and the last
//           line of the text
//
// The text for people is in tools/test/test_report.h. The same results give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "tools/test/timeline/timeline.h"

namespace loom {

std::string JsonTestReport(const std::vector<TestResult>& results);
std::string JunitTestReport(const std::vector<TestResult>& results);
std::string GithubTestReport(const std::vector<TestResult>& results);

}  // namespace loom

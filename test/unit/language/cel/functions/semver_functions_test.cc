// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(SemverFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"semver('1.2.3-alpha.1+b')", "1.2.3-alpha.1+b"},
      {"semver('1.2')",
       R"(failed 1:1: "1.2" is not a valid semantic version: No )"
       "Major.Minor.Patch elements found"},
      {"semver('v01.2', true)", "1.2.0"},
      {"semver('v01.2', false)",
       R"(failed 1:1: "v01.2" is not a valid semantic version: No )"
       "Major.Minor.Patch elements found"},
      {"semver('1.2-a', true)",
       R"(failed 1:1: "1.2-a" is not a valid semantic version: short )"
       "version cannot contain PreRelease/Build meta data"},
      {"semver(1)", "refused 1:1: no such overload: semver of int"},
      {"isSemver('1.2.3')", "true"},
      {"isSemver('v1.2.3')", "false"},
      {"isSemver('v1.2.3', true)", "true"},
      {"isSemver('v1.2.3', false)", "false"},
      {"isSemver('1-a', true)", "false"},
      {"semver('1.2.3').major()", "1"},
      {"semver('1.2.3').minor()", "2"},
      {"semver('1.2.3').patch()", "3"},
      // As in Go, which converts uint64 to int64.
      {"semver('18446744073709551615.0.0').major()", "-1"},
      {"semver('1.2.3').compareTo(semver('1.10.0'))", "-1"},
      {"semver('1.2.3').isLessThan(semver('1.10.0'))", "true"},
      {"semver('1.2.3').isGreaterThan(semver('1.2.3-rc.1'))", "true"},
      {"semver('1.2.3+a') == semver('1.2.3+b')", "true"},
      {"semver('1.2.3').compareTo('1.2.3')",
       "refused 1:17: no such overload: compareTo of kubernetes.Semver and "
       "string"},
      {"string(semver('v1', true))", R"("1.0.0")"},
      {"type(semver('1.0.0')) == kubernetes.Semver", "true"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing

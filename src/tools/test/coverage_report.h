// SPDX-License-Identifier: Apache-2.0
// CoverageText and CoverageLcov show the coverage of the Compositions that tests use
// (tools/test/timeline/coverage.h).
//
// The text has the share of each file, and what never took part:
//
//   composition.yaml: 81.2 % covered (13 of 16)
//     composition.yaml:26:35: resources[network].patches[0].transforms[0].map.EU: never used
//     composition.yaml:43:20: resources[database].condition: never false
//   coverage: 81.2 % (13 of 16)
//
// The other one is a tracefile of lcov, which `genhtml --branch-coverage`, Codecov and
// editors read. A line with parts has the number of their outcomes that occurred; if it
// has several outcomes, each of them is a branch.
#pragma once

#include <string>

#include "tools/test/timeline/coverage.h"

namespace loom {

std::string CoverageText(const Coverage& coverage);

std::string CoverageLcov(const Coverage& coverage);

// Returns "81.2 %". It is rounded down, so that 100.0 % means all.
std::string PercentText(const CoverageCount& count);

}  // namespace loom

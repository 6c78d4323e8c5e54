// SPDX-License-Identifier: Apache-2.0
// TestReport shows the results of tests, a line each, with the failures below it:
//
//   ok    shop.test.yaml: shop (5 steps, 9 reconciles)
//   FAIL  queue.test.yaml: queue
//     step 2, the provider reports the network
//       queue.test.yaml:24:9: database.spec.networkId differs
//         - "net-1"
//         + (absent)
//   skip  tests/test.yaml: cluster
//     tests/test.yaml:12:7: an E2ETest needs a cluster
//   3 tests, 7 steps, 12 reconciles: 1 failed, 1 skipped
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/test/timeline/timeline.h"

namespace loom {

// `verbose`: whether to show what each reconcile has changed. The last line has the time
// that the tests took, if it is a second or more: `all passed in 1.4 s`.
std::string TestReport(const std::vector<TestResult>& results, bool verbose,
                       absl::Duration took = {});

// Returns the last line.
std::string TestSummary(const std::vector<TestResult>& results,
                        absl::Duration took = {});

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// CheckExpectations compares what a step of a test expects with the simulated cluster.
//
//   std::vector<TestFailure> failures =
//       CheckExpectations(step.expect, control, last_reconcile);
//
// Of an object only the named fields are compared. `null` stands for a field that is
// absent, and a list has as many items as the expected one. A string `/REGEX/` in
// `reason` and `message` of a condition matches a part of it.
#pragma once

#include <vector>

#include "tools/simulation/control_plane.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"

namespace loom {

std::vector<TestFailure> CheckExpectations(const TestExpectations& expect,
                                           const ControlPlane& control,
                                           const Reconciliation& last);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// CheckExpectations compares what a step of a test expects with the simulated cluster.
//
//   std::vector<TestFailure> failures =
//       CheckExpectations(step.expect, control, last_reconcile);
//
// Of an object only the named fields are compared. `null` stands for a field that is
// absent, and a list has as many items as the expected one. A string `/REGEX/` in
// `reason` and `message` of a condition matches a part of it.
//
// ConnectionDetailsOf returns the connection details of the composite: those that its
// pipeline returns for it. Crossplane ignores these of a modern composite, so its details
// are the decoded data of the Secret that function-loom and function-patch-and-transform
// compose, whose name ends in -connection-secret.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/simulation/control_plane.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"

namespace loom {

std::vector<TestFailure> CheckExpectations(const TestExpectations& expect,
                                           const ControlPlane& control,
                                           const Reconciliation& last);

DetailValues ConnectionDetailsOf(const ControlPlane& control,
                                 const Reconciliation& last);

}  // namespace loom

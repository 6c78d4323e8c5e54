// SPDX-License-Identifier: Apache-2.0
// What the examples of src/tools/test use and do not declare.
#pragma once

#include "tools/test/coverage_report.h"
#include "tools/test/expectations.h"
#include "tools/test/origins.h"
#include "tools/test/test_file.h"
#include "tools/test/timeline.h"

namespace loom::example::tools_test {

extern Files files;
extern const std::string path;
extern TestFile test;
extern TestOptions options;
extern TestStep step;
extern ControlPlane control;
extern Reconciliation last_reconcile;
extern absl::Span<const TestStep> played_steps;
extern std::vector<TestFailure> failures;
extern absl::Time deadline;
extern PipelineInputs inputs;

}  // namespace loom::example::tools_test

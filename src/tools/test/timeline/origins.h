// SPDX-License-Identifier: Apache-2.0
// AddOrigins says below each failure of a step where the wrong value comes from: the
// patch, the template, the base or the condition of the Composition, and what that read,
// as `explain` does. If something is missing, it says what withholds it.
//
//   AddOrigins(document, played_steps, control, deadline, &failures);
//
//   shop.test.yaml:24:9: network.spec.region differs
//     - "eu-west-1"
//     + "eu-north-1"
//     from patch 1 FromCompositeFieldPath  composition.yaml:17:11
//          XApp shop spec.region  shop.test.yaml:20:28
//
// To know it, the pipeline of the last reconcile runs once more, with a recorder, which
// no other reconcile needs. A value that a step of the test has set has its location in
// the test. Values of Secrets are shown as (secret).
#pragma once

#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "tools/simulation/control_plane.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"

namespace loom {

// `test` is the document of the test, and `played` are its steps up to now. If the last reconcile ran no pipeline, nothing is
// added.
void AddOrigins(const YamlDocument& test, absl::Span<const TestStep> played,
                const ControlPlane& control, absl::Time deadline,
                std::vector<TestFailure>* failures);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// FirstTests implements `function-loom test --init COMPOSITION --xrd FILE`: it writes the
// first tests of a Composition, which pass.
//
//   LOOM_ASSIGN_OR_RETURN(const FirstTestsText tests,
//                         FirstTests("composition.yaml", "xrd.yaml", {"env.yaml"},
//                                    options, &files, &pool));
//
// There is a test of the smallest valid composite and one of the fullest, which has every
// field. The fullest has one value of each enum and boolean, so further tests have the
// other values, if these make parts of the Composition take part that no test before has
// (tools/test/timeline/coverage.h). If a resource has the condition
// composite.spec.stage == 'production', there is a test `production`.
//
// In each, the first reconcile is followed by steps in which all composed resources
// report the status that the Composition reads and become ready, until no new ones
// appear. A step expects whatever came out of it: the new composed resources, what has
// changed in the others, the status of the composite, and whether it is ready; also an
// error, which the person who reviews the test may not have expected.
//
// The other files are the objects that the tests have, such as EnvironmentConfigs.
// Directories and files of definitions are their schemas.
//
// FailedPrecondition: the definition is not that of the composite, no valid composite was
// found, because its schema is too difficult (RandomValues), or the Composition needs an
// object that no file has.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/test/timeline/timeline.h"
#include "tools/workspace/files.h"

namespace loom {

struct FirstTestsText {
  std::string yaml;
  // What the person who reviews the tests should look at first.
  std::vector<std::string> notes = {};
};

absl::StatusOr<FirstTestsText> FirstTests(
    const std::string& composition, const std::string& definition,
    const std::vector<std::string>& others, const TestOptions& options,
    Files* files, Pool* pool);

}  // namespace loom

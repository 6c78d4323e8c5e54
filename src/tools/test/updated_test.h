// SPDX-License-Identifier: Apache-2.0
// UpdatedTests implements `function-loom test --update`: it plays the tests of a file, and
// returns the text of the file with the values that come out instead of those that were
// expected. Comments and layout stay.
//
//   LOOM_ASSIGN_OR_RETURN(UpdatedFile updated,
//                         UpdatedTests("shop.test.yaml", options, selects, std::cin));
//   if (updated.changes > 0) return WriteWhole("shop.test.yaml", updated.text);
//
//   composed: {network: {spec: {size: 1}}}   # the smallest
//   composed: {network: {spec: {size: 2}}}   # the smallest
//
// Only values that the file names change: fields of `composed` and `composite`, `ready`,
// the fields of `conditions` that are no pattern, and the values of `connectionDetails`.
// A field that is absent becomes null, and one that is not becomes its value. What the
// file says of resources as a whole (absent, deleted, renamed), of errors, and in `assert`
// is a decision of its author, and stays. So do the expectations of a step that the test
// cannot reach.
//
// InvalidArgument, FailedPrecondition: as for LoadTest, or a value cannot be replaced,
// because it comes from an alias.
#pragma once

#include <functional>
#include <istream>
#include <string>

#include "absl/status/statusor.h"
#include "tools/simulation/control_plane.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"
#include "tools/workspace/files.h"

namespace loom {

struct UpdatedFile {
  std::string text;
  int changes = 0;
};

// `selects` returns whether to update a test, by its name.
absl::StatusOr<UpdatedFile> UpdatedTests(
    const std::string& path, const TestOptions& options,
    const std::function<bool(const std::string& name)>& selects,
    std::istream& in);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Sorts objects by their values at a path in ascending order: strings by their bytes,
// numbers by size. A missing or null value counts as "" or 0. All values must have the
// same type; otherwise the error is FailedPrecondition. Objects with equal values are
// sorted by name. If no object has a value, the order does not change. The rules are
// those of function-environment-configs.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

absl::Status SortObjects(const Path& path, Pool* pool,
                         std::vector<const Value*>* objects);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// SortObjects sorts objects by the value that each has at a path, ascending: texts
// by their bytes, numbers by size. A value that is missing or null counts as "" or
// 0. All values have to be of one kind. Objects with equal values are sorted by
// their names. If no object has a value, the order stays as it was.
//
//   LOOM_RETURN_IF_ERROR(SortObjects(path, &pool, &objects));
//
//   data.rank of 10, 9 and none    the last comes first
//   data.rank of 10 and "9"        FailedPrecondition: cannot sort values of
//                                  different types "float64" and "string"
//
// The rules are those of function-environment-configs.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

absl::Status SortObjects(const Path& path, Pool* pool,
                         std::vector<const Value*>* objects);

}  // namespace loom

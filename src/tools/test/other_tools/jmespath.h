// SPDX-License-Identifier: Apache-2.0
// JmesPath evaluates the part of JMESPath that tests with chainsaw's assertions use:
//
//   status.nodes[0]."a-b"       fields and items; null if there is none
//   @                           the value itself
//   'text', `{"a": 1}`          a string, and JSON
//   a == b, !=, <, <=, >, >=    the last four compare numbers, and are null otherwise
//   a && b, a || b, !a          null, false, "", [] and {} count as false
//   length(a)                   of a string, a list or a map
//   contains(a, b)              whether a string or a list has it
//   starts_with(a, b), ends_with(a, b)
//
//   Pool pool;
//   LOOM_ASSIGN_OR_RETURN(Value value,
//                         JmesPath("length(spec.zones)", object, &pool));
//
// Pipes, projections ([*], [?]), slices, multi-selects, other functions and variables
// ($name) are errors.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// InvalidArgument: the expression is malformed or not supported, or a function cannot
// take its arguments.
absl::StatusOr<Value> JmesPath(absl::string_view expression, const Value& value,
                               Pool* pool);

// Finds only the errors that do not depend on a value.
absl::Status CheckJmesPath(absl::string_view expression);

}  // namespace loom

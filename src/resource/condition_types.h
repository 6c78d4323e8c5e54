// SPDX-License-Identifier: Apache-2.0
// The types of the conditions that a composite gets, a row each, in the order in
// which a response has them. A condition of a type that is not in the table
// comes after those that are.
#pragma once

#include <cstddef>

#include "absl/strings/string_view.h"

namespace loom {

struct ConditionType {
  absl::string_view name;
  // No result tells of its changes: it is False for a while at every start.
  bool silent = false;
  // Its message begins with a subject, `edge-3: 2 composed resources`, and a
  // result tells when the subject changes, though nothing failed.
  bool has_subject = false;
};

// Where a type stands in the table; the table's size if it does not.
size_t OrderOfCondition(absl::string_view type);

// The row of a type; one without any rule if it is not in the table.
const ConditionType& ConditionTypeOf(absl::string_view type);

}  // namespace loom

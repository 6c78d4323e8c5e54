// SPDX-License-Identifier: Apache-2.0
// The types of the conditions that a composite can get, a row each. The rows
// have the order in which conditions stand in a response. A condition whose
// type is not in the table comes after those whose type is.
//
//   OrderOfCondition("ReferencesResolved")   0
//   OrderOfCondition("NoSuchType")           the number of rows
#pragma once

#include <cstddef>

#include "absl/strings/string_view.h"

namespace loom {

struct ConditionType {
  absl::string_view name;
  // Changes of the condition give no result, because it is False for a while
  // whenever a composite is created. For the same reason it does not make the next
  // call come sooner (Outcome::unresolved).
  bool silent = false;
  // The message begins with a subject, which is `edge-3` in the message
  // `edge-3: 2 composed resources`. A change of the subject gives a result,
  // even if the condition stays True (transition.h).
  bool has_subject = false;
};

// The number of the type's row, from 0; the number of rows if it has no row.
size_t OrderOfCondition(absl::string_view type);

// The row of a type. For a type without a row it is one in which `silent` and
// `has_subject` are false.
const ConditionType& ConditionTypeOf(absl::string_view type);

}  // namespace loom

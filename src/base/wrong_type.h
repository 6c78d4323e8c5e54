// SPDX-License-Identifier: Apache-2.0
// OfWrongType marks an error that results from the type of a value, whatever the value
// is. `lint` tries transforms with a value of each type, and reports those errors alone.
//
//   return OfWrongType(absl::FailedPreconditionError("want a list, got a string"));
//   IsOfWrongType(status);   // true
#pragma once

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"

namespace loom {

inline constexpr absl::string_view kWrongType = "loom/wrong-type";

inline absl::Status OfWrongType(absl::Status status) {
  status.SetPayload(kWrongType, absl::Cord());
  return status;
}

inline bool IsOfWrongType(const absl::Status& status) {
  return status.GetPayload(kWrongType).has_value();
}

}  // namespace loom

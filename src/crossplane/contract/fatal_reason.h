// SPDX-License-Identifier: Apache-2.0
// An error that makes a call FATAL may carry the reason of its result, a word for
// programs:
//
//   absl::Status status = WithReason(error, "ReferenceNotFound");
//   ReasonOf(status);   // "ReferenceNotFound"; "" for an error without one
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

inline constexpr absl::string_view kReasonPayload = "loom/reason";

inline absl::Status WithReason(absl::Status status, absl::string_view reason) {
  status.SetPayload(kReasonPayload, absl::Cord(reason));
  return status;
}

inline std::string ReasonOf(const absl::Status& status) {
  auto reason = status.GetPayload(kReasonPayload);
  return reason.has_value() ? std::string(*reason) : "";
}

}  // namespace loom

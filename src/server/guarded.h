// SPDX-License-Identifier: Apache-2.0
// Guarded runs what may throw, which is only what the C++ library throws: an
// allocation that failed, and what nobody thought of. The call then fails with
// INTERNAL and the others live on.
//
//   absl::StatusOr<Bytes> response = Guarded([&] { return Run(request); });
#pragma once

#include <exception>
#include <random>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "process/log.h"

namespace loom {

// The number by which whoever sees the error finds the line of the log. What
// was thrown may quote the call, so only the log has it.
inline absl::Status Thrown(const char* what) {
  std::string id = absl::StrCat(absl::Hex(std::random_device()()));
  Log(LogLevel::kError, "a call failed for a reason of ours",
      {{"id", id}, {"what", what}});
  return absl::InternalError(
      absl::StrCat("internal error ", id, "; the log says more"));
}

template <typename Work>
auto Guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return Thrown(thrown.what());
  } catch (...) {
    return Thrown("something that is no std::exception");
  }
}

}  // namespace loom

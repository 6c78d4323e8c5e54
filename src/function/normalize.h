// SPDX-License-Identifier: Apache-2.0
// Normalize rewrites a RunFunctionRequest that has odd wire, which is legal but
// which no real client sends: singular messages that occur twice are merged,
// and of equal map keys the last one stays. Protobuf's own classes do it, which
// is slow and takes up to thirty times the memory of the bytes.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// InvalidArgument: the bytes are not a RunFunctionRequest, or they are more than
// limits::kOddRequest.
absl::StatusOr<std::string> Normalize(absl::string_view request);

}  // namespace loom

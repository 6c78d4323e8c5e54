// SPDX-License-Identifier: Apache-2.0
// Base64 as strictly as Go's standard encoding reads it: padded, the alphabet
// with + and /, line breaks skipped and nothing else.
//
//   DecodeBase64("aGVs\nbG8=") == "hello"
//   DecodeBase64("aGVsbG8")       FailedPrecondition, at input byte 4
//   DecodeBase64("_-__")          FailedPrecondition, at input byte 0
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::StatusOr<std::string> DecodeBase64(absl::string_view text);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Decodes base64 as Go's base64.StdEncoding does: padded, with the alphabet that has +
// and /. It skips line breaks and nothing else. The errors are FailedPrecondition with
// Go's messages, which do not quote the input.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::StatusOr<std::string> DecodeBase64(absl::string_view text);

}  // namespace loom

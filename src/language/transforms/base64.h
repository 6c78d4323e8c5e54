// SPDX-License-Identifier: Apache-2.0
// Base64 as Go's base64.StdEncoding reads it: padded, with the alphabet of +
// and /. Line breaks are skipped, and nothing else is.
//
//   absl::StatusOr<std::string> bytes = DecodeBase64("aGk=");   // "hi"
//
//   aGVs
//   bG8=        "hello"
//   aGVsbG8     FailedPrecondition: illegal base64 data at input byte 4
//   _-__        FailedPrecondition: illegal base64 data at input byte 0
//
// The errors are Go's and do not quote the text.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::StatusOr<std::string> DecodeBase64(absl::string_view text);

}  // namespace loom

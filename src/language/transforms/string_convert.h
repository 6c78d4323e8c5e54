// SPDX-License-Identifier: Apache-2.0
// The conversions of the string transform's type Convert, one row each.
//
//   ToUpper ToLower              character by character (data/go/case_mapping.h)
//   ToBase64                     of the bytes of the text
//   FromBase64                   bytes that are not UTF-8 become U+FFFD
//   ToJson                       compact JSON of the value itself
//   ToSha1 ToSha256 ToSha512     of the bytes of a string, or of the compact
//   ToAdler32                    JSON of any other value
//
// Where a text is wanted and the value is none, what %v prints is taken. The
// conversions are P&T's.
//
//   StringConversion convert = FindStringConversion("ToUpper");
//   absl::StatusOr<std::string> text = convert(value);
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// FailedPrecondition: the value does not fit.
using StringConversion = absl::StatusOr<std::string> (*)(const Value& value);

// nullptr: there is none of that name.
StringConversion FindStringConversion(absl::string_view name);

// ToUpper, ToLower and so on, for messages.
std::vector<std::string> StringConversionNames();

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// The conversions of the string transform's type Convert, one a row.
//
//   ToUpper ToLower          letter by letter, no locale: case_mapping.h
//   ToBase64 FromBase64      what is not UTF-8 then becomes U+FFFD
//   ToJson                   compact JSON of the value itself
//   ToSha1 ToSha256 ToSha512 ToAdler32   of a string's bytes, or of the
//                                        compact JSON of another value
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// FailedPrecondition: the value does not fit.
using StringConversion = absl::StatusOr<std::string> (*)(const Value& value);

// nullptr: there is none of that name.
StringConversion FindStringConversion(absl::string_view name);

// "ToUpper, ToLower, …", for messages.
std::string StringConversionNames();

}  // namespace loom

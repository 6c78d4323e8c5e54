// SPDX-License-Identifier: Apache-2.0
// Checksums as strings: SHA in lowercase hexadecimal, Adler-32 in decimal.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Sha1(absl::string_view text);
std::string Sha256(absl::string_view text);
std::string Sha512(absl::string_view text);
std::string Adler32(absl::string_view text);

}  // namespace loom

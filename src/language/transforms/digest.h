// SPDX-License-Identifier: Apache-2.0
// Checksums as text: SHA in lower-case hexadecimal, Adler-32 in decimal.
//
//   std::string name = Adler32("Crossplane");   // "373097499"
//   std::string hash = Sha1("Crossplane");      // 40 digits
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Sha1(absl::string_view text);
std::string Sha256(absl::string_view text);
std::string Sha512(absl::string_view text);
std::string Adler32(absl::string_view text);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/digest.h"

#include <zlib.h>

#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "openssl/sha.h"

namespace loom {
namespace {

template <size_t kSize, typename Function>
std::string Hex(absl::string_view text, Function function) {
  unsigned char digest[kSize];
  function(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           digest);
  return absl::BytesToHexString({reinterpret_cast<const char*>(digest), kSize});
}

}  // namespace

std::string Sha1(absl::string_view text) {
  return Hex<SHA_DIGEST_LENGTH>(text, &SHA1);
}

std::string Sha256(absl::string_view text) {
  return Hex<SHA256_DIGEST_LENGTH>(text, &SHA256);
}

std::string Sha512(absl::string_view text) {
  return Hex<SHA512_DIGEST_LENGTH>(text, &SHA512);
}

std::string Adler32(absl::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  return absl::StrCat(adler32_z(/*adler=*/1, bytes, text.size()));
}

}  // namespace loom

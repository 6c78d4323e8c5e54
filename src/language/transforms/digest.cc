// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/digest.h"

#include <algorithm>
#include <cstdint>

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
  constexpr uint32_t kModulus = 65521;
  // The sums of so many bytes still fit 32 bits.
  constexpr size_t kBlock = 5552;
  uint32_t a = 1;
  uint32_t b = 0;
  while (!text.empty()) {
    absl::string_view block = text.substr(0, kBlock);
    for (unsigned char byte : block) {
      a += byte;
      b += a;
    }
    a %= kModulus;
    b %= kModulus;
    text.remove_prefix(block.size());
  }
  return absl::StrCat(b << 16 | a);
}

}  // namespace loom

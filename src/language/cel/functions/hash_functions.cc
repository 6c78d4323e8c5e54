// SPDX-License-Identifier: Apache-2.0
// A string that looks random depends on its seed alone, so that the same request gives
// the same response. The algorithms are kro's.
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "language/cel/functions/library.h"
#include "openssl/evp.h"

namespace loom {
namespace {

std::string Digest(absl::string_view text, const EVP_MD* algorithm) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest, &size, algorithm, nullptr);
  return {reinterpret_cast<const char*>(digest), size};
}

// Returns a number of that many bytes, which begins with the highest one.
uint64_t BigEndian(absl::string_view bytes) {
  uint64_t number = 0;
  for (char byte : bytes) number = number << 8 | uint8_t(byte);
  return number;
}

// The steps of a hash besides those for its bytes.
constexpr uint64_t kHashing = 60;

template <const EVP_MD* (*algorithm)()>
CelValue Hash(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(kHashing + Writing(text.size()))) return context->ended();
  std::string digest = Digest(text, algorithm());
  return digest.empty() ? context->Failed("this system forbids this hash")
                        : context->BytesOf(digest);
}

CelValue Fnv64a(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  uint64_t hash = 0xcbf29ce484222325;
  for (char byte : text) hash = (hash ^ uint8_t(byte)) * 0x100000001b3;
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(char(hash >> shift & 0xff));
  }
  return context->BytesOf(bytes);
}

CelValue SeededString(CelArguments of, CelContext* context) {
  constexpr absl::string_view kCharacters =
      "0123456789abcdefghijklmnopqrstuvwxyz";
  int64_t size = of[0].AsInt();
  absl::string_view seed = of[1].AsText();
  if (size <= 0) {
    return context->Failed("random.seededString expects a positive length");
  }
  if (absl::Status fits = CheckText(size_t(size)); !fits.ok()) {
    return context->Failed(fits);
  }
  uint64_t steps = kHashing + Writing(seed.size()) + Writing(size_t(size));
  if (!context->Takes(steps)) return context->ended();
  std::string digest = Digest(seed, EVP_sha256());
  std::string text(size_t(size), '0');
  for (size_t i = 0; i < text.size(); ++i) {
    uint64_t four =
        BigEndian(absl::string_view(digest).substr(i * 4 % digest.size(), 4));
    text[i] = kCharacters[four % kCharacters.size()];
  }
  return context->Text(text);
}

CelValue SeededInt(CelArguments of, CelContext* context) {
  uint64_t least = of[0].AsUint();
  uint64_t most = of[1].AsUint();
  absl::string_view seed = of[2].AsText();
  if (of[0].AsInt() >= of[1].AsInt()) {
    return context->Failed(
        "random.seededInt expects a minimum below the maximum");
  }
  if (!context->Takes(kHashing + Writing(seed.size()))) return context->ended();
  std::string digest = Digest(seed, EVP_sha256());
  uint64_t number = BigEndian(absl::string_view(digest).substr(0, 8));
  return CelValue::Int(int64_t(least + number % (most - least)));
}

constexpr FunctionRow kHashFunctions[] = {
    {"hash.sha256(string): bytes", Hash<EVP_sha256>},
    {"hash.md5(string): bytes", Hash<EVP_md5>},
    {"hash.fnv64a(string): bytes", Fnv64a},
    {"random.seededString(int, string): string", SeededString},
    {"random.seededInt(int, int, string): int", SeededInt},
};

}  // namespace

absl::Span<const FunctionRow> HashRows() { return kHashFunctions; }

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "data/go/base64.h"

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// Returns the six bits of a letter, or -1.
int Sextet(char c) {
  if (absl::ascii_isupper(c)) return c - 'A';
  if (absl::ascii_islower(c)) return c - 'a' + 26;
  if (absl::ascii_isdigit(c)) return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

absl::Status Illegal(size_t offset) {
  return absl::FailedPreconditionError(
      absl::StrCat("illegal base64 data at input byte ", offset));
}

void SkipLineBreaks(absl::string_view text, size_t* at) {
  while (*at < text.size() && (text[*at] == '\r' || text[*at] == '\n')) ++*at;
}

// Checks what follows the last letter of a group that has `count` letters of
// four.
absl::Status CheckPadding(absl::string_view text, size_t at, int count) {
  if (count < 2) return Illegal(at);
  ++at;
  if (count == 2) {
    SkipLineBreaks(text, &at);
    if (at == text.size()) return Illegal(at);
    if (text[at] != '=') return Illegal(at - 1);
    ++at;
  }
  SkipLineBreaks(text, &at);
  return at == text.size() ? absl::OkStatus() : Illegal(at);
}

}  // namespace

absl::StatusOr<std::string> DecodeBase64(absl::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;  // letters of the group that is being read
  size_t at = 0;
  for (SkipLineBreaks(text, &at); at < text.size(); SkipLineBreaks(text, &at)) {
    if (text[at] == '=') {
      absl::Status status = CheckPadding(text, at, count);
      if (!status.ok()) return status;
      break;
    }
    int sextet = Sextet(text[at]);
    if (sextet < 0) return Illegal(at);
    ++at;
    bits = bits << 6 | static_cast<uint32_t>(sextet);
    if (++count < 4) continue;
    for (int shift : {16, 8, 0})
      bytes.push_back(static_cast<char>(bits >> shift));
    count = 0;
    bits = 0;
  }
  // The last group is not complete, and there is no padding.
  if (at == text.size() && count > 0) return Illegal(at - count);
  bits <<= 6 * (4 - count);
  for (int i = 0; i + 1 < count; ++i) {
    bytes.push_back(static_cast<char>(bits >> (16 - 8 * i)));
  }
  return bytes;
}

}  // namespace loom

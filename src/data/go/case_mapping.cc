// SPDX-License-Identifier: Apache-2.0
#include "data/go/case_mapping.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/types/span.h"
#include "data/go/rune.h"

namespace loom {
namespace {

struct Run {
  uint32_t first;
  uint32_t last;
  uint32_t step;
  int32_t distance;
};

#include "data/go/case_table.inc"

char32_t Mapped(char32_t rune, absl::Span<const Run> runs) {
  auto run = std::partition_point(
      runs.begin(), runs.end(), [rune](const Run& r) { return r.last < rune; });
  if (run == runs.end() || rune < run->first ||
      (rune - run->first) % run->step != 0) {
    return rune;
  }
  return rune + run->distance;
}

std::string Map(absl::string_view text, char (*ascii)(unsigned char),
                absl::Span<const Run> runs) {
  std::string mapped;
  mapped.reserve(text.size());
  while (!text.empty()) {
    Rune rune = DecodeRune(text);
    if (rune.value < 0x80) {
      mapped.push_back(ascii(static_cast<unsigned char>(rune.value)));
    } else {
      AppendRune(Mapped(rune.value, runs), &mapped);
    }
    text.remove_prefix(rune.size);
  }
  return mapped;
}

}  // namespace

std::string ToUpperCase(absl::string_view text) {
  return Map(text, &absl::ascii_toupper, kToUpper);
}

std::string ToLowerCase(absl::string_view text) {
  return Map(text, &absl::ascii_tolower, kToLower);
}

}  // namespace loom

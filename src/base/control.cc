// SPDX-License-Identifier: Apache-2.0
#include "base/control.h"

#include <cstdint>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

uint32_t RuneOf(absl::string_view control) {
  auto byte = [&](size_t i) { return uint32_t(uint8_t(control[i])); };
  if (control.size() == 1) return byte(0);
  if (control.size() == 2) return byte(1);  // 0xc2 and the rune itself
  return 0x2000 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
}

}  // namespace

size_t SizeOfControl(absl::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : 0; };
  if (text.empty()) return 0;
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) return 2;
  if (byte(0) != 0xe2) return 0;
  bool separator = byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae;
  bool direction = byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
  return separator || direction ? 3 : 0;
}

void AppendControl(absl::string_view control, std::string* out) {
  absl::StrAppend(out, "\\u", absl::Hex(RuneOf(control), absl::kZeroPad4));
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/message.h"

#include <algorithm>

#include "base/limits.h"
#include "base/strings.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

// Returns whether a string is printable ASCII, as nearly all messages are.
bool IsPlain(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c < 0x7f; });
}

// Returns the size in bytes of the first character of a UTF-8 string.
size_t SizeOfCharacter(absl::string_view text) {
  size_t size = 1;
  while (size < text.size() && (uint8_t(text[size]) & 0xc0) == 0x80) ++size;
  return size;
}

// Returns the form in which the first character is shown. Sets *size to the
// size of the character in bytes.
std::string ShownCharacter(absl::string_view text, bool utf8, size_t* size) {
  *size = SizeOfControl(text);
  std::string shown;
  if (*size > 0) {
    AppendControl(text.substr(0, *size), &shown);
    return shown;
  }
  *size = utf8 ? SizeOfCharacter(text) : 1;
  bool broken = !utf8 && uint8_t(text[0]) >= 0x80;
  return broken ? "\uFFFD" : std::string(text.substr(0, *size));
}

}  // namespace

std::string Shown(absl::string_view message) {
  if (message.size() <= limits::kMessage && IsPlain(message)) {
    return std::string(message);
  }
  // The rest is cut in any case, because no shown character is shorter than the
  // original. An incomplete character at the end is also cut.
  absl::string_view rest = message.substr(0, limits::kMessage + 4);
  const bool utf8 = IsUtf8(message);
  std::string shown;
  shown.reserve(std::min(limits::kMessage, rest.size()) + 8);
  while (!rest.empty()) {
    size_t size = 0;
    std::string next = ShownCharacter(rest, utf8, &size);
    if (shown.size() + next.size() > limits::kMessage) return shown + "…";
    shown += next;
    rest.remove_prefix(size);
  }
  return shown;
}

}  // namespace loom

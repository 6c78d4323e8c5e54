// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The Levenshtein distance; `row` is one row of its table.
size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates) {
  std::string nearest;
  size_t best = std::min<size_t>(3, (name.size() + 1) / 2);
  for (const std::string& candidate : candidates) {
    // The distance is at least the difference in length. Skipping such pairs
    // avoids the slow comparison of a long name with a short one.
    auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (longer - shorter >= best) continue;
    size_t distance = Distance(name, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  // Two swapped letters are a distance of 2, half of a short name.
  for (const std::string& candidate : candidates) {
    if (nearest.empty() && IsSlip(name, candidate)) nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(absl::string_view meant) {
  return meant.empty() ? "" : absl::StrCat(" (did you mean \"", meant, "\"?)");
}

std::string MeantHelp(absl::string_view meant) {
  return meant.empty() ? "" : absl::StrCat("did you mean ", meant, "?");
}

std::string WithArticle(absl::string_view name) {
  // A name in capitals is read letter by letter: an X.
  const bool is_x =
      name.size() > 1 && name[0] == 'X' && absl::ascii_isupper(name[1]);
  const bool an = is_x || (!name.empty() &&
                           absl::StrContains("AEIOaeio", name.substr(0, 1)));
  return absl::StrCat(an ? "an " : "a ", name);
}

bool IsSlip(absl::string_view name, absl::string_view other) {
  if (std::min(name.size(), other.size()) < 3) return false;
  const auto [shorter, longer] = std::minmax({name.size(), other.size()});
  if (longer - shorter > 1) return false;
  size_t same = 0;  // at the beginning
  while (same < shorter && name[same] == other[same]) ++same;
  // Returns the part after the difference, which is not at the end of a name.
  auto rest = [&](absl::string_view text, size_t skipped) {
    return absl::ClippedSubstr(text, same + skipped);
  };
  if (same == shorter || absl::ascii_isdigit(name[same]) ||
      absl::ascii_isdigit(other[same])) {
    return false;
  }
  if (name.size() < other.size()) return rest(name, 0) == rest(other, 1);
  if (name.size() > other.size()) return rest(name, 1) == rest(other, 0);
  if (same + 1 == shorter) return false;
  const bool swapped = name[same] == other[same + 1] &&
                       name[same + 1] == other[same] &&
                       rest(name, 2) == rest(other, 2);
  return swapped || rest(name, 1) == rest(other, 1);
}

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

std::string Visible(absl::string_view text) {
  std::string visible;
  while (!text.empty()) {
    size_t size = SizeOfControl(text);
    if (size > 0) {
      AppendControl(text.substr(0, size), &visible);
    } else {
      visible += text[size++];
    }
    text.remove_prefix(size);
  }
  return visible;
}

std::string Printed(absl::string_view text) {
  std::string printed;
  // Whether the line already shows something. A runner skips more than ASCII's blanks.
  bool begun = false;
  while (!text.empty()) {
    size_t size = 1;
    if (text[0] == '\n') {
      printed += '\n';
      begun = false;
    } else if (SizeOfControl(text) > 0) {
      size = SizeOfControl(text);
      AppendControl(text.substr(0, size), &printed);
      begun = true;
    } else if (!begun && absl::StartsWith(text, "::")) {
      printed += "\\u003a";
    } else if (absl::StartsWith(text, "##[") ||
               absl::StartsWith(text, "##vso[")) {
      printed += "#\\u0023";
      size = 2;
      begun = true;
    } else {
      printed += text[0];
      begun |= absl::ascii_isgraph(static_cast<unsigned char>(text[0]));
    }
    text.remove_prefix(size);
  }
  return printed;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_pattern.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "data/go/regexp.h"

namespace loom {
namespace {

// Where the character class that begins at `at` ends: behind its bracket.
size_t EndOfClass(absl::string_view text, size_t at) {
  size_t end = at + 1;
  if (end < text.size() && text[end] == '^') ++end;
  if (end < text.size() && text[end] == ']') ++end;
  while (end < text.size() && text[end] != ']') {
    if (text[end] == '\\') ++end;
    const bool posix = absl::StartsWith(text.substr(end), "[:");
    const size_t close = posix ? text.find(":]", end + 2) : text.npos;
    end = close == text.npos ? end + 1 : close + 2;
  }
  return std::min(end + 1, text.size());
}

// The parts between the bars that stand in no group and in no class.
std::vector<std::string> PartsOf(absl::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '|' && depth == 0) {
      parts.emplace_back();
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (c == '\\') end = std::min(at + 2, text.size());
    if (c == '[') end = EndOfClass(text, at);
    if (c == '(') ++depth;
    if (c == ')') --depth;
    absl::StrAppend(&parts.back(), text.substr(at, end - at));
    at = end;
  }
  return parts;
}

bool EndsWithDollar(absl::string_view part) {
  if (!absl::EndsWith(part, "$")) return false;
  part.remove_suffix(1);
  const size_t last = part.find_last_not_of('\\');
  const size_t slashes = part.size() - (last == part.npos ? 0 : last + 1);
  return slashes % 2 == 0;
}

// The part as one that has to match the whole name.
std::string Whole(absl::string_view part) {
  const bool begins = absl::ConsumePrefix(&part, "^");
  const bool ends = EndsWithDollar(part);
  if (ends) part.remove_suffix(1);
  return absl::StrCat(begins ? "" : ".*", part, ends ? "" : ".*");
}

}  // namespace

NativePattern NativePatternOf(absl::string_view text) {
  NativePattern pattern;
  const bool open = absl::StartsWith(text, "^") || absl::EndsWith(text, "$");
  const std::string anchored =
      open ? std::string(text) : absl::StrCat("^", text, "$");
  if (!Regexp::Compile(anchored).ok()) {
    pattern.text = std::string(text);
    return pattern;
  }
  // What stands between \Q and \E is not looked into.
  if (absl::StrContains(text, "\\Q")) {
    pattern.text = absl::StrCat(".*(?:", anchored, ").*");
    return pattern;
  }
  std::vector<std::string> parts = PartsOf(anchored);
  for (std::string& part : parts) part = Whole(part);
  pattern.text = absl::StrJoin(parts, "|");
  pattern.is_open_union = !open && parts.size() > 1;
  return pattern;
}

}  // namespace loom

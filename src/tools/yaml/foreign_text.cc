// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/foreign_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

// A line of this beginning says what the text is. `only_first`: it has to be
// the first line that is not blank.
struct Sign {
  absl::string_view beginning;
  bool only_first;
  const char* words;
};

constexpr const char* kConflict =
    "this is a marker of an unresolved merge conflict; keep one of the two "
    "sides and delete the markers";
constexpr const char* kHtml = "this is HTML, not YAML; download the raw file";
constexpr const char* kDiff =
    "this is a diff, not YAML; apply it, and give the file that it changes";

constexpr Sign kSigns[] = {
    {"<<<<<<< ", false, kConflict}, {">>>>>>> ", false, kConflict},
    {"<!doctype ", true, kHtml},    {"<html", true, kHtml},
    {"<head", true, kHtml},         {"<?xml", true, "this is XML, not YAML"},
    {"diff --git ", true, kDiff},   {"--- a/", true, kDiff},
    {"@@ -", false, kDiff},
};

// The number of bytes at the beginning of `text` that are UTF-8.
size_t Utf8Prefix(absl::string_view text) {
  size_t begin = 0;
  for (size_t end = 0; begin < text.size(); begin = end) {
    end = begin + 1;
    while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
    if (!IsUtf8(text.substr(begin, end - begin))) break;
  }
  return begin;
}

}  // namespace

std::optional<YamlMistake> FindForeignText(absl::string_view text) {
  bool first = true;
  for (size_t at = 0; at < text.size();) {
    absl::string_view line = text.substr(at, text.find('\n', at) - at);
    for (const Sign& sign : kSigns) {
      if ((first || !sign.only_first) &&
          absl::StartsWithIgnoreCase(line, sign.beginning)) {
        return YamlMistake{at, sign.words, std::nullopt};
      }
    }
    first = first && absl::StripAsciiWhitespace(line).empty();
    at += line.size() + 1;
  }
  return std::nullopt;
}

std::optional<YamlMistake> FindForeignEncoding(absl::string_view text) {
  bool marked =
      absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF");
  bool alternates = text.size() >= 4 && (text[0] == 0) != (text[1] == 0) &&
                    (text[0] == 0) == (text[2] == 0) &&
                    (text[1] == 0) == (text[3] == 0);
  if (marked || alternates) {
    return YamlMistake{0, "the file is UTF-16; save it as UTF-8", std::nullopt};
  }
  size_t prefix = Utf8Prefix(text);
  if (prefix == text.size()) return std::nullopt;
  return YamlMistake{prefix, "this byte is not UTF-8; save the file as UTF-8",
                     std::nullopt};
}

}  // namespace loom

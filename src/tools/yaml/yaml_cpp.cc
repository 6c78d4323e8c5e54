// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/yaml_cpp.h"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// For FixEscapes.

// The bytes of the character that begins with this one.
size_t CharacterSize(uint8_t first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

// For JoinSurrogates.

constexpr size_t kEscape = 6;  // \ud83d

// The value of `\u` and four digits at the beginning of the text; 0 if there is none.
uint32_t EscapeAt(absl::string_view text) {
  uint32_t value = 0;
  if (text.size() < kEscape || !absl::StartsWith(text, "\\u") ||
      !absl::c_all_of(text.substr(2, 4), absl::ascii_isxdigit) ||
      !absl::SimpleHexAtoi(text.substr(2, 4), &value)) {
    return 0;
  }
  return value;
}

// The character that two escapes at the beginning of the text are; 0 if they are none.
uint32_t PairAt(absl::string_view text) {
  if (text.size() < 2 * kEscape) return 0;
  const uint32_t high = EscapeAt(text), low = EscapeAt(text.substr(kEscape));
  if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return 0;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// For ParserWords.

struct Row {
  const char* message;  // or what it begins with
  const char* words;
};

// The messages are const, not constexpr, in yaml-cpp.
const Row kRows[] = {
    {YAML::ErrorMsg::YAML_DIRECTIVE_ARGS, "write this line as %YAML 1.1"},
    {YAML::ErrorMsg::YAML_VERSION, "write this line as %YAML 1.1"},
    {YAML::ErrorMsg::YAML_MAJOR_VERSION, "write this line as %YAML 1.1"},
    {YAML::ErrorMsg::REPEATED_YAML_DIRECTIVE,
     "%YAML is given twice; remove one"},
    {YAML::ErrorMsg::TAG_DIRECTIVE_ARGS, "%TAG needs a handle and a prefix"},
    {YAML::ErrorMsg::REPEATED_TAG_DIRECTIVE,
     "%TAG is given twice for one handle; remove one"},
    {YAML::ErrorMsg::CHAR_IN_TAG_HANDLE,
     "a tag (after the !) cannot contain this; quote the value if it begins "
     "with !"},
    {YAML::ErrorMsg::TAG_WITH_NO_SUFFIX,
     "a tag needs a name after !!; quote the value if it begins with !"},
    {YAML::ErrorMsg::END_OF_VERBATIM_TAG,
     "the tag !< is never closed; add the >"},
    {YAML::ErrorMsg::END_OF_MAP,
     "this does not belong to the map before it; check its indentation"},
    {YAML::ErrorMsg::END_OF_MAP_FLOW,
     "a comma or the } is missing in this map"},
    {YAML::ErrorMsg::END_OF_SEQ,
     "this does not belong to the list before it; check its indentation, or "
     "begin it with -"},
    {YAML::ErrorMsg::END_OF_SEQ_FLOW,
     "a comma or the ] is missing in this list"},
    {YAML::ErrorMsg::MULTIPLE_TAGS, "a value can have one tag; remove one"},
    {YAML::ErrorMsg::MULTIPLE_ANCHORS,
     "a value can have one anchor; remove one"},
    {YAML::ErrorMsg::MULTIPLE_ALIASES,
     "a value can be one alias only; remove one"},
    {YAML::ErrorMsg::ALIAS_CONTENT,
     "an alias can have no tag, no anchor and no value; remove them"},
    {YAML::ErrorMsg::INVALID_HEX,
     "an escape needs hexadecimal digits: \\x41, \\u0041 or \\U00000041"},
    {YAML::ErrorMsg::INVALID_UNICODE,
     "this escape is not a Unicode character; correct its digits"},
    {YAML::ErrorMsg::INVALID_ESCAPE,
     "this is not an escape in double quotes; write \\\\, or use single "
     "quotes"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, "no value can begin with this; quote it"},
    {YAML::ErrorMsg::DOC_IN_SCALAR,
     "a document ends here, but a quote before it is never closed"},
    {YAML::ErrorMsg::EOF_IN_SCALAR,
     "the file ends here, but a quote before it is never closed"},
    {YAML::ErrorMsg::CHAR_IN_SCALAR,
     "a value cannot contain this character; quote the value"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, "a tab cannot indent; use spaces"},
    {YAML::ErrorMsg::FLOW_END,
     "this bracket closes nothing; remove it, or quote the value"},
    {YAML::ErrorMsg::BLOCK_ENTRY,
     "a list item is not allowed here; put it on a line of its own"},
    {YAML::ErrorMsg::MAP_KEY,
     "a key is not allowed here; put it on a line of its own"},
    {YAML::ErrorMsg::MAP_VALUE,
     "a colon is not allowed here; quote the value, or check the indentation"},
    {YAML::ErrorMsg::ALIAS_NOT_FOUND,
     "* begins an alias, which needs a name; quote it"},
    {YAML::ErrorMsg::ANCHOR_NOT_FOUND,
     "& begins an anchor, which needs a name; quote it"},
    {YAML::ErrorMsg::CHAR_IN_ALIAS,
     "the name of an alias (after the *) cannot contain this; quote the value "
     "if it begins with *"},
    {YAML::ErrorMsg::CHAR_IN_ANCHOR,
     "the name of an anchor (after the &) cannot contain this; quote the value "
     "if it begins with &"},
    {YAML::ErrorMsg::ZERO_INDENT_IN_BLOCK,
     "a block string is indented by 1 to 9, not by 0"},
    {YAML::ErrorMsg::CHAR_IN_BLOCK,
     "a block string begins on the line below; quote the value if it begins "
     "with > or |"},
    {YAML::ErrorMsg::AMBIGUOUS_ANCHOR,
     "a value can have one anchor; remove one"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR,
     "no anchor of this name is before this alias; quote it if it is a string"},
};

}  // namespace

std::string FixEscapes(absl::string_view text) {
  std::string mended;
  mended.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const uint8_t first = static_cast<uint8_t>(text[at]);
    if (first == 0x85 || first == 0xA0) mended.push_back('\xC2');
    const size_t size = CharacterSize(first);
    absl::StrAppend(&mended, text.substr(at, size));
    at += size;
  }
  return mended;
}

size_t JoinedText::Original(size_t at) const {
  return at +
         2 * (std::upper_bound(ends.begin(), ends.end(), at) - ends.begin());
}

JoinedText JoinSurrogates(absl::string_view text) {
  JoinedText joined{std::string(text), {}};
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || (text[first] != '{' && text[first] != '[') ||
      !absl::StrContains(text, "\\u")) {
    return joined;
  }
  joined.text.clear();
  bool quoted = false;
  size_t at = 0;
  while (at < text.size() && (quoted || text[at] != '\'')) {
    const uint32_t pair = quoted ? PairAt(text.substr(at)) : 0;
    size_t size = 1;
    if (pair != 0) {
      size = 2 * kEscape;
      absl::StrAppend(&joined.text, "\\U", absl::Hex(pair, absl::kZeroPad8));
      joined.ends.push_back(joined.text.size());
    } else {
      if (text[at] == '"') quoted = !quoted;
      if (quoted && text[at] == '\\') size = 2;
      absl::StrAppend(&joined.text, text.substr(at, size));
    }
    at += size;
  }
  if (at < text.size()) absl::StrAppend(&joined.text, text.substr(at));
  return joined;
}

std::string ParserWords(absl::string_view message) {
  for (const Row& row : kRows) {
    if (absl::StartsWith(message, row.message)) return row.words;
  }
  return "this is not YAML";
}

}  // namespace loom

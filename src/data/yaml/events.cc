// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/events.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"

namespace loom {
namespace {

struct Row {
  const char* problem;  // or what it begins with
  const char* words;
  // Where its token begins instead of where the parser could not continue.
  bool from_context = false;
  // The character that is there, if it matters.
  char there = 0;
};

// The first row that fits counts.
constexpr Row kRows[] = {
    {"could not find expected ':'", "this key has no colon", true},
    {"found character that cannot start any token",
     "no value can begin with this; quote it"},
    {"block sequence entries are not allowed",
     "a list item is not allowed here; put it on a line of its own"},
    {"mapping keys are not allowed",
     "a key is not allowed here; put it on a line of its own"},
    {"mapping values are not allowed",
     "a colon is not allowed here; quote the value, or check the indentation"},
    {"found unknown directive name",
     "the only directives are %YAML and %TAG; quote the value if it begins "
     "with "
     "%"},
    {"could not find expected directive name",
     "the only directives are %YAML and %TAG; quote the value if it begins "
     "with "
     "%"},
    {"found unexpected non-alphabetical character",
     "the only directives are %YAML and %TAG; quote the value if it begins "
     "with "
     "%"},
    {"did not find expected digit or '.'", "write this line as %YAML 1.1"},
    {"did not find expected version number", "write this line as %YAML 1.1"},
    {"found extremely long version number", "write this line as %YAML 1.1"},
    {"found incompatible YAML document", "write this line as %YAML 1.1"},
    {"found duplicate %YAML directive",
     "duplicate %YAML directive; remove one"},
    {"found duplicate %TAG directive",
     "duplicate %TAG directive for one handle; remove one"},
    {"found undefined tag handle",
     "no %TAG line declares this tag; quote the value if it begins with !"},
    {"did not find the expected '>'", "the tag !< is never closed; add the >",
     true},
    {"did not find expected '!'",
     "a tag (after the !) cannot contain this; quote the value if it begins "
     "with !"},
    {"did not find expected tag URI",
     "a tag needs a name after !!; quote the value if it begins with !"},
    {"did not find URI escaped octet",
     "a tag (after the !) cannot contain this; quote the value if it begins "
     "with !"},
    {"found an incorrect leading UTF-8 octet",
     "a tag (after the !) cannot contain this; quote the value if it begins "
     "with !"},
    {"found an incorrect trailing UTF-8 octet",
     "a tag (after the !) cannot contain this; quote the value if it begins "
     "with !"},
    {"did not find expected alphabetic or numeric character",
     "an anchor (after the &) and an alias (after the *) need a name of "
     "letters, digits, - and _; quote the value if it begins with & or *",
     true},
    {"found an indentation indicator equal to 0",
     "a block string is indented by 1 to 9, not by 0"},
    {"did not find expected comment or line break",
     "a block string begins on the line below; quote the value if it begins "
     "with > or |"},
    {"found a tab character", "a tab cannot indent; use spaces"},
    {"found unexpected document indicator",
     "a document ends here, but a quote before it is never closed"},
    {"found unexpected end of stream",
     "the file ends here, but a quote before it is never closed"},
    {"found unknown escape character",
     "this is not an escape in double quotes; write \\\\, or use single "
     "quotes"},
    {"did not find expected hexdecimal number",
     "an escape needs hexadecimal digits: \\x41, \\u0041 or \\U00000041"},
    {"found invalid Unicode character escape code",
     "this escape is not a Unicode character; correct its digits"},
    {"did not find expected whitespace",
     "a space is missing after the tag before this; quote the value if it "
     "begins with !"},
    {"found unexpected ':'",
     "a colon is not allowed here; quote the value, or check the indentation"},
    {"did not find expected <document start>",
     "this does not belong to the value before it"},
    {"did not find expected node content",
     "no value can begin with this; quote it"},
    {"did not find expected", "a value can have one anchor; remove one", false,
     '&'},
    {"did not find expected", "a value can have one tag; remove one", false,
     '!'},
    {"did not find expected",
     "an alias can have no tag, no anchor and no value; remove them", false,
     '*'},
    {"did not find expected '-' indicator",
     "this does not belong to the list before it; check its indentation, or "
     "begin it with -"},
    {"did not find expected key",
     "this does not belong to the map before it; check its indentation"},
    {"did not find expected ',' or ']'",
     "a comma or the ] is missing in this list"},
    {"did not find expected ',' or '}'",
     "a comma or the } is missing in this map"},
    {"control characters are not allowed",
     "this control character cannot be in YAML; remove it, or write it as an "
     "escape between double quotes"},
};

absl::string_view Chars(const yaml_char_t* text) {
  return text == nullptr ? absl::string_view()
                         : reinterpret_cast<const char*>(text);
}

bool BeginsCharacter(char byte) { return (byte & 0xC0) != 0x80; }

}  // namespace

YamlEvents::YamlEvents(absl::string_view text) : text_(text) {
  yaml_parser_initialize(&parser_);
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(
      &parser_, reinterpret_cast<const unsigned char*>(text.data()),
      text.size());
  std::memset(&raw_, 0, sizeof(raw_));
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&raw_);
  yaml_parser_delete(&parser_);
}

const YamlEvent* YamlEvents::Next() {
  while (!fault_.has_value()) {
    yaml_event_delete(&raw_);
    if (yaml_parser_parse(&parser_, &raw_) == 0) {
      Fail();
      break;
    }
    // At the end, and after it.
    if (raw_.type == YAML_STREAM_END_EVENT || raw_.type == YAML_NO_EVENT) break;
    if (Take()) return &event_;
  }
  return nullptr;
}

// Returns false for an event of which nothing depends.
bool YamlEvents::Take() {
  event_ = {YamlEvent::Kind::kEnd, Offset(raw_.start_mark)};
  switch (raw_.type) {
    case YAML_DOCUMENT_START_EVENT:
      event_.kind = YamlEvent::Kind::kDocument;
      return true;
    case YAML_ALIAS_EVENT:
      event_.kind = YamlEvent::Kind::kAlias;
      event_.anchor = Chars(raw_.data.alias.anchor);
      return true;
    case YAML_SCALAR_EVENT: {
      const auto& scalar = raw_.data.scalar;
      event_.kind = YamlEvent::Kind::kScalar;
      event_.anchor = Chars(scalar.anchor);
      event_.text = {reinterpret_cast<const char*>(scalar.value),
                     scalar.length};
      event_.tag = scalar.tag != nullptr                     ? Chars(scalar.tag)
                   : scalar.style == YAML_PLAIN_SCALAR_STYLE ? "?"
                                                             : "!";
      return true;
    }
    case YAML_SEQUENCE_START_EVENT:
      event_.kind = YamlEvent::Kind::kSequence;
      event_.anchor = Chars(raw_.data.sequence_start.anchor);
      return true;
    case YAML_MAPPING_START_EVENT:
      event_.kind = YamlEvent::Kind::kMap;
      event_.anchor = Chars(raw_.data.mapping_start.anchor);
      return true;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return true;
    default:
      return false;
  }
}

// libyaml counts characters. Events are near each other, so the distance to the last
// position is short.
size_t YamlEvents::Offset(const yaml_mark_t& mark) {
  while (character_ < mark.index && byte_ < text_.size()) {
    ++byte_;
    while (byte_ < text_.size() && !BeginsCharacter(text_[byte_])) ++byte_;
    ++character_;
  }
  while (character_ > mark.index) {
    --byte_;
    while (!BeginsCharacter(text_[byte_])) --byte_;
    --character_;
  }
  return byte_;
}

void YamlEvents::Fail() {
  const absl::string_view problem =
      parser_.problem == nullptr ? "" : parser_.problem;
  // The reader counts bytes.
  const bool is_byte = parser_.error == YAML_READER_ERROR;
  fault_ = YamlMistake{
      is_byte ? parser_.problem_offset : Offset(parser_.problem_mark),
      "this is not YAML", std::nullopt};
  for (const Row& row : kRows) {
    if (!absl::StartsWith(problem, row.problem)) continue;
    if (row.there != 0 && (fault_->offset >= text_.size() ||
                           text_[fault_->offset] != row.there)) {
      continue;
    }
    fault_->words = row.words;
    if (row.from_context) fault_->offset = Offset(parser_.context_mark);
    break;
  }
}

}  // namespace loom

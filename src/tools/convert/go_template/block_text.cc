// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/block_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace loom {
namespace {

using Form = Symbol::Form;

bool HasNothing(absl::string_view line) {
  return absl::StripAsciiWhitespace(line).empty();
}

// `quote` writes what Go's %q writes.
Symbol QuotedText(const Symbol& value) {
  Symbol inner = value;
  inner.quoted = false;
  const bool is_single = value.text == "'";
  const absl::string_view quote = is_single ? "'" : "\"";
  const bool is_text = IsString(inner) &&
                       !(inner.form == Form::kText && inner.items.size() == 1 &&
                         !IsString(inner.items[0]));
  if (inner.form == Form::kText && inner.items.size() == 1) {
    inner = inner.items[0];
  }
  std::string cel = CelText(inner, CelLevel::kPrimary);
  if (!is_single && (is_text || inner.type == Symbol::Type::kAny)) {
    absl::StrAppend(&cel,
                    ".replace('\\\\', '\\\\\\\\').replace('\"', '\\\\\"')"
                    ".replace('\\n', '\\\\n')");
  }
  return TextOfParts({TextLiteral(quote), CelSymbol(cel, Symbol::Type::kString),
                      TextLiteral(quote)});
}

}  // namespace

size_t MarginOf(absl::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool BeginsBlock(absl::string_view line) {
  line = absl::StripTrailingAsciiWhitespace(line);
  const size_t space = line.find_last_of(" ");
  if (space == absl::string_view::npos || space + 1 >= line.size())
    return false;
  const absl::string_view sign = line.substr(space + 1);
  if (sign[0] != '|' && sign[0] != '>') return false;
  if (sign.find_first_not_of("|>+-123456789") != absl::string_view::npos) {
    return false;
  }
  const absl::string_view before =
      absl::StripTrailingAsciiWhitespace(line.substr(0, space));
  return absl::EndsWith(before, ":") || absl::EndsWith(before, "-");
}

std::optional<BlockScalar> BlockScalarAt(absl::string_view text) {
  if (!absl::StrContains(text, '|') && !absl::StrContains(text, '>')) {
    return std::nullopt;
  }
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  std::optional<size_t> parent;
  BlockScalar block;
  for (size_t i = 0; i < lines.size(); ++i) {
    const absl::string_view line = lines[i];
    if (parent.has_value() && !HasNothing(line) && MarginOf(line) <= *parent) {
      parent.reset();
    }
    if (parent.has_value()) {
      if (!HasNothing(line) && !block.margin.has_value()) {
        block.margin = MarginOf(line);
      }
    } else if (i + 1 < lines.size() && BeginsBlock(line)) {
      parent = MarginOf(line);
      const absl::string_view head = absl::StripTrailingAsciiWhitespace(line);
      const absl::string_view sign = head.substr(head.rfind(' ') + 1);
      block = BlockScalar();
      block.is_plain = sign[0] == '|' && sign.find_first_of("123456789") ==
                                             absl::string_view::npos;
    }
  }
  if (!parent.has_value()) return std::nullopt;
  return block;
}

Symbol WithinText(const Symbol& value) {
  if (value.form == Form::kYaml && value.indent < 0) {
    return CelSymbol(
        absl::StrCat(value.text, ".marshal(", CelOf(value.items[0]), ")"),
        Symbol::Type::kString);
  }
  if (value.form == Form::kText && value.quoted && value.indent < 0) {
    return QuotedText(value);
  }
  return value;
}

namespace {

// Returns the expression of a string whose lines are indented by `pad` more.
std::string BlockCel(const Symbol& text, bool is_yaml, bool is_json, bool drops,
                     const std::string& pad) {
  std::string cel = CelText(text, CelLevel::kPrimary);
  if (is_yaml) {
    cel += ".trim()";
  } else if (drops && !is_json) {
    cel += ".find('(?s).*[^\\n]')";
  }
  if (!pad.empty() && !is_json) {
    absl::StrAppend(&cel, ".replace('\\n', ", CelQuote("\n" + pad), ")");
  }
  return cel;
}

}  // namespace

Symbol BlockText(const Symbol& value, const BlockPlace& place) {
  const size_t margin = place.margin;
  if (value.indent < 0 && value.form != Form::kYaml) return WithinText(value);
  Symbol text = value;
  text.indent = -1;
  if (value.indent >= 0 && value.form != Form::kYaml) text = value.items[0];
  if (text.indent >= 0) return Broken("a string that is indented twice");
  const bool is_yaml = text.form == Form::kYaml && text.text == "yaml";
  const bool is_json = text.form == Form::kYaml && !is_yaml;
  text = WithinText(text);
  if (IsBroken(text)) return text;
  const size_t indent = value.indent < 0 ? margin : value.indent;
  const size_t swallowed = std::min(place.column.value_or(0), margin);
  const bool is_alone = value.breaks || place.column.has_value();
  const size_t first =
      value.indent < 0 ? margin : indent + (value.breaks ? 0 : swallowed);
  if (indent < margin || (is_alone && first < margin)) {
    return Broken(
        "a string that is indented less than the lines around it has no "
        "expression");
  }
  const std::string pad(indent - margin, ' ');
  // Line feeds at the end are not kept; spaces behind them would be.
  const bool drops = place.ends && pad.empty();
  const std::string cel = BlockCel(text, is_yaml, is_json, drops, pad);
  const size_t lead = is_alone ? first - margin : value.indent < 0 ? 0 : indent;
  return TextOfParts({TextLiteral(absl::StrCat(value.breaks ? "\n" : "",
                                               std::string(lead, ' '))),
                      CelSymbol(cel, Symbol::Type::kString),
                      TextLiteral(is_yaml && !drops ? "\n" + pad : "")});
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/piece_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/convert/go_template/outline_text.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

using Form = Symbol::Form;

// A branch that is a constant, as YAML reads it without context.
Symbol ConstantBranch(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return NullLiteral();
  absl::StatusOr<YamlNodes> nodes = YamlNodes::Parse("", std::string(text));
  if (!nodes.ok() || nodes->roots().size() != 1) {
    return Broken("this text is not a value");
  }
  const YamlNode& node = (*nodes)[nodes->roots()[0]];
  if (node.kind != YamlNode::Kind::kScalar) {
    return Broken("this text is not a single value");
  }
  if (node.tag == "!") return TextLiteral(node.text);
  return PlainLiteral(node.text);
}

// What a loop writes within a string: the texts of its rounds, one after the other.
Symbol TextOfLoop(const Pieces& all, const PieceBlock& block,
                  const std::vector<Piece>& body) {
  if (IsBroken(block.list)) return block.list;
  Symbol text = TextOfPieces(all, body, false);
  if (IsBroken(text)) return text;
  return CelSymbol(
      absl::StrCat(RangeOf(block), ".transformList(", block.key_name(), ", ",
                   block.value_name(), ", ", CelText(text), ").join()"),
      Symbol::Type::kString);
}

// A branch with quotes around its parts.
bool TakeQuotes(std::vector<Symbol>* parts) {
  Symbol& first = parts->front();
  Symbol& last = parts->back();
  if (first.form != Form::kLiteral || last.form != Form::kLiteral ||
      first.text.empty() || last.text.empty()) {
    return false;
  }
  const char quote = first.text[0];
  if ((quote != '"' && quote != '\'') || last.text.back() != quote) {
    return false;
  }
  first = TextLiteral(first.text.substr(1));
  last = TextLiteral(last.text.substr(0, last.text.size() - 1));
  return true;
}

// A branch that is a list in flow style, such as `["{{ .ip }}"]`.
std::optional<Symbol> FlowList(const std::vector<Symbol>& parts) {
  std::string text;
  std::vector<Symbol> values;
  for (const Symbol& part : parts) {
    if (part.form == Form::kLiteral) {
      text += part.text;
      continue;
    }
    text += WordOf('v', values.size());
    values.push_back(part);
  }
  if (!absl::StartsWith(text, "[")) return std::nullopt;
  absl::StatusOr<YamlNodes> nodes = YamlNodes::Parse("", text);
  if (!nodes.ok() || nodes->roots().size() != 1) return std::nullopt;
  const YamlNode& root = (*nodes)[nodes->roots()[0]];
  if (root.kind != YamlNode::Kind::kSequence) return std::nullopt;
  Symbol list;
  list.form = Form::kList;
  list.type = Symbol::Type::kList;
  for (const uint32_t child : root.children) {
    const YamlNode& item = (*nodes)[child];
    if (item.kind != YamlNode::Kind::kScalar) return std::nullopt;
    const std::vector<Symbol> inner = PartsOfWords(item.text, values);
    const bool is_constant =
        inner.empty() || (inner.size() == 1 && inner[0].form == Form::kLiteral);
    if (item.tag == "!") {
      list.items.push_back(TextOfParts(inner));
    } else if (is_constant) {
      list.items.push_back(PlainLiteral(item.text));
    } else if (inner.size() == 1 && inner[0].form == Form::kCel) {
      list.items.push_back(inner[0]);
    } else {
      return std::nullopt;
    }
  }
  const Symbol* broken = FirstBroken(list.items);
  return broken == nullptr ? list : *broken;
}

}  // namespace

std::string RangeOf(const PieceBlock& block) {
  return block.list.maybe.empty()
             ? CelOf(block.list, CelLevel::kPrimary)
             : absl::StrCat(block.list.maybe, ".orValue([])");
}

size_t BehindBlock(const std::vector<Piece>& pieces, size_t open,
                   size_t* middle) {
  *middle = pieces.size();
  size_t found = pieces.size();
  for (size_t i = open + 1; i < pieces.size(); ++i) {
    if (pieces[i].block != pieces[open].block) continue;
    if (pieces[i].kind == Piece::Kind::kElse) found = i;
    if (pieces[i].kind == Piece::Kind::kClose) {
      *middle = std::min(found, i);
      return i + 1;
    }
  }
  return pieces.size();
}

Symbol TextOfPieces(const Pieces& all, const std::vector<Piece>& pieces,
                    bool plain) {
  std::vector<Symbol> parts;
  bool is_constant = true;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (piece.kind == Piece::Kind::kText) {
      parts.push_back(TextLiteral(piece.text));
    } else if (piece.kind == Piece::Kind::kValue) {
      is_constant = false;
      parts.push_back(Plain(piece.value));
    } else if (piece.kind == Piece::Kind::kOpen) {
      is_constant = false;
      const PieceBlock& block = all.blocks[piece.block];
      size_t middle;
      const size_t behind = BehindBlock(pieces, i, &middle);
      const std::vector<Piece> yes(pieces.begin() + i + 1,
                                   pieces.begin() + middle);
      if (block.is_loop) {
        parts.push_back(TextOfLoop(all, block, yes));
        i = behind - 1;
        continue;
      }
      std::vector<Piece> no;
      if (middle + 1 < behind) {
        no.assign(pieces.begin() + middle + 1, pieces.begin() + behind - 1);
      }
      const bool is_whole = plain && i == 0 && behind == pieces.size();
      parts.push_back(Choose(block.condition, TextOfPieces(all, yes, is_whole),
                             TextOfPieces(all, no, is_whole)));
      i = behind - 1;
    }
  }
  if (!plain) return TextOfParts(std::move(parts));
  while (!parts.empty() && parts.front().form == Form::kLiteral &&
         absl::StripAsciiWhitespace(parts.front().text).empty()) {
    parts.erase(parts.begin());
  }
  while (!parts.empty() && parts.back().form == Form::kLiteral &&
         absl::StripAsciiWhitespace(parts.back().text).empty()) {
    parts.pop_back();
  }
  if (parts.empty()) return NullLiteral();
  const std::optional<Symbol> list = FlowList(parts);
  if (list.has_value()) return *list;
  if (is_constant) return ConstantBranch(TextOfParts(parts).text);
  if (parts.size() == 1) return parts[0];
  if (parts.front().form == Form::kLiteral) {
    parts.front() =
        TextLiteral(absl::StripLeadingAsciiWhitespace(parts.front().text));
  }
  if (parts.back().form == Form::kLiteral) {
    parts.back() =
        TextLiteral(absl::StripTrailingAsciiWhitespace(parts.back().text));
  }
  TakeQuotes(&parts);
  return TextOfParts(std::move(parts));
}

}  // namespace loom

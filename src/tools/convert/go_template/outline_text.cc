// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/outline_text.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/convert/go_template/block_text.h"
#include "tools/convert/go_template/piece_text.h"
#include "tools/convert/go_template/resource_document.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using PieceKind = Piece::Kind;

constexpr absl::string_view kWord = "LOOM";

bool IsBlank(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  return line.empty() || line[0] == '#';
}

bool IsItem(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  return line == "-" || absl::StartsWith(line, "- ");
}

class OutlineWriter {
 public:
  OutlineWriter(const Pieces& all, const GoDocument& document)
      : all_(all), pieces_(document.pieces), ends_line_(document.ends_line) {}

  OutlineText Write() && {
    for (size_t i = 0; i < pieces_.size() && result_.broken.empty();) {
      i = Take(i);
    }
    if (ends_line_ && !absl::EndsWith(result_.text, "\n")) {
      result_.text += "\n";
    }
    if (result_.broken.empty()) PlaceMarks();
    return std::move(result_);
  }

 private:
  // Returns the index of the next piece.
  size_t Take(size_t i) {
    const Piece& piece = pieces_[i];
    switch (piece.kind) {
      case PieceKind::kText:
        TakeText(piece.text);
        break;
      case PieceKind::kValue:
        TakeValue(i);
        break;
      case PieceKind::kOpen:
        return TakeBlock(i);
      case PieceKind::kElse:
        Mark('e', piece.block);
        break;
      case PieceKind::kClose:
        Mark('c', piece.block);
        break;
      case PieceKind::kSilent:
        break;
    }
    return i + 1;
  }

  void TakeText(const std::string& text) {
    const std::string line = text.substr(0, text.find('\n'));
    const bool goes_on =
        behind_mark_ && !absl::StripAsciiWhitespace(line).empty();
    if (goes_on) result_.text += margin_;
    behind_mark_ = behind_mark_ && line == text &&
                   absl::StripAsciiWhitespace(line).empty();
    result_.text += text;
  }

  // A mark has a line of its own. What follows on the line of the action keeps the
  // spaces before it.
  void Mark(char kind, size_t block) {
    if (!behind_mark_) margin_ = std::string(Line());
    if (!absl::StripAsciiWhitespace(margin_).empty()) {
      margin_ = std::string(MarginOf(margin_), ' ');
    }
    absl::StrAppend(&result_.text, "\n", WordOf(kind, block), "\n");
    behind_mark_ = true;
  }

  absl::string_view Line() const {
    const absl::string_view text = result_.text;
    const size_t at = text.rfind('\n');
    return at == absl::string_view::npos ? text : text.substr(at + 1);
  }

  // The margin of the first line of the text that follows.
  std::optional<size_t> MarginAhead(size_t i) const {
    for (absl::string_view line : absl::StrSplit(Ahead(i), '\n')) {
      if (!absl::StripAsciiWhitespace(line).empty()) return MarginOf(line);
    }
    return std::nullopt;
  }

  // The text that follows, up to the next value.
  std::string Ahead(size_t i) const {
    std::string text;
    for (size_t j = i + 1; j < pieces_.size(); ++j) {
      if (pieces_[j].kind == PieceKind::kText) text += pieces_[j].text;
    }
    return text;
  }

  std::string AddValue(const Symbol& value, char kind = 'v') {
    result_.values.push_back(Plain(value));
    return WordOf(kind, result_.values.size() - 1);
  }

  void TakeValue(size_t i) {
    const Symbol& value = pieces_[i].value;
    if (behind_mark_ && Line().empty()) result_.text += margin_;
    behind_mark_ = false;
    const bool is_alone = absl::StripAsciiWhitespace(Line()).empty();
    if (value.form == Form::kEntry) {
      absl::StrAppend(&result_.text, kNameAnnotation, ": \"",
                      AddValue(value.items[0]), "\"");
      return;
    }
    const std::string line(Line());
    const std::string before(absl::StripTrailingAsciiWhitespace(line));
    if (value.breaks && BeginsBlock(line)) return BeginBlockValue(i);
    const std::optional<BlockScalar> block = BlockScalarAt(result_.text);
    if (block.has_value()) return TakeBlockValue(i, *block);
    const bool is_lines = value.form == Form::kYaml && value.text == "yaml";
    if (!is_lines) return TakeLineValue(value);
    // A map or a list: the value of the key before it, or entries of the map around.
    if (is_alone) {
      const size_t indent =
          value.indent >= 0 ? value.indent + (value.breaks ? 0 : line.size())
                            : line.size();
      result_.text.resize(result_.text.size() - line.size());
      absl::StrAppend(&result_.text, std::string(indent, ' '),
                      AddValue(value, 's'));
    } else if (value.breaks &&
               MarginAhead(i) == static_cast<size_t>(value.indent) &&
               *MarginAhead(i) > MarginOf(line)) {
      absl::StrAppend(&result_.text, "\n", std::string(value.indent, ' '),
                      AddValue(value, 's'));
    } else if (absl::EndsWith(before, ":") || absl::EndsWith(before, "-")) {
      absl::StrAppend(&result_.text, " ", AddValue(value));
    } else {
      Break("toYaml within a line has no expression");
    }
  }

  // A value on a line of YAML.
  void TakeLineValue(const Symbol& value) {
    if (value.indent >= 0 && value.form == Form::kText) {
      return Break("indent of a string that is not a block scalar");
    }
    if (IsInFlow(Line()) && absl::StrContains(CelOf(value), ".join(")) {
      return Break("a list in flow style that is made of a string");
    }
    result_.text += AddValue(value);
  }

  // `text: |` and a value with nindent: its first line gives the margin.
  void BeginBlockValue(size_t i) {
    const Symbol& value = pieces_[i].value;
    const size_t margin = value.indent;
    const Symbol text =
        BlockText(value, {margin, std::nullopt, EndsScalar(i, margin)});
    if (IsBroken(text)) return Break(text.text);
    std::vector<Symbol> parts = {text};
    if (text.form == Form::kText) parts = text.items;
    // The line feed of nindent is the one behind the sign.
    if (parts[0].form == Form::kLiteral &&
        absl::StartsWith(parts[0].text, "\n")) {
      parts[0] = TextLiteral(parts[0].text.substr(1));
    }
    absl::StrAppend(&result_.text, "\n", std::string(margin, ' '),
                    AddValue(TextOfParts(std::move(parts))));
  }

  void TakeBlockValue(size_t i, const BlockScalar& block) {
    const Symbol& value = pieces_[i].value;
    std::optional<size_t> column;
    if (absl::StripAsciiWhitespace(Line()).empty()) column = Line().size();
    size_t margin = column.value_or(0);
    if (value.indent >= 0) {
      margin = value.indent + (value.breaks ? 0 : margin);
    }
    margin = block.margin.value_or(margin);
    if (value.indent >= 0 && !block.is_plain) {
      return Break("an indented text in a folded string has no expression");
    }
    const Symbol text =
        BlockText(value, {margin, column, EndsScalar(i, margin)});
    if (IsBroken(text)) return Break(text.text);
    const bool swallows =
        value.indent >= 0 && column.has_value() && *column < margin;
    if (swallows) result_.text += std::string(margin - *column, ' ');
    result_.text += AddValue(text);
  }

  // Whether a block scalar with this margin has nothing behind a piece.
  bool EndsScalar(size_t i, size_t margin) const {
    std::optional<size_t> column;
    for (size_t j = i + 1; j < pieces_.size(); ++j) {
      const Piece& piece = pieces_[j];
      if (piece.kind == PieceKind::kClose || piece.kind == PieceKind::kElse) {
        return true;
      }
      if (piece.kind == PieceKind::kValue) {
        if (piece.value.indent >= 0 && piece.value.breaks) {
          column = piece.value.indent;
        }
        return column.has_value() && *column < margin;
      }
      if (piece.kind != PieceKind::kText) continue;
      const std::vector<absl::string_view> lines =
          absl::StrSplit(absl::string_view(piece.text), '\n');
      for (size_t k = 0; k < lines.size(); ++k) {
        if (k > 0) column = 0;
        const size_t before = column.value_or(0) + MarginOf(lines[k]);
        if (!absl::StripAsciiWhitespace(lines[k]).empty()) {
          return column.has_value() && before < margin;
        }
        if (column.has_value()) column = before;
      }
    }
    return true;
  }

  void Break(std::string why) {
    if (result_.broken.empty()) result_.broken = std::move(why);
  }

  // A block within a line or a block scalar is a value.
  size_t TakeBlock(size_t i) {
    size_t middle;
    const size_t behind = BehindBlock(pieces_, i, &middle);
    const std::vector<Piece> block(pieces_.begin() + i,
                                   pieces_.begin() + behind);
    // It only sets variables.
    if (std::none_of(block.begin(), block.end(), [](const Piece& piece) {
          return piece.kind == PieceKind::kValue || !piece.text.empty();
        })) {
      return behind;
    }
    const std::optional<BlockScalar> scalar = BlockScalarAt(result_.text);
    if (scalar.has_value()) {
      const std::optional<size_t> margin =
          scalar->margin.has_value() ? scalar->margin : MarginAhead(i);
      if (margin.has_value() && StaysInBlock(block, *margin)) {
        if (!scalar->is_plain) {
          Break("a condition in a folded string has no expression");
        }
        TakeBlockLines(block, *margin, EndsScalar(behind - 1, *margin));
        return behind;
      }
    } else if (BeginsBlock(Line())) {
      Break("a condition at the beginning of a block scalar has no expression");
      return behind;
    } else if (IsInline(block, MarginAhead(behind - 1))) {
      TakeInline(block, behind);
      return behind;
    }
    Mark('o', pieces_[i].block);
    return i + 1;
  }

  // Whether a block is a value, or a part of one, on the line that it begins on.
  bool IsInline(const std::vector<Piece>& block,
                std::optional<size_t> ahead) const {
    if (absl::StripAsciiWhitespace(Line()).empty()) return false;
    bool breaks = false;
    for (const Piece& piece : block) {
      if (absl::StrContains(piece.text, '\n')) return false;
      breaks |= piece.value.breaks;
    }
    // Lines of a value that begin below its key: there are no others.
    const std::string line(Line());
    return !breaks ||
           (absl::EndsWith(line, ":") && ahead.value_or(0) <= MarginOf(line));
  }

  // Whether no line of the block ends the block scalar.
  static bool StaysInBlock(const std::vector<Piece>& block, size_t margin) {
    for (const Piece& piece : block) {
      const std::vector<absl::string_view> lines =
          absl::StrSplit(absl::string_view(piece.text), '\n');
      for (size_t i = 1; i < lines.size(); ++i) {
        if (!absl::StripAsciiWhitespace(lines[i]).empty() &&
            MarginOf(lines[i]) < margin) {
          return false;
        }
      }
    }
    return true;
  }

  void TakeBlockLines(std::vector<Piece> block, size_t margin, bool ends) {
    std::optional<size_t> column;
    if (absl::StripAsciiWhitespace(Line()).empty()) {
      column = Line().size();
      if (ends) {
        return Break(
            "a condition at the end of a block scalar, behind a line break, "
            "has no expression");
      }
    }
    bool begins_line = false;
    bool is_first = true;
    for (size_t i = 0; i < block.size(); ++i) {
      Piece& piece = block[i];
      const bool writes =
          piece.kind == PieceKind::kText || piece.kind == PieceKind::kValue;
      if (!writes) continue;
      if (is_first) {
        begins_line = absl::StartsWith(piece.text, "\n") || piece.value.breaks;
        is_first = false;
      }
      const bool is_last = ends && IsLastOfBranch(block, i);
      if (piece.kind == PieceKind::kText) {
        column = ColumnBehind(piece.text, column);
        piece.text = WithoutMargin(piece.text, margin);
        if (is_last) absl::StripTrailingAsciiWhitespace(&piece.text);
        continue;
      }
      if (column.value_or(margin) < margin && piece.value.indent < 0) {
        return Break(
            "a value to the left of its block scalar has no expression");
      }
      piece.value = BlockText(piece.value, {margin, column, is_last});
      column.reset();
    }
    if (Line().size() < margin) {
      if (!is_first && !begins_line) {
        return Break(
            "a condition to the left of its block scalar has no expression");
      }
      result_.text += std::string(margin - Line().size(), ' ');
    }
    result_.text += AddValue(TextOfPieces(all_, block, false));
  }

  // Whether nothing but spaces is written behind a piece in any round.
  static bool IsLastOfBranch(const std::vector<Piece>& block, size_t i) {
    for (size_t j = i + 1; j < block.size(); ++j) {
      const Piece& piece = block[j];
      if (piece.kind == PieceKind::kValue || piece.kind == PieceKind::kOpen ||
          !absl::StripAsciiWhitespace(piece.text).empty()) {
        return false;
      }
      if (piece.kind == PieceKind::kElse) {
        while (j + 1 < block.size() && (block[j].kind != PieceKind::kClose ||
                                        block[j].block != piece.block)) {
          ++j;
        }
      }
    }
    return true;
  }

  // How many spaces the line has behind a text; nullopt if there is more on it.
  static std::optional<size_t> ColumnBehind(absl::string_view text,
                                            std::optional<size_t> column) {
    const size_t at = text.rfind('\n');
    const absl::string_view line =
        at == absl::string_view::npos ? text : text.substr(at + 1);
    if (!absl::StripAsciiWhitespace(line).empty()) return std::nullopt;
    if (at != absl::string_view::npos) return line.size();
    if (column.has_value()) *column += line.size();
    return column;
  }

  static std::string WithoutMargin(const std::string& text, size_t margin) {
    std::vector<std::string> lines = absl::StrSplit(text, '\n');
    for (size_t i = 1; i < lines.size(); ++i) {
      // Blank lines may have less.
      lines[i].erase(0, std::min(margin, MarginOf(lines[i])));
    }
    return absl::StrJoin(lines, "\n");
  }

  // Whether the end of a line is within a list or map in flow style.
  static bool IsInFlow(absl::string_view line) {
    int level = 0;
    char quote = 0;
    for (const char c : line) {
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '[' || c == '{') {
        ++level;
      } else if (c == ']' || c == '}') {
        --level;
      }
    }
    return level > 0 && quote == 0;
  }

  void TakeInline(const std::vector<Piece>& block, size_t behind) {
    if (IsInFlow(Line())) {
      return Break(
          "a condition or loop within a list in flow style has no expression");
    }
    for (const Piece& piece : block) {
      if (piece.value.indent >= 0 && piece.value.form != Form::kYaml) {
        return Break("indent of a string that is not a block scalar");
      }
    }
    const std::string before(absl::StripTrailingAsciiWhitespace(Line()));
    const bool begins =
        absl::EndsWith(before, ":") || absl::EndsWith(before, "-");
    bool ends = behind == pieces_.size();
    if (!ends) {
      const Piece& next = pieces_[behind];
      const absl::string_view rest =
          absl::string_view(next.text).substr(0, next.text.find('\n'));
      ends = (next.kind == PieceKind::kText &&
              absl::StrContains(next.text, '\n') &&
              absl::StripAsciiWhitespace(rest).empty()) ||
             next.kind == PieceKind::kClose || next.kind == PieceKind::kElse;
    }
    const bool is_plain = begins && ends;
    if (begins && !absl::EndsWith(Line(), " ")) {
      // `key: {{- if … }} value`, of which each branch has to have the space.
      for (size_t i = 0; i + 1 < block.size(); ++i) {
        const bool begins_branch = block[i].kind == PieceKind::kOpen ||
                                   block[i].kind == PieceKind::kElse;
        const bool is_apart = absl::StartsWith(block[i + 1].text, " ") ||
                              block[i + 1].value.breaks;
        if (!is_plain || (begins_branch && !is_apart)) {
          return Break("a key whose value may follow without a space");
        }
      }
      result_.text += " ";
    }
    Symbol value = TextOfPieces(all_, block, is_plain);
    result_.text += AddValue(value);
  }

  // Gives each mark of a block the indentation and the form of what it surrounds.
  void PlaceMarks() {
    std::vector<std::string> lines = absl::StrSplit(result_.text, '\n');
    std::map<size_t, std::string> heads;
    for (size_t i = 0; i < lines.size(); ++i) {
      const auto word = ReadWord(lines[i]);
      if (!word.has_value() || word->first != 'o') continue;
      heads[word->second] = HeadAt(lines, i + 1, word->second);
    }
    for (size_t i = 0; i < lines.size(); ++i) {
      std::string& line = lines[i];
      const auto word = ReadWord(line);
      if (!word.has_value()) continue;
      if (absl::StrContains("oec", word->first)) {
        const std::string& head = heads[word->second];
        if (head == "-") {
          line.clear();
        } else {
          line = absl::EndsWith(head, "- ") ? absl::StrCat(head, line)
                                            : absl::StrCat(head, line, ": 0");
        }
      } else if (word->first == 's') {
        PlaceSplice(lines, i, &line);
      }
    }
    result_.text = absl::StrJoin(lines, "\n");
  }

  // What is before a mark: spaces, and `- ` in a list. "-": the block is empty.
  std::string HeadAt(const std::vector<std::string>& lines, size_t from,
                     size_t block) const {
    for (size_t i = from; i < lines.size(); ++i) {
      const auto word = ReadWord(lines[i]);
      if (word.has_value() && word->second == block && word->first == 'c') {
        return "-";
      }
      const bool is_mark =
          word.has_value() && word->first != 's' && word->first != 'v';
      if (is_mark || IsBlank(lines[i])) continue;
      return absl::StrCat(std::string(MarginOf(lines[i]), ' '),
                          IsItem(lines[i]) ? "- " : "");
    }
    return "-";
  }

  // Entries of a map or list that are computed, beside others.
  static void PlaceSplice(const std::vector<std::string>& lines, size_t at,
                          std::string* line) {
    const size_t margin = MarginOf(*line);
    const auto sibling = [&](size_t i) -> int {
      const auto word = ReadWord(lines[i]);
      if (IsBlank(lines[i]) || (word.has_value() && word->first != 's')) {
        return 0;
      }
      if (MarginOf(lines[i]) != margin)
        return MarginOf(lines[i]) < margin ? 2 : 0;
      if (word.has_value()) return 0;
      return IsItem(lines[i]) ? -1 : 1;
    };
    int found = 0;
    for (size_t i = at; i > 0 && found == 0; --i) found = sibling(i - 1);
    if (found == 2) found = 0;
    for (size_t i = at + 1; i < lines.size() && found == 0; ++i) {
      found = sibling(i);
    }
    if (found == -1) {
      *line = absl::StrCat(std::string(margin, ' '), "- ",
                           absl::StripAsciiWhitespace(*line));
    } else if (found == 1) {
      *line += ": 0";
    }
  }

  const Pieces& all_;
  const std::vector<Piece>& pieces_;
  const bool ends_line_;
  OutlineText result_;
  bool behind_mark_ = false;
  std::string margin_;
};

}  // namespace

std::string WordOf(char kind, size_t number) {
  return absl::StrCat(kWord, std::string(1, kind), number, "x");
}

std::optional<std::pair<char, size_t>> ReadWord(absl::string_view word) {
  word = absl::StripAsciiWhitespace(word);
  size_t number;
  if (word.size() < 7 || !absl::StartsWith(word, kWord) ||
      !absl::EndsWith(word, "x") ||
      !absl::SimpleAtoi(word.substr(5, word.size() - 6), &number)) {
    return std::nullopt;
  }
  return std::make_pair(word[4], number);
}

std::vector<Symbol> PartsOfWords(absl::string_view text,
                                 const std::vector<Symbol>& values) {
  std::vector<Symbol> parts;
  while (!text.empty()) {
    const size_t at = text.find(kWord);
    const size_t end = at == absl::string_view::npos ? at : text.find('x', at);
    const auto word = end == absl::string_view::npos
                          ? std::nullopt
                          : ReadWord(text.substr(at, end - at + 1));
    if (!word.has_value()) break;
    const bool is_value = absl::StrContains("vs", word->first);
    if (!is_value || word->second >= values.size()) {
      return {
          Broken("a condition or a loop within a string has no expression")};
    }
    if (at > 0) parts.push_back(TextLiteral(text.substr(0, at)));
    parts.push_back(values[word->second]);
    text.remove_prefix(end + 1);
  }
  if (!text.empty()) parts.push_back(TextLiteral(text));
  return parts;
}

OutlineText WriteOutline(const Pieces& all, const GoDocument& document) {
  for (const Piece& piece : document.pieces) {
    if (absl::StrContains(piece.text, kWord)) {
      OutlineText outline;
      outline.broken = "the text has the word LOOM, which convert needs";
      return outline;
    }
  }
  return OutlineWriter(all, document).Write();
}

}  // namespace loom

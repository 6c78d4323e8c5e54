// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/edit.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/errors.h"
#include "data/value/object.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"
#include "tools/yaml/text.h"

namespace loom {
namespace {

Value* AtKey(Value* value, const NodePath& path) {
  for (const std::string& step : path) {
    size_t index = 0;
    if (value->IsArray() && absl::SimpleAtoi(step, &index) &&
        index < value->Size()) {
      value = &(*value)[static_cast<rapidjson::SizeType>(index)];
    } else {
      value = value->IsObject() ? Find(*value, step) : nullptr;
    }
    if (value == nullptr) return nullptr;
  }
  return value;
}

// A range of the string and its replacement.
struct Change {
  TextRange range;
  std::string text;
};

Change AppendTo(const YamlNodes& nodes, const YamlLayout& layout, uint32_t map,
                const std::string& member) {
  size_t end = layout.End(map);
  if (layout.IsFlow(map)) {
    const YamlNode& node = nodes[map];
    size_t last =
        node.children.empty() ? end - 1 : layout.End(node.children.back());
    return {{last, last},
            absl::StrCat(node.children.empty() ? "" : ", ", member)};
  }
  size_t column = layout.Entry(map, nodes[map].children.size() - 2)
                      .value_or(BlockEntry{{}, 0, 0})
                      .column;
  size_t first = layout.Content(map);
  size_t line = first == 0 ? 0 : nodes.text().rfind('\n', first - 1) + 1;
  if (column == 0) column = first - line;
  size_t at = std::min(nodes.text().find('\n', end), nodes.text().size());
  return {{at, at}, absl::StrCat("\n", std::string(column, ' '), member)};
}

Change ChangeOf(const Fill& fill, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t map) {
  std::string member = absl::StrCat(fill.name, ": ", fill.value);
  const std::vector<uint32_t>& children = nodes[map].children;
  std::optional<size_t> old = fill.replaces.empty()
                                  ? std::nullopt
                                  : KeyIndex(nodes, map, fill.replaces);
  if (old.has_value()) {
    return {{nodes[children[*old]].offset, layout.End(children[*old + 1])},
            member};
  }
  if (fill.last || children.empty()) {
    return AppendTo(nodes, layout, map, member);
  }
  size_t first = nodes[children[0]].offset;
  if (layout.IsFlow(map)) return {{first, first}, absl::StrCat(member, ", ")};
  size_t line = first == 0 ? 0 : nodes.text().rfind('\n', first - 1) + 1;
  return {{first, first},
          absl::StrCat(member, "\n", std::string(first - line, ' '))};
}

}  // namespace

void Surgery::Replace(TextRange range, std::string text) {
  edits_.push_back({range, range.begin, false, {Text(std::move(text))}});
}

void Surgery::Cut(TextRange lines) {
  edits_.push_back({lines, lines.begin, true, {}});
}

void Surgery::Insert(size_t at, size_t owner, std::vector<Piece> pieces) {
  edits_.push_back({{at, at}, owner, false, std::move(pieces)});
}

std::string Surgery::Text() {
  auto key = [](const Edit& edit) {
    bool insertion = edit.range.begin == edit.range.end;
    return std::tuple(edit.range.begin, !insertion, ~edit.owner);
  };
  std::stable_sort(
      edits_.begin(), edits_.end(),
      [&](const Edit& a, const Edit& b) { return key(a) < key(b); });
  return Render({0, text_.size()});
}

std::string Surgery::Render(TextRange range) const {
  std::string result;
  size_t at = range.begin;
  TextRange cut;  // the last one
  for (const Edit& edit : edits_) {
    const TextRange& there = edit.range;
    if (there.begin < at || there.end > range.end) continue;
    if (edit.owner < range.begin) continue;
    // What grows was cut, and the insertion with it.
    if (edit.owner >= cut.begin && edit.owner < cut.end) continue;
    // The range is what is cut, to be moved.
    if (edit.cut && there.begin <= range.begin && there.end >= range.end) {
      continue;
    }
    absl::StrAppend(&result, text_.substr(at, there.begin - at));
    for (const Piece& piece : edit.pieces) {
      absl::StrAppend(&result, piece.lines.end > piece.lines.begin
                                   ? Shifted(Render(piece.lines), piece.shift)
                                   : piece.text);
    }
    at = there.end;
    if (edit.cut) cut = there;
  }
  absl::StrAppend(&result, text_.substr(at, range.end - at));
  return result;
}

std::string Surgery::Shifted(absl::string_view lines, int shift) {
  std::string result;
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    absl::string_view line = lines.substr(0, end);
    lines.remove_prefix(end);
    size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    bool blank = spaces == line.size() || line[spaces] == '\n';
    if (shift < 0) {
      line.remove_prefix(std::min<size_t>(spaces, -shift));
    } else if (!blank) {
      result.append(shift, ' ');
    }
    absl::StrAppend(&result, line);
  }
  if (!result.empty() && result.back() != '\n') result += '\n';
  return result;
}

std::optional<Mover::End> Mover::EndOf(uint32_t collection) const {
  const YamlNode& node = nodes_[collection];
  if (node.children.empty()) return std::nullopt;
  size_t last =
      node.children.size() - (node.kind == YamlNode::Kind::kMap ? 2 : 1);
  std::optional<BlockEntry> entry = layout_.Entry(collection, last);
  if (!entry.has_value()) return std::nullopt;
  return End{entry->lines.end, node.offset, entry->column};
}

bool Mover::Add(uint32_t collection, size_t index, const End& to,
                std::vector<Move>* moves) const {
  std::optional<BlockEntry> entry = layout_.Entry(collection, index);
  if (!entry.has_value()) return false;
  moves->push_back({entry->lines, entry->column, to});
  return true;
}

std::vector<Surgery::Piece> Mover::Comments(TextRange part,
                                            size_t column) const {
  std::vector<Surgery::Piece> pieces;
  for (const TextRange& comment : layout_.comments()) {
    if (comment.begin < part.begin || comment.end > part.end) continue;
    pieces.push_back(Surgery::Text(absl::StrCat(
        std::string(column, ' '),
        nodes_.text().substr(comment.begin, comment.end - comment.begin),
        "\n")));
  }
  return pieces;
}

void Mover::Cut(TextRange lines, std::vector<Move> moves,
                const End& otherwise) {
  std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
    return a.lines.begin < b.lines.begin;
  });
  surgery_.Cut(lines);
  size_t at = lines.begin;
  for (const Move& move : moves) {
    std::vector<Surgery::Piece> pieces =
        Comments({at, move.lines.begin}, move.to.column);
    pieces.push_back(Surgery::Lines(
        move.lines,
        static_cast<int>(move.to.column) - static_cast<int>(move.column)));
    surgery_.Insert(move.to.at, move.to.owner, std::move(pieces));
    at = move.lines.end;
  }
  const End& last = moves.empty() ? otherwise : moves.back().to;
  std::vector<Surgery::Piece> rest = Comments({at, lines.end}, last.column);
  if (!rest.empty()) surgery_.Insert(last.at, last.owner, std::move(rest));
}

std::string FillText(const std::string& text) {
  YamlPage page;
  WriteText(text, /*key=*/true, /*indent=*/0, &page);
  return std::move(page).Finish();
}

absl::Status FillTree(const std::vector<Fill>& fills, Value* document,
                      Pool* pool) {
  for (const Fill& fill : fills) {
    Value* map = AtKey(document, fill.path);
    if (map == nullptr || !map->IsObject()) {
      return absl::InternalError("a fill leads nowhere");
    }
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> value,
                          ReadYaml(fill.name, fill.value, pool));
    if (!fill.replaces.empty()) Erase(*map, fill.replaces, pool);
    Set(*map, pool->Keep(fill.name),
        value.empty() ? Value() : std::move(value[0].root), pool);
  }
  return absl::OkStatus();
}

void FillInText(const std::vector<Fill>& fills, const YamlNodes& nodes,
                const YamlLayout& layout, uint32_t root, Surgery* surgery) {
  // Two aliases may lead to the same node.
  std::set<std::pair<size_t, std::string>> done;
  for (const Fill& fill : fills) {
    std::vector<absl::string_view> path(fill.path.begin(), fill.path.end());
    uint32_t map = NodeAt(nodes, root, path);
    while (nodes[map].kind == YamlNode::Kind::kAlias) map = nodes[map].target;
    if (nodes[map].kind != YamlNode::Kind::kMap) continue;
    Change change = ChangeOf(fill, nodes, layout, map);
    if (!done.emplace(change.range.begin, change.text).second) continue;
    surgery->Replace(change.range, change.text);
  }
}

std::string WithBreaksOf(absl::string_view before, std::string text) {
  const size_t first = before.find('\n');
  if (first == before.npos || first == 0 || before[first - 1] != '\r') {
    return text;
  }
  return absl::StrReplaceAll(text, {{"\r\n", "\r\n"}, {"\n", "\r\n"}});
}

}  // namespace loom

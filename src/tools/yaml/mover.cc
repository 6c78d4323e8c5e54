// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/mover.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace loom {

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

}  // namespace loom

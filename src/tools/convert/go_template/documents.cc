// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/documents.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "tools/convert/go_template/piece_text.h"

namespace loom {
namespace {

using PieceKind = Piece::Kind;

bool IsMark(const Piece& piece) {
  return piece.kind == PieceKind::kOpen || piece.kind == PieceKind::kElse ||
         piece.kind == PieceKind::kClose;
}

// The end of a line `---` that begins there; 0 if there is none.
size_t BehindSeparator(absl::string_view text, size_t at) {
  if (!absl::StartsWith(text.substr(at), "---")) return 0;
  size_t end = text.find('\n', at);
  if (end == absl::string_view::npos) end = text.size();
  absl::string_view rest =
      absl::StripAsciiWhitespace(text.substr(at + 3, end - at - 3));
  return rest.empty() || rest[0] == '#' ? end : 0;
}

class DocumentSplitter {
 public:
  explicit DocumentSplitter(const Pieces& all) : all_(all) {}

  std::vector<GoDocument> Split() && {
    for (const Piece& piece : all_.pieces) {
      if (piece.kind == PieceKind::kText) {
        TakeText(piece);
      } else {
        if (piece.kind == PieceKind::kValue) at_line_ = false;
        chunk_.push_back(piece);
      }
    }
    Finish();
    for (GoDocument& document : documents_) CheckLoops(&document);
    return std::move(documents_);
  }

 private:
  void TakeText(const Piece& piece) {
    const absl::string_view text = piece.text;
    size_t begin = 0;
    for (size_t at = 0; at <= text.size();) {
      const size_t behind = at > 0 || at_line_ ? BehindSeparator(text, at) : 0;
      if (behind > 0) {
        AddPart(piece, begin, at);
        Finish();
        begin = behind;
      }
      const size_t next = text.find('\n', std::max(at, behind));
      if (next == absl::string_view::npos) break;
      at = next + 1;
    }
    AddPart(piece, begin, text.size());
    const size_t last = text.rfind('\n');
    const absl::string_view line =
        last == absl::string_view::npos ? text : text.substr(last + 1);
    const bool is_blank = absl::StripAsciiWhitespace(line).empty();
    at_line_ = (last != absl::string_view::npos || at_line_) && is_blank;
  }

  void AddPart(const Piece& piece, size_t begin, size_t end) {
    if (begin >= end) return;
    Piece& part = chunk_.emplace_back(piece);
    part.text = piece.text.substr(begin, end - begin);
    // Text of an included template has the place of the action.
    if (piece.end - piece.begin == piece.text.size()) {
      part.begin = piece.begin + begin;
      part.end = piece.begin + end;
    }
  }

  // Makes documents of the pieces since the last `---`.
  void Finish() {
    std::vector<Piece> chunk;
    chunk.swap(chunk_);
    at_line_ = true;
    size_t first = chunk.size();
    size_t last = 0;
    std::map<size_t, int> marks;
    for (size_t i = 0; i < chunk.size(); ++i) {
      if (IsSignificant(chunk[i])) {
        first = std::min(first, i);
        last = i;
      }
      if (IsMark(chunk[i]) && chunk[i].kind != PieceKind::kElse) {
        ++marks[chunk[i].block];
      }
    }
    GoDocument document;
    document.around = stack_;
    bool is_apart = false;
    for (size_t i = 0; i < chunk.size(); ++i) {
      const Piece& piece = chunk[i];
      const bool is_outer = IsMark(piece) && marks[piece.block] < 2;
      if (!is_outer) {
        document.pieces.push_back(piece);
        continue;
      }
      if (i < first) {
        Follow(piece);
        document.around = stack_;
        NoteLoop(piece, PieceKind::kOpen, first < chunk.size());
        document.pieces.clear();
      } else if (i > last) {
        if (!is_apart) Add(std::exchange(document, GoDocument()));
        is_apart = true;
        NoteLoop(piece, PieceKind::kClose, first < chunk.size());
        Follow(piece);
      } else if (piece.kind == PieceKind::kElse) {
        Add(std::exchange(document, GoDocument()));
        Follow(piece);
        document.around = stack_;
      } else {
        document.broken =
            "there is no `---` between this document and the one beside it";
        Follow(piece);
      }
    }
    if (!is_apart) Add(std::move(document));
  }

  void Follow(const Piece& piece) {
    if (piece.kind == PieceKind::kOpen) {
      stack_.push_back({piece.block, false});
    } else if (piece.kind == PieceKind::kClose) {
      if (!stack_.empty()) stack_.pop_back();
    } else if (!stack_.empty()) {
      stack_.back().otherwise = true;
    }
  }

  void NoteLoop(const Piece& piece, PieceKind kind, bool has_text) {
    if (!has_text || piece.kind != kind) return;
    (kind == PieceKind::kOpen ? leads_ : trails_)[piece.block] = true;
  }

  void CheckLoops(GoDocument* document) {
    for (const BlockAround& around : document->around) {
      if (all_.blocks[around.block].is_loop && leads_[around.block] &&
          trails_[around.block]) {
        document->broken = "there is no `---` between the rounds of the loop";
      }
    }
  }

  void Add(GoDocument document) {
    std::vector<Piece>& pieces = document.pieces;
    const auto blank = [](const Piece& piece) {
      return !IsMark(piece) && !IsSignificant(piece);
    };
    if (std::none_of(pieces.begin(), pieces.end(), IsSignificant)) return;
    while (blank(pieces.front()) || DropEmptyBlock(&pieces)) {
      if (blank(pieces.front())) pieces.erase(pieces.begin());
    }
    while (!pieces.empty() && blank(pieces.back())) pieces.pop_back();
    if (pieces.front().kind == PieceKind::kOpen) {
      size_t middle;
      if (BehindBlock(pieces, 0, &middle) == pieces.size()) {
        return AddBranches(document, middle);
      }
    }
    document.begin = std::string::npos;
    for (const Piece& piece : pieces) {
      if (piece.kind == PieceKind::kElse) continue;
      document.begin = std::min(document.begin, piece.begin);
      document.end = std::max(document.end, piece.end);
    }
    documents_.push_back(std::move(document));
  }

  // A block at the beginning that only sets variables is not part of the document.
  static bool DropEmptyBlock(std::vector<Piece>* pieces) {
    if (pieces->front().kind != PieceKind::kOpen) return false;
    size_t middle;
    const size_t behind = BehindBlock(*pieces, 0, &middle);
    if (std::any_of(pieces->begin(), pieces->begin() + behind, IsSignificant)) {
      return false;
    }
    pieces->erase(pieces->begin(), pieces->begin() + behind);
    return true;
  }

  // The whole document is one block.
  void AddBranches(const GoDocument& document, size_t middle) {
    const std::vector<Piece>& pieces = document.pieces;
    const size_t block = pieces.front().block;
    GoDocument branch = document;
    branch.pieces.assign(pieces.begin() + 1, pieces.begin() + middle);
    branch.around.push_back({block, false});
    if (all_.blocks[block].is_loop) {
      branch.broken = "there is no `---` between the rounds of the loop";
    }
    Add(std::move(branch));
    if (middle + 1 >= pieces.size()) return;
    branch = document;
    branch.pieces.assign(pieces.begin() + middle + 1, pieces.end() - 1);
    branch.around.push_back({block, true});
    Add(std::move(branch));
  }

  const Pieces& all_;
  std::vector<Piece> chunk_;
  bool at_line_ = true;
  std::vector<BlockAround> stack_;
  std::vector<GoDocument> documents_;
  // Loops that have text before their first `---`, and behind their last one.
  std::map<size_t, bool> leads_;
  std::map<size_t, bool> trails_;
};

}  // namespace

bool IsSignificant(const Piece& piece) {
  if (piece.kind == PieceKind::kValue) return true;
  if (piece.kind != PieceKind::kText) return false;
  for (absl::string_view line : absl::StrSplit(piece.text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line[0] != '#') return true;
  }
  return false;
}

std::vector<GoDocument> SplitDocuments(const Pieces& all) {
  return DocumentSplitter(all).Split();
}

}  // namespace loom

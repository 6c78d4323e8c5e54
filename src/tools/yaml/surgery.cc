// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/surgery.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"

namespace loom {

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

}  // namespace loom

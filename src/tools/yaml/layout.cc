// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/layout.h"

#include <algorithm>

#include "tools/yaml/layout_builder.h"

namespace loom {

YamlLayout::YamlLayout(const YamlNodes& nodes) : nodes_(nodes) {
  LayoutBuilder(nodes, &ends_, &dashes_, &scalars_).Build();
  // A # between two scalars begins a comment if it stands behind space.
  absl::string_view text = nodes.text();
  size_t scalar = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    while (scalar < scalars_.size() && scalars_[scalar].end <= at) ++scalar;
    if (scalar < scalars_.size() && at >= scalars_[scalar].begin) {
      at = scalars_[scalar].end - 1;
      continue;
    }
    if (text[at] != '#') continue;
    if (at > 0 && text.substr(at - 1, 1).find_first_of(" \t\r\n") != 0)
      continue;
    size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    comments_.push_back({at, end});
    at = end;
  }
}

bool YamlLayout::IsFlow(uint32_t node) const {
  const YamlNode& at = nodes_[node];
  if (at.kind != YamlNode::Kind::kMap && at.kind != YamlNode::Kind::kSequence) {
    return false;
  }
  size_t content = Content(node);
  char first = content < nodes_.text().size() ? nodes_.text()[content] : ' ';
  return first == '{' || first == '[';
}

size_t YamlLayout::Content(uint32_t node) const {
  return SkipProperties(nodes_.text(), nodes_[node].offset);
}

size_t YamlLayout::LineStart(size_t at) const {
  return at == 0 ? 0 : nodes_.text().rfind('\n', at - 1) + 1;
}

size_t YamlLayout::NextLine(size_t at) const {
  size_t end = nodes_.text().find('\n', at);
  return end == std::string::npos ? nodes_.text().size() : end + 1;
}

bool YamlLayout::IsComment(size_t at) const {
  return std::binary_search(
      comments_.begin(), comments_.end(), TextRange{at, at},
      [](const TextRange& a, const TextRange& b) { return a.begin < b.begin; });
}

// Where the comment lines and blank lines before an entry begin, of which those
// are left out that belong to what precedes.
size_t YamlLayout::LeadOf(size_t begin) const {
  absl::string_view text = nodes_.text();
  size_t column = begin - LineStart(begin);
  size_t lead = LineStart(begin);
  size_t top = lead;
  while (top > 0) {
    size_t line = LineStart(top - 1);
    size_t word = text.find_first_not_of(" \t\r", line);
    bool blank = word == text.npos || text[word] == '\n';
    if (!blank && !IsComment(word)) break;
    top = line;
  }
  // Deeper comment lines at the top belong to what precedes.
  for (size_t line = top; line < lead; line = NextLine(line)) {
    size_t word = text.find_first_not_of(" \t\r", line);
    bool deeper = text[word] == '#' && word - line > column;
    if (deeper) top = NextLine(line);
    if (text[word] == '#' && !deeper) break;
  }
  return top;
}

// Where the lines end that belong to a collection at this column behind its last
// byte.
size_t YamlLayout::TrailOf(size_t end, size_t column) const {
  absl::string_view text = nodes_.text();
  size_t line = NextLine(end);
  size_t trail = line;
  for (; line < text.size(); line = NextLine(line)) {
    size_t word = text.find_first_not_of(" \t\r", line);
    if (word == text.npos) break;
    if (text[word] == '\n') continue;
    if (!IsComment(word)) {
      // The lines at the column of what follows belong to it.
      size_t lead = text.compare(line, 3, "---") == 0 ? line : LeadOf(word);
      return std::min(trail, std::max(lead, NextLine(end)));
    }
    if (word - line < column) break;
    trail = NextLine(line);
  }
  return trail;
}

std::optional<BlockEntry> YamlLayout::Entry(uint32_t collection,
                                            size_t index) const {
  if (IsFlow(collection)) return std::nullopt;
  const YamlNode& node = nodes_[collection];
  bool map = node.kind == YamlNode::Kind::kMap;
  uint32_t first = node.children[index];
  BlockEntry entry;
  entry.begin = map ? nodes_[first].offset : dashes_[first];
  size_t line = LineStart(entry.begin);
  entry.column = entry.begin - line;
  if (nodes_.text().find_first_not_of(' ', line) != entry.begin) {
    return std::nullopt;
  }
  size_t end = ends_[map ? node.children[index + 1] : first];
  entry.lines = {LeadOf(entry.begin), TrailOf(end, entry.column)};
  return entry;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/layout.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace loom {
namespace {

constexpr absl::string_view kSpace = " \t\r\n";

// Returns the position of the next character that is not in `skipped` and not in a
// comment.
size_t Skip(absl::string_view text, size_t at, absl::string_view skipped) {
  while (at < text.size()) {
    bool comment = text[at] == '#' &&
                   (at == 0 || kSpace.find(text[at - 1]) != kSpace.npos);
    if (comment) {
      at = std::min(text.find('\n', at), text.size());
    } else if (skipped.find(text[at]) != skipped.npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// Whether the word null is written at `at`.
bool IsNullWord(absl::string_view rest) {
  for (absl::string_view word : {"~", "null", "Null", "NULL"}) {
    if (!absl::StartsWith(rest, word)) continue;
    rest.remove_prefix(word.size());
    return rest.empty() || absl::string_view(" \t\r\n,]}").find(rest[0]) !=
                               absl::string_view::npos;
  }
  return false;
}

size_t NullWordSize(absl::string_view rest) { return rest[0] == '~' ? 1 : 4; }

}  // namespace

YamlLayout::YamlLayout(const YamlNodes& nodes) : nodes_(nodes) {
  LayoutBuilder(nodes, &ends_, &dashes_, &scalars_).Build();
  // A # between two scalars begins a comment if it follows a space.
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

// Returns the end of the lines after the last byte of a collection at this column that
// belong to it.
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

size_t SkipProperties(absl::string_view text, size_t at) {
  while (at < text.size()) {
    if (text[at] == '!' || text[at] == '&') {
      at = std::min(text.find_first_of(kSpace, at), text.size());
    } else if (kSpace.find(text[at]) != kSpace.npos || text[at] == '#') {
      at = Skip(text, at, kSpace);
    } else {
      break;
    }
  }
  return at;
}

void LayoutBuilder::Build() {
  ends_.assign(nodes_.size(), 0);
  dashes_.assign(nodes_.size(), 0);
  for (uint32_t root : nodes_.roots()) Visit(root, nodes_[root].offset, -1);
}

int LayoutBuilder::Column(size_t at) const {
  size_t line = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
  return static_cast<int>(at - line);
}

void LayoutBuilder::Visit(uint32_t node, size_t behind, int indent) {
  const YamlNode& at = nodes_[node];
  switch (at.kind) {
    case YamlNode::Kind::kScalar: {
      size_t end = EndOfScalar(at, behind, indent);
      ends_[node] = end;
      if (end > at.offset) scalars_.push_back({at.offset, end});
      return;
    }
    case YamlNode::Kind::kAlias:
      ends_[node] =
          std::min(text_.find_first_of(" \t\r\n,]}", at.offset), text_.size());
      return;
    case YamlNode::Kind::kSequence:
    case YamlNode::Kind::kMap:
      return VisitChildren(node, behind, indent);
  }
}

void LayoutBuilder::VisitChildren(uint32_t node, size_t behind, int indent) {
  const YamlNode& at = nodes_[node];
  size_t content = SkipProperties(text_, at.offset);
  char first = content < text_.size() ? text_[content] : ' ';
  if (first == '{' || first == '[') {
    size_t end = content + 1;
    for (uint32_t child : at.children) {
      Visit(child, end, indent);
      end = std::max(end, ends_[child]);
    }
    end = Skip(text_, end, " \t\r\n,:?");
    ends_[node] = std::min(end + 1, text_.size());
  } else if (at.kind == YamlNode::Kind::kSequence) {
    VisitItems(node, content);
  } else {
    VisitMembers(node, behind, Column(content));
  }
}

void LayoutBuilder::VisitItems(uint32_t node, size_t behind) {
  int column = Column(behind);
  for (uint32_t child : nodes_[node].children) {
    size_t dash = Skip(text_, behind, kSpace);
    dashes_[child] = dash;
    Visit(child, dash + 1, column);
    behind = std::max(dash + 1, ends_[child]);
  }
  ends_[node] = behind;
}

void LayoutBuilder::VisitMembers(uint32_t node, size_t behind, int indent) {
  const YamlNode& map = nodes_[node];
  for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
    uint32_t key = map.children[i];
    Visit(key, behind, indent);
    size_t colon = Skip(text_, ends_[key], kSpace);
    Visit(map.children[i + 1], std::min(colon + 1, text_.size()), indent);
    behind = std::max(ends_[key], ends_[map.children[i + 1]]);
  }
  ends_[node] = behind;
}

size_t LayoutBuilder::EndOfScalar(const YamlNode& node, size_t behind,
                                  int indent) {
  absl::string_view rest = text_.substr(std::min(node.offset, text_.size()));
  bool property = !rest.empty() && (rest[0] == '&' || rest[0] == '!');
  size_t at = property ? SkipProperties(text_, node.offset) : node.offset;
  if (node.tag == "?" && node.text.empty()) {
    if (at < text_.size() && IsNullWord(text_.substr(at))) {
      return at + NullWordSize(text_.substr(at));
    }
    if (!property) return behind;
    return std::min(text_.find_first_of(kSpace, node.offset), text_.size());
  }
  if (at >= text_.size()) return behind;
  if (node.tag == "?") return EndOfPlain(node.text, at);
  if (text_[at] == '"' || text_[at] == '\'') return EndOfQuoted(at);
  if (text_[at] == '|' || text_[at] == '>') {
    return EndOfBlock(node, at, indent);
  }
  return EndOfPlain(node.text, at);
}

size_t LayoutBuilder::EndOfPlain(absl::string_view words, size_t at) const {
  for (char c : words) {
    if (kSpace.find(c) != kSpace.npos) continue;
    while (at < text_.size() && kSpace.find(text_[at]) != kSpace.npos) ++at;
    if (at < text_.size()) ++at;
  }
  return at;
}

size_t LayoutBuilder::EndOfQuoted(size_t at) const {
  char quote = text_[at];
  for (++at; at < text_.size(); ++at) {
    if (quote == '"' && text_[at] == '\\') {
      ++at;
    } else if (text_[at] == quote) {
      bool doubled =
          quote == '\'' && at + 1 < text_.size() && text_[at + 1] == quote;
      if (!doubled) return at + 1;
      ++at;
    }
  }
  return text_.size();
}

size_t LayoutBuilder::EndOfBlock(const YamlNode& node, size_t at,
                                 int indent) const {
  size_t header_end = std::min(text_.find('\n', at), text_.size());
  absl::string_view header = text_.substr(at, header_end - at);
  header = header.substr(0, header.find_first_of(" \t\r#"));
  bool keeps = absl::StrContains(header, '+');
  size_t digit = header.find_first_of("123456789");
  int content = digit == header.npos ? -1 : indent + (header[digit] - '0');
  if (digit != header.npos && indent < 0) content = header[digit] - '0';
  size_t end = at + header.size();
  bool empty = absl::StripAsciiWhitespace(node.text).empty();
  for (size_t line = header_end + 1; line < text_.size();) {
    size_t line_end = std::min(text_.find('\n', line), text_.size());
    size_t word = text_.find_first_not_of(' ', line);
    bool blank = word == text_.npos || word >= line_end ||
                 (text_[word] == '\r' && word + 1 == line_end);
    if (blank) {
      if (keeps) end = line_end;
    } else {
      int column = static_cast<int>(word - line);
      if (empty || column <= indent) break;
      if (content < 0) content = column;
      if (column < content) break;
      end = line_end;
    }
    line = line_end + 1;
  }
  return end;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "convert/sections_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "convert/native_tree.h"
#include "convert/resources_mode.h"
#include "edit/mover.h"
#include "yaml/node_path.h"

namespace loom {
namespace {

// How much deeper the members of a step's input stand than those of `spec`.
constexpr size_t kDeeper = 4;

std::string Header(const std::string& step, const std::string& function,
                   bool has_mode, size_t column) {
  std::vector<std::string> lines;
  if (!has_mode) lines.push_back("mode: Pipeline");
  lines.insert(
      lines.end(),
      {"pipeline:", absl::StrCat("- step: ", FillText(step)),
       "  functionRef:", absl::StrCat("    name: ", FillText(function)),
       "  input:", absl::StrCat("    apiVersion: ", kNativeVersion),
       "    kind: Input"});
  std::string text;
  for (const std::string& line : lines) {
    absl::StrAppend(&text, std::string(column, ' '), line, "\n");
  }
  return text;
}

// The lines without the blank ones at their beginning.
TextRange WithoutBlankLead(absl::string_view text, TextRange lines) {
  for (;;) {
    size_t end = text.find('\n', lines.begin);
    if (end == text.npos || end >= lines.end) return lines;
    absl::string_view line = text.substr(lines.begin, end - lines.begin);
    if (line.find_first_not_of(" \r") != line.npos) return lines;
    lines.begin = end + 1;
  }
}

std::vector<BlockEntry> SectionEntries(const DocumentText& document,
                                       uint32_t spec) {
  std::vector<BlockEntry> entries;
  for (absl::string_view section : kSections) {
    std::optional<size_t> key = KeyIndex(document.nodes, spec, section);
    if (!key.has_value()) continue;
    std::optional<BlockEntry> entry = document.layout.Entry(spec, *key);
    if (!entry.has_value()) return {};
    entries.push_back(*entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const BlockEntry& a, const BlockEntry& b) {
              return a.lines.begin < b.lines.begin;
            });
  return entries;
}

}  // namespace

std::optional<Finding> ConvertSectionsInText(const std::string& step,
                                             const std::string& function,
                                             const DocumentText& document) {
  uint32_t spec = NodeAt(document, {"spec"});
  std::vector<BlockEntry> entries = SectionEntries(document, spec);
  if (entries.empty() || entries[0].lines.begin == 0) {
    return Finding{{"spec"},
                   "spec has to be taken apart, and is in flow style"};
  }
  bool has_mode = KeyIndex(document.nodes, spec, "mode").has_value();
  if (has_mode && !ReplaceScalar(document, {"spec", "mode"}, "Pipeline")) {
    return Finding{{"spec", "mode"}, "mode is no plain text here"};
  }
  if (KeyIndex(document.nodes, spec, "environment").has_value()) {
    RenameKey(document, NodeAt(document, {"spec", "environment"}),
              "environmentConfigs", "configs");
  }
  entries[0].lines = WithoutBlankLead(document.nodes.text(), entries[0].lines);
  size_t at = entries[0].lines.begin, column = entries[0].column;
  Mover::End end{at, at - 1, column + kDeeper};
  document.surgery.Insert(
      at, at - 1, {Surgery::Text(Header(step, function, has_mode, column))});
  Mover mover(document.nodes, document.layout, &document.surgery);
  for (const BlockEntry& entry : entries) {
    mover.Cut(entry.lines, {{entry.lines, entry.column, end}}, end);
  }
  return std::nullopt;
}

}  // namespace loom

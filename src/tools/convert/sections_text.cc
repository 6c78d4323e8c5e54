// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/sections_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/convert/native_tree.h"
#include "tools/convert/resources_mode.h"
#include "tools/yaml/mover.h"
#include "tools/yaml/node_path.h"

namespace loom {
namespace {

// How much deeper the members of a step's input stand than those of `spec`.
constexpr size_t kDeeper = 4;

// The lines of a step above the sections of its input.
std::string Header(const std::string& step, const std::string& function,
                   absl::string_view version, absl::string_view kind,
                   size_t column) {
  std::string margin(column, ' ');
  return absl::StrCat(margin, "- step: ", FillText(step), "\n", margin,
                      "  functionRef:\n", margin,
                      "    name: ", FillText(function), "\n", margin,
                      "  input:\n", margin, "    apiVersion: ", version, "\n",
                      margin, "    kind: ", kind, "\n");
}

std::string PipelineKey(bool has_mode, size_t column) {
  std::string margin(column, ' ');
  return absl::StrCat(has_mode ? "" : absl::StrCat(margin, "mode: Pipeline\n"),
                      margin, "pipeline:\n");
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

// The sections of a document, and where the pipeline begins.
struct Place {
  std::vector<BlockEntry> entries;
  size_t at = 0;
  size_t column = 0;
  bool has_mode = false;
};

// Finds the sections, and writes the mode.
std::optional<NodeRemark> Prepare(const DocumentText& document, Place* place) {
  uint32_t spec = NodeAt(document, {"spec"});
  place->entries = SectionEntries(document, spec);
  if (place->entries.empty() || place->entries[0].lines.begin < 2) {
    return NodeRemark{{"spec"},
                      "spec has to be taken apart, and is in flow style"};
  }
  place->has_mode = KeyIndex(document.nodes, spec, "mode").has_value();
  if (place->has_mode &&
      !ReplaceScalar(document, {"spec", "mode"}, "Pipeline")) {
    return NodeRemark{{"spec", "mode"}, "mode is no plain text here"};
  }
  BlockEntry& first = place->entries[0];
  first.lines = WithoutBlankLead(document.nodes.text(), first.lines);
  place->at = first.lines.begin;
  place->column = first.column;
  return std::nullopt;
}

// The members of `environment` in the two steps; false: it is in flow style.
bool SplitEnvironment(const DocumentText& document, const Mover& mover,
                      const Mover::End& configs, const Mover::End& patches,
                      std::vector<Mover::Move>* moves) {
  uint32_t map = NodeAt(document, {"spec", "environment"});
  const YamlNode& node = document.nodes[map];
  if (node.kind != YamlNode::Kind::kMap) return false;
  for (size_t i = 0; i + 1 < node.children.size(); i += 2) {
    bool patch = document.nodes[node.children[i]].text == "patches";
    if (!mover.Add(map, i, patch ? patches : configs, moves)) return false;
  }
  return true;
}

}  // namespace

std::optional<NodeRemark> ConvertSectionsInText(const std::string& step,
                                                const std::string& function,
                                                const DocumentText& document) {
  Place place;
  if (auto stuck = Prepare(document, &place)) return stuck;
  if (KeyIndex(document.nodes, NodeAt(document, {"spec"}), "environment")) {
    RenameKey(document, NodeAt(document, {"spec", "environment"}),
              "environmentConfigs", "configs");
  }
  Mover::End end{place.at, place.at - 1, place.column + kDeeper};
  document.surgery.Insert(
      place.at, place.at - 1,
      {Surgery::Text(PipelineKey(place.has_mode, place.column)),
       Surgery::Text(
           Header(step, function, kNativeVersion, "Input", place.column))});
  Mover mover(document.nodes, document.layout, &document.surgery);
  for (const BlockEntry& entry : place.entries) {
    mover.Cut(entry.lines, {{entry.lines, entry.column, end}}, end);
  }
  return std::nullopt;
}

std::optional<NodeRemark> ConvertSectionsToDropInInText(
    const std::string& function, const DocumentText& document) {
  Place place;
  if (auto stuck = Prepare(document, &place)) return stuck;
  // Of insertions at one place those of the later owner come first.
  size_t at = place.at, first = at - 1, second = at - 2;
  size_t column = place.column, deeper = column + kDeeper;
  Mover::End configs{at, first, deeper + 2};
  Mover::End patches{at, second, deeper + 2}, sections{at, second, deeper};
  Mover mover(document.nodes, document.layout, &document.surgery);
  std::vector<Mover::Move> moves;
  std::optional<size_t> environment =
      KeyIndex(document.nodes, NodeAt(document, {"spec"}), "environment");
  if (environment.has_value() &&
      !SplitEnvironment(document, mover, configs, patches, &moves)) {
    return NodeRemark{
        {"spec", "environment"},
        "environment has to be taken apart, and is in flow style"};
  }
  auto goes_to = [&moves](size_t owner) {
    return std::any_of(moves.begin(), moves.end(), [owner](const auto& move) {
      return move.to.owner == owner;
    });
  };
  std::vector<Surgery::Piece> head = {
      Surgery::Text(PipelineKey(place.has_mode, column))};
  if (goes_to(first)) {
    head.push_back(Surgery::Text(absl::StrCat(
        Header("environment", function, kEnvironmentVersion, "Input", column),
        std::string(deeper, ' '), "spec:\n")));
  }
  document.surgery.Insert(at, first, head);
  std::string header =
      Header("patch", function, kPatchVersion, "Resources", column);
  if (goes_to(second)) {
    absl::StrAppend(&header, std::string(deeper, ' '), "environment:\n");
  }
  document.surgery.Insert(at, second, {Surgery::Text(header)});
  TextRange lines;
  if (environment.has_value()) {
    lines =
        document.layout.Entry(NodeAt(document, {"spec"}), *environment)->lines;
    lines.begin = std::max(lines.begin, at);
    mover.Cut(lines, moves, sections);
  }
  for (const BlockEntry& entry : place.entries) {
    if (entry.lines.begin == lines.begin) continue;
    mover.Cut(entry.lines, {{entry.lines, entry.column, sections}}, sections);
  }
  return std::nullopt;
}

}  // namespace loom

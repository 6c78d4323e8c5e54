// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "tools/convert/chain.h"
#include "tools/convert/moved_text.h"
#include "tools/convert/native_tree.h"
#include "tools/convert/replaced_text.h"
#include "tools/convert/resources_mode.h"
#include "tools/convert/step_kind.h"
#include "tools/yaml/block_style.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// For ConvertStepsInText.

NodePath NativeStepPath(size_t index) {
  return {"spec", "pipeline", absl::StrCat(index)};
}

// Makes one native step of a run.
class RunText {
 public:
  RunText(const Value& composition, const Run& run, const std::string& function,
          const DocumentText& document)
      : pipeline_(*Find(*Find(composition, "spec"), "pipeline")),
        run_(run),
        function_(function),
        document_(document),
        nodes_(document.nodes),
        mover_(document.nodes, document.layout, &document.surgery) {}

  std::optional<NodeRemark> Convert() {
    if (!Head()) return Stuck(run_.first);
    const bool unwraps = RoleOf(run_.first) == StepRole::kExtraResources;
    const bool is_replaced = IsReplaced(run_.first);
    if (run_.count == 1 && !unwraps && !is_replaced) return std::nullopt;
    if (!FindEnd()) return Stuck(run_.first);
    MovedText moved(document_, end_);
    ReplacedText replaced(document_, end_.column);
    uint32_t input = NodeAt(document_, InputPath(run_.first));
    if (!is_replaced) moved.Own(input);
    if (unwraps && !moved.Unwrap(input)) return Stuck(run_.first);
    if (is_replaced && !ReplaceFirst(&replaced)) return Stuck(run_.first);
    for (size_t i = run_.first + 1; i < run_.first + run_.count; ++i) {
      if (!TakeStep(i, &moved, &replaced)) return Stuck(i);
    }
    document_.surgery.Insert(end_.at, end_.owner,
                             std::move(replaced).Finish(Ttl()));
    return std::nullopt;
  }

 private:
  NodePath InputPath(size_t step) const {
    return Below(NativeStepPath(step), {"input"});
  }

  std::optional<NodeRemark> Stuck(size_t step) const {
    return NodeRemark{NativeStepPath(step),
                      "a map or list of this step that has to be split is in "
                      "flow style, empty or an alias"};
  }

  const Value& Step(size_t step) const {
    return pipeline_[static_cast<rapidjson::SizeType>(step)];
  }
  StepRole RoleOf(size_t step) const { return KindOf(Step(step))->role; }
  bool IsEnvironment(size_t step) const {
    return RoleOf(step) == StepRole::kEnvironmentConfigs;
  }
  // Whether the members of the step's input become other ones.
  bool IsReplaced(size_t step) const {
    return RoleOf(step) == StepRole::kSequencer ||
           RoleOf(step) == StepRole::kAutoReady;
  }

  // The members of the first step that stay where they are.
  bool Head() {
    NodePath step = NativeStepPath(run_.first), input = InputPath(run_.first);
    if (!ReplaceScalar(document_, Below(step, {"step"}), run_.name) ||
        !ReplaceScalar(document_, Below(step, {"functionRef", "name"}),
                       function_)) {
      return false;
    }
    if (!HasInput()) return true;
    uint32_t map = NodeAt(document_, input);
    if (KeyIndex(nodes_, map, "kind").has_value() &&
        !ReplaceScalar(document_, Below(input, {"kind"}), "Input")) {
      return false;
    }
    if (IsEnvironment(run_.first)) RenameEnvironment(document_, map);
    return ReplaceScalar(document_, Below(input, {"apiVersion"}),
                         std::string(kNativeVersion));
  }

  // Whether the first step has an input, also an empty one.
  bool HasInput() const { return Find(Step(run_.first), "input") != nullptr; }

  // Finds where the input of the first step ends; one that is missing is written.
  bool FindEnd() {
    const NodePath path =
        HasInput() ? InputPath(run_.first) : NativeStepPath(run_.first);
    std::optional<Mover::End> end = mover_.EndOf(NodeAt(document_, path));
    if (!end.has_value()) return false;
    end_ = *end;
    if (HasInput()) return true;
    const std::string margin(end_.column, ' ');
    end_.column += 2;
    document_.surgery.Insert(
        end_.at, end_.owner,
        {Surgery::Text(absl::StrCat(margin, "input:\n", margin,
                                    "  apiVersion: ", kNativeVersion, "\n",
                                    margin, "  kind: Input\n"))});
    return true;
  }

  std::string Ttl() const {
    std::vector<const Value*> steps;
    for (size_t i = run_.first; i < run_.first + run_.count; ++i) {
      steps.push_back(&Step(i));
    }
    return JoinTtls(steps, run_.first).text;
  }

  // The members of the first step's input that become others.
  bool ReplaceFirst(ReplacedText* replaced) {
    std::vector<TextRange> cuts;
    if (HasInput()) {
      const uint32_t input = NodeAt(document_, InputPath(run_.first));
      for (size_t i = 0; i + 1 < nodes_[input].children.size(); i += 2) {
        if (IsHead(nodes_[nodes_[input].children[i]].text)) continue;
        std::optional<BlockEntry> entry = document_.layout.Entry(input, i);
        if (!entry.has_value()) return false;
        cuts.push_back(entry->lines);
      }
    }
    AddReplaced(run_.first, cuts, replaced);
    return true;
  }

  bool TakeStep(size_t step, MovedText* moved, ReplacedText* replaced) {
    std::optional<BlockEntry> entry =
        document_.layout.Entry(NodeAt(document_, {"spec", "pipeline"}), step);
    if (!entry.has_value()) return false;
    if (!IsReplaced(step)) {
      return moved->MoveStep(entry->lines, NodeAt(document_, InputPath(step)),
                             IsEnvironment(step));
    }
    AddReplaced(step, {entry->lines}, replaced);
    return true;
  }

  void AddReplaced(size_t step, const std::vector<TextRange>& cuts,
                   ReplacedText* replaced) {
    for (const TextRange& cut : cuts) document_.surgery.Cut(cut);
    const Value* input = InputOf(Step(step));
    if (RoleOf(step) == StepRole::kSequencer) {
      replaced->AddSequencer(input, InputPath(step), cuts);
    } else {
      replaced->AddAutoReady(input, InputPath(step), cuts);
    }
  }

  const Value& pipeline_;
  const Run& run_;
  const std::string& function_;
  const DocumentText& document_;
  const YamlNodes& nodes_;
  Mover mover_;
  Mover::End end_ = {};
};

// For ConvertSectionsInText.

// Where the lines of a step begin whose pipeline is at a column.
struct StepColumns {
  StepColumns(const BlockStyle& style, size_t column)
      : dash(column + style.list),
        member(dash + 2),
        input(member + style.map),
        below_input(input + style.map) {}

  size_t dash;
  size_t member;
  size_t input;  // of the members of the input
  size_t below_input;
};

// The lines of a step above the sections of its input.
std::string Header(const std::string& step, const std::string& function,
                   absl::string_view version, absl::string_view kind,
                   const StepColumns& columns) {
  const std::string member(columns.member, ' ');
  const std::string input(columns.input, ' ');
  return absl::StrCat(std::string(columns.dash, ' '),
                      "- step: ", FillText(step), "\n", member,
                      "functionRef:\n", input, "name: ", FillText(function),
                      "\n", member, "input:\n", input, "apiVersion: ", version,
                      "\n", input, "kind: ", kind, "\n");
}

BlockStyle StyleOf(const DocumentText& document) {
  return BlockStyleOf(document.nodes, document.layout, document.root);
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
    return NodeRemark{{"spec"}, "spec has to be split, but is in flow style"};
  }
  place->has_mode = KeyIndex(document.nodes, spec, "mode").has_value();
  if (place->has_mode &&
      !ReplaceScalar(document, {"spec", "mode"}, "Pipeline")) {
    return NodeRemark{{"spec", "mode"}, "mode is not a plain string here"};
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

uint32_t NodeAt(const DocumentText& document, const NodePath& path) {
  std::vector<absl::string_view> steps(path.begin(), path.end());
  return NodeAt(document.nodes, document.root, steps);
}

bool ReplaceScalar(const DocumentText& document, const NodePath& path,
                   const std::string& text) {
  uint32_t node = NodeAt(document, path);
  const YamlNode& scalar = document.nodes[node];
  if (scalar.kind != YamlNode::Kind::kScalar || scalar.text.empty()) {
    return false;
  }
  document.surgery.Replace(
      {document.layout.Content(node), document.layout.End(node)},
      FillText(text));
  return true;
}

void RenameKey(const DocumentText& document, uint32_t map,
               const std::string& key, const std::string& name) {
  std::optional<size_t> index = KeyIndex(document.nodes, map, key);
  if (!index.has_value()) return;
  uint32_t node = document.nodes[map].children[*index];
  document.surgery.Replace(
      {document.layout.Content(node), document.layout.End(node)}, name);
}

std::optional<NodeRemark> ConvertStepsInText(const Value& composition,
                                             const Chain& chain,
                                             const std::string& function,
                                             const DocumentText& document) {
  for (const Run& run : chain.runs) {
    std::optional<NodeRemark> stuck =
        RunText(composition, run, function, document).Convert();
    if (stuck.has_value()) return stuck;
  }
  return std::nullopt;
}

std::optional<NodeRemark> RenameFunctionsInText(
    const std::vector<size_t>& steps, const std::string& function,
    const DocumentText& document) {
  for (size_t step : steps) {
    NodePath path = Below(NativeStepPath(step), {"functionRef", "name"});
    if (!ReplaceScalar(document, path, function)) {
      return NodeRemark{NativeStepPath(step),
                        "functionRef.name is not a plain string here"};
    }
  }
  return std::nullopt;
}

std::optional<NodeRemark> ConvertSectionsInText(const std::string& step,
                                                const std::string& function,
                                                const DocumentText& document) {
  Place place;
  if (auto stuck = Prepare(document, &place)) return stuck;
  if (KeyIndex(document.nodes, NodeAt(document, {"spec"}), "environment")) {
    RenameKey(document, NodeAt(document, {"spec", "environment"}),
              "environmentConfigs", "configs");
  }
  const StepColumns columns(StyleOf(document), place.column);
  Mover::End end{place.at, place.at - 1, columns.input};
  document.surgery.Insert(
      place.at, place.at - 1,
      {Surgery::Text(PipelineKey(place.has_mode, place.column)),
       Surgery::Text(
           Header(step, function, kNativeVersion, "Input", columns))});
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
  const StepColumns columns(StyleOf(document), place.column);
  Mover::End configs{at, first, columns.below_input};
  Mover::End patches{at, second, columns.below_input};
  Mover::End sections{at, second, columns.input};
  Mover mover(document.nodes, document.layout, &document.surgery);
  std::vector<Mover::Move> moves;
  std::optional<size_t> environment =
      KeyIndex(document.nodes, NodeAt(document, {"spec"}), "environment");
  if (environment.has_value() &&
      !SplitEnvironment(document, mover, configs, patches, &moves)) {
    return NodeRemark{{"spec", "environment"},
                      "environment has to be split, but is in flow style"};
  }
  auto goes_to = [&moves](size_t owner) {
    return std::any_of(moves.begin(), moves.end(), [owner](const auto& move) {
      return move.to.owner == owner;
    });
  };
  std::vector<Surgery::Piece> head = {
      Surgery::Text(PipelineKey(place.has_mode, place.column))};
  if (goes_to(first)) {
    head.push_back(Surgery::Text(absl::StrCat(
        Header("environment", function, kEnvironmentVersion, "Input", columns),
        std::string(columns.input, ' '), "spec:\n")));
  }
  document.surgery.Insert(at, first, head);
  std::string header =
      Header("patch", function, kPatchVersion, "Resources", columns);
  if (goes_to(second)) {
    absl::StrAppend(&header, std::string(columns.input, ' '), "environment:\n");
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

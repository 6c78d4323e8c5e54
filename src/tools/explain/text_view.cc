// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/strings.h"
#include "tools/explain/selection.h"
#include "tools/explain/views.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/text_chain.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

class TextWriter {
 public:
  TextWriter(const Explanation& all, const ViewOptions& options)
      : all_(all), full_(options.full) {
    for (const ExplainedField& field : all.fields) {
      if (HasValue(field.value)) ++leaves_[{field.owner, field.by}];
    }
  }

  void Whole() {
    Summary();
    for (const ExplainedResource& resource : all_.resources) Resource(resource);
    const std::string composite = TitleOf(all_, owners::kComposite);
    Others(owners::kComposite, composite);
    Others(owners::kContext, TitleOf(all_, owners::kContext));
    for (absl::string_view owner : {owners::kDetails, owners::kConditions}) {
      Others(owner, absl::StrCat(TitleOf(all_, owner), " of ", composite));
    }
    Requirements();
    if (all_.truncated) Block({"more fields were left out; --at shows them"});
  }

  // What --at names.
  void Some(const Selection& chosen) {
    std::set<std::string> blocks;
    for (size_t i = 0; i < all_.resources.size(); ++i) {
      if (chosen.resources[i]) blocks.insert(OwnerOf(all_.resources[i].name));
    }
    if (!blocks.empty()) Summary(&blocks);
    for (size_t i = 0; i < all_.resources.size(); ++i) {
      if (chosen.resources[i]) Resource(all_.resources[i]);
    }
    std::vector<std::string> lines;
    for (size_t i = 0; i < all_.fields.size(); ++i) {
      const ExplainedField& field = all_.fields[i];
      if (!chosen.fields[i] || blocks.contains(field.owner)) continue;
      Field(field, FieldName(field), all_.compared ? 2 : 0, &lines);
    }
    Block(lines);
  }

  std::string Take() && { return std::move(text_); }

 private:
  void Block(const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    if (!text_.empty()) text_ += '\n';
    for (const std::string& line : lines) {
      // An expression has several lines, which begin below each other.
      const size_t name = line.find_first_not_of(' ');
      const size_t margin = name == line.npos ? 0 : line.find(' ', name) + 1;
      std::string indent;
      for (absl::string_view part : absl::StrSplit(line, '\n')) {
        absl::StrAppend(&text_, indent, Printed(Visible(part)), "\n");
        indent = std::string(margin, ' ');
      }
    }
  }

  // Shows why the composite is not ready; with `owners`, only for these resources.
  void Summary(const std::set<std::string>* owners = nullptr) {
    std::vector<std::string> lines = {absl::StrCat(
        all_.kind, " ", all_.name, all_.ready ? " is ready" : " is not ready")};
    for (const Unready& each : all_.because) {
      if (owners != nullptr && !owners->contains(OwnerOf(each.resource)) &&
          each.reason != "failed") {
        continue;
      }
      const std::string indent(each.resource.size() + 4, ' ');
      lines.push_back(
          absl::StrCat("  ", each.resource, "  ", UnreadyText(each)));
      for (const std::string& line : UnreadyLines(all_, each)) {
        lines.push_back(indent + line);
      }
    }
    if (owners == nullptr || lines.size() > 1) Block(lines);
  }

  bool IsReportedAbove(const ExplainedResource& resource) const {
    for (const Unready& each : all_.because) {
      if (each.resource == resource.name) return true;
    }
    return false;
  }

  void Resource(const ExplainedResource& resource) {
    if (resource.state == "withheld" && IsReportedAbove(resource)) {
      return Block({resource.name + "  withheld, see above"});
    }
    std::string state;
    if (resource.state == "withheld") state = "withheld";
    if (resource.state == "removed") state = "removed";
    if (resource.state == "unwanted") state = "not desired";
    if (resource.state == "kept") state = "kept";
    if (resource.state == "passed") state = "set by an earlier step";
    if (resource.state == "observed" && resource.ready.has_value()) {
      state = *resource.ready ? "ready" : "not ready";
    }
    std::vector<std::string> lines = {Columns(
        {resource.name, absl::StrCat(resource.api_version, " ", resource.kind),
         state})};
    if (resource.state == "kept") lines.push_back("  " + resource.why.front());
    if (!resource.alias_of.empty()) {
      lines.push_back(absl::StrCat("  keeps this name; in the input, it is ",
                                   resource.alias_of));
    }
    AddFields(OwnerOf(resource.name), &lines);
    AddOutcomes(resource.name, &lines);
    Block(lines);
  }

  // Fields of no resource, and steps that belong to none.
  void Others(absl::string_view owner, const std::string& title) {
    std::vector<std::string> lines = {title};
    AddFields(owner, &lines);
    if (owner == owners::kComposite) AddOutcomes("", &lines);
    if (lines.size() > 1) Block(lines);
  }

  void AddFields(absl::string_view owner, std::vector<std::string>* lines) {
    for (const ExplainedField& field : all_.fields) {
      if (field.owner != owner || IsInTitle(field)) continue;
      if (!HasValue(field.value) && field.change != "removed") continue;
      Field(field, field.path, 2, lines);
    }
  }

  // Whether the base has the value, or the template without an expression.
  static bool IsConstant(const ExplainedStep& step) {
    return step.kind == "base" ||
           (step.kind == "template" && step.from.empty());
  }

  // The kind of a resource is in the line above its fields.
  bool IsInTitle(const ExplainedField& field) const {
    return field.owner != owners::kComposite &&
           field.owner != owners::kContext &&
           (field.path == "apiVersion" || field.path == "kind") &&
           field.change.empty() && IsConstant(all_.steps[field.by]);
  }

  void AddOutcomes(absl::string_view owner, std::vector<std::string>* lines) {
    for (size_t i = 0; i < all_.steps.size(); ++i) {
      const ExplainedStep& step = all_.steps[i];
      if (step.owner != owner || step.outcome == "wrote") continue;
      for (const std::string& line : OutcomeLines(all_, i, full_)) {
        lines->push_back("  " + line);
      }
    }
  }

  // A field and where it comes from. `indent` has room for the sign of a change.
  void Field(const ExplainedField& field, const std::string& name,
             size_t indent, std::vector<std::string>* lines) {
    if (Counted(field, name, indent, lines)) return;
    std::string start(indent, ' ');
    if (indent > 0) start[indent - 2] = ChangeSign(field.change);
    if (!HasValue(field.value) && field.change != "removed") {
      const ExplainedStep& step = all_.steps[field.by];
      lines->push_back(absl::StrCat(start, name, " is not set"));
      if (step.outcome == "wrote") return;
      lines->push_back(absl::StrCat(start, "  ", step.owner,
                                    step.owner.empty() ? "" : ", ",
                                    OutcomeLine(step)));
      return;
    }
    if (field.change == "value" || field.change == "removed") {
      lines->push_back(absl::StrCat(start, name, " = ", Compared(field)));
    } else {
      AddLeaves(field, start + name, lines);
    }
    for (const std::string& line : ChainLines(all_, field, full_)) {
      lines->push_back(absl::StrCat(std::string(indent + 2, ' '), line));
    }
  }

  void AddLeaves(const ExplainedField& field, const std::string& name,
                 std::vector<std::string>* lines) {
    if (all_.compared && field.value.secret && field.change != "added") {
      lines->push_back(name + " = (secret, not compared)");
      return;
    }
    auto leaves = LeavesOf(name, field.value);
    if (!full_ && leaves.size() > kMostLeaves) {
      lines->push_back(absl::StrCat(name, " = (", leaves.size(), " leaves)"));
      return;
    }
    for (const auto& [path, value] : leaves) {
      lines->push_back(absl::StrCat(path, " = ", ShownText(value, full_)));
    }
  }

  std::string Compared(const ExplainedField& field) const {
    std::string before = ShownText(field.before, full_);
    if (field.change == "removed") return before;
    return absl::StrCat(before, " -> ", ShownText(field.value, full_));
  }

  // Of a step that wrote very many fields of an owner only their number is reported,
  // at the first. True if that has been done.
  bool Counted(const ExplainedField& field, const std::string& name,
               size_t indent, std::vector<std::string>* lines) {
    const Written written = {field.owner, field.by};
    const size_t count = leaves_[written];
    if (full_ || count <= kMostLeaves || !field.change.empty()) return false;
    if (!counted_.insert(written).second) return true;
    lines->push_back(absl::StrCat(std::string(indent, ' '), name,
                                  " and others = (", count, " leaves)"));
    for (const std::string& line : ChainLines(all_, field, full_)) {
      lines->push_back(absl::StrCat(std::string(indent + 2, ' '), line));
    }
    return true;
  }

  void Requirements() {
    std::vector<std::string> lines = {"requirements"};
    for (const ExplainedRequirement& each : all_.requirements) {
      if (each.answered.value_or(0) > 0 && !full_) continue;
      lines.push_back(absl::StrCat("  ", each.key, " of step ", each.step, "  ",
                                   each.selector, "  ", AnswerOf(each)));
    }
    if (lines.size() > 1) Block(lines);
  }

  using Written = std::pair<std::string, size_t>;

  const Explanation& all_;
  const bool full_;
  std::string text_;
  std::map<Written, size_t> leaves_;
  std::set<Written> counted_;
};

}  // namespace

std::string TextView(const Explanation& explanation,
                     const ViewOptions& options) {
  TextWriter writer(explanation, options);
  absl::StatusOr<Selection> chosen = Select(explanation, options.at);
  if (options.at.empty() || !chosen.ok()) {
    writer.Whole();
  } else {
    writer.Some(*chosen);
  }
  return std::move(writer).Take();
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/go_template_steps.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/convert/go_template/native_input.h"
#include "tools/convert/native_steps.h"
#include "tools/convert/step_kind.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

using Status = DocumentResult::Status;

constexpr absl::string_view kGroup = "gotemplating.fn.crossplane.io";

class StepsConverter {
 public:
  StepsConverter(const std::string& text, const ConvertRules& rules)
      : text_(text), rules_(rules) {}

  absl::StatusOr<GoTemplateResult> Convert() && {
    result_.text = text_;
    result_.status = Status::kUnchanged;
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                          ReadYaml("", text_, &pool_));
    if (documents.size() != 1) return std::move(result_);
    document_ = &documents[0];
    edit_.emplace(*document_, &pool_);
    const Value& root = document_->root;
    const bool is_composition = root.IsObject() && Kind(root) == "Composition";
    const Value* spec = is_composition ? MemberOf(&root, "spec") : nullptr;
    const Value* pipeline = ListMember(spec, "pipeline");
    if (pipeline == nullptr) return std::move(result_);
    const Value* type = MemberOf(spec, "compositeTypeRef");
    composite_ = {
        ScalarMember(type, "apiVersion"), ScalarMember(type, "kind"),
        absl::StrContains(text_, "getExtraResourcesFromContext") ||
            absl::StrContains(text_,
                              "\"apiextensions.crossplane.io/extra-resources")};
    for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
      names_.insert(ScalarMember(&ItemAt(*pipeline, i), "step"));
    }
    for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
      const Value* input = InputOf(ItemAt(*pipeline, i));
      // The function does not ask for the group.
      if (input != nullptr && (GroupOf(ApiVersion(*input)) == kGroup ||
                               Kind(*input) == "GoTemplate")) {
        ConvertStep(i, *pipeline, *input);
      }
    }
    Apply(pipeline->Size());
    return std::move(result_);
  }

 private:
  struct Replacement {
    TextRange range;
    std::string text;
  };

  static bool ReadinessFollows(const Value& pipeline, rapidjson::SizeType i) {
    for (++i; i < pipeline.Size(); ++i) {
      const StepKind* kind = KindOf(ItemAt(pipeline, i));
      if (kind != nullptr && kind->role == StepRole::kAutoReady) return true;
    }
    return false;
  }

  NodePath StepPath(size_t i) const {
    return {"spec", "pipeline", absl::StrCat(i)};
  }

  void Refuse(const NodePath& path, std::string message, std::string help = "",
              std::optional<size_t> offset = std::nullopt) {
    result_.remarks.refusals.push_back(
        {path, std::move(message), std::move(help), "", offset});
  }
  void Note(const NodePath& path, std::string message) {
    result_.remarks.notes.push_back({path, std::move(message)});
  }

  // The step behind this one, if it is one of function-auto-ready without an input.
  std::optional<BlockEntry> ReadinessBehind(const Value& pipeline,
                                            size_t i) const {
    if (i + 1 >= pipeline.Size()) return std::nullopt;
    const Value& step = ItemAt(pipeline, i + 1);
    const StepKind* kind = KindOf(step);
    // Another field, such as a condition of its own, would be lost, and so would comments.
    if (kind == nullptr || kind->role != StepRole::kAutoReady ||
        step.MemberCount() != 2) {
      return std::nullopt;
    }
    const std::optional<BlockEntry> entry = edit_->EntryAt(StepPath(i + 1));
    const bool is_plain =
        entry.has_value() &&
        !absl::StrContains(text_.substr(entry->lines.begin,
                                        entry->lines.end - entry->lines.begin),
                           '#');
    return is_plain ? entry : std::nullopt;
  }

  void ConvertStep(rapidjson::SizeType i, const Value& pipeline,
                   const Value& input) {
    const Value& step = ItemAt(pipeline, i);
    const NodePath path = Below(StepPath(i), {"input"});
    const std::string source = ScalarMember(&input, "source");
    const Value* inline_source = MemberOf(&input, "inline");
    const std::string text = ScalarMember(inline_source, "template");
    if (source != "Inline") {
      return Note(
          path, absl::StrCat("the template is not in the Composition, because "
                             "its source is ",
                             source.empty() ? "not set" : source,
                             "; to convert it, copy it to inline.template"));
    }
    if (text.empty()) return Note(path, "inline.template is missing or empty");
    GoDelimiters delimiters;
    const Value* given = MemberOf(&input, "delims");
    if (MemberOf(given, "left") != nullptr &&
        MemberOf(given, "right") != nullptr) {
      delimiters = {ScalarMember(given, "left"), ScalarMember(given, "right")};
    }
    GoConversion made = ConvertGoTemplate(text, delimiters, composite_);
    const NodePath at = Below(path, {"inline", "template"});
    for (const GoRefusal& refusal : made.refusals) {
      Refuse(at, absl::StrCat("this stays a template: ", refusal.message), "",
             OffsetIn(at, text, refusal.offset));
    }
    AddReport(at, ScalarMember(&step, "step"), made,
              ReadinessFollows(pipeline, i));
    if (made.lines.empty()) return;
    std::optional<BlockEntry> behind;
    if (!made.readiness_of_all.empty()) behind = ReadinessBehind(pipeline, i);
    made.lines += behind.has_value() ? made.readiness_of_all : made.readiness;
    const bool is_done = made.rest.empty() ? ReplaceStep(i, input, made)
                                           : AddStep(i, step, made, at);
    if (!is_done || !behind.has_value()) return;
    replacements_.push_back({behind->lines, ""});
    removed_.insert(i + 1);
    Note(
        StepPath(i + 1),
        absl::StrCat("step \"", ScalarMember(&ItemAt(pipeline, i + 1), "step"),
                     "\" becomes the readiness section of the step before it"));
  }

  void AddReport(const NodePath& at, const std::string& step,
                 const GoConversion& made, bool is_followed) {
    Note(at, absl::StrCat("step \"", step, "\": ", made.converted, " of ",
                          made.converted + made.refusals.size(),
                          made.refusals.empty()
                              ? " documents are converted"
                              : " documents are converted; the others "
                                "stay in the template"));
    if (made.converted == 0) return;
    Note(at,
         "a value that is missing is waited for; in the template it was <no "
         "value>");
    Note(at,
         "a value is not read as YAML again; in the template, a string without "
         "quotes such as \"5\", \"true\" or \"\" became a number, a boolean or "
         "null, and its line feeds became spaces");
    for (const std::string& note : made.notes) Note(at, note);
    if (made.has_resources && !is_followed) {
      Note(at,
           "resources become ready by their Ready condition; before, no step "
           "made them ready");
    }
    if (made.comments > 0) {
      Note(at,
           absl::StrCat(made.comments, made.comments == 1
                                           ? " comment of the template is lost"
                                           : " comments of the template are "
                                             "lost"));
    }
  }

  // The offset in the document of an offset in the template, which is a block scalar.
  std::optional<size_t> OffsetIn(const NodePath& path, const std::string& text,
                                 size_t offset) const {
    const std::optional<uint32_t> node = edit_->NodeAt(path);
    if (!node.has_value()) return std::nullopt;
    const size_t begin = edit_->layout().Content(*node);
    if (text_[begin] != '|') return std::nullopt;
    const size_t end = edit_->layout().End(*node);
    size_t line = text_.find('\n', begin) + 1;
    const size_t lines = std::count(text.begin(), text.begin() + offset, '\n');
    for (size_t i = 0; i < lines && line < end; ++i) {
      line = text_.find('\n', line) + 1;
    }
    const size_t last = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
    const size_t column = last == text.npos ? offset : offset - last - 1;
    return std::min(line + MarginIn(begin, end) + column, text_.size() - 1);
  }

  // The spaces before each line of a block scalar.
  size_t MarginIn(size_t begin, size_t end) const {
    for (size_t at = text_.find('\n', begin) + 1; at < end;) {
      const size_t word = text_.find_first_not_of(' ', at);
      if (word == text_.npos) break;
      if (text_[word] != '\n' && text_[word] != '\r') return word - at;
      at = word + 1;
    }
    return 0;
  }

  std::string NewName() {
    std::string name = rules_.step;
    for (int i = 2; !names_.insert(name).second; ++i) {
      name = absl::StrCat(rules_.step, "-", i);
    }
    return name;
  }

  void ReplaceScalar(const NodePath& path, const std::string& text) {
    const std::optional<uint32_t> node = edit_->NodeAt(path);
    if (!node.has_value()) return;
    const size_t begin = edit_->layout().Content(*node);
    replacements_.push_back({{begin, edit_->layout().End(*node)}, text});
  }

  std::string InputLines(const Value& input, const GoConversion& made) const {
    std::string lines = absl::StrCat("apiVersion: ", kNativeVersion,
                                     "\nkind: Input\n", made.lines);
    const std::string ttl = ScalarMember(&input, "ttl");
    if (!ttl.empty()) absl::StrAppend(&lines, "ttl: ", ScalarYaml(ttl), "\n");
    return lines;
  }

  bool ReplaceStep(size_t i, const Value& input, const GoConversion& made) {
    const NodePath path = StepPath(i);
    const std::optional<BlockEntry> entry =
        edit_->EntryAt(Below(path, {"input"}));
    const std::optional<uint32_t> node = edit_->NodeAt(Below(path, {"input"}));
    if (!entry.has_value() || !node.has_value()) {
      Refuse(path, "this step is in flow style");
      return false;
    }
    const size_t end = LineBehind(edit_->layout().End(*node));
    replacements_.push_back(
        {{LineOf(entry->begin), end},
         absl::StrCat(
             std::string(entry->column, ' '), "input:\n",
             IndentLines(InputLines(input, made), entry->column + 2))});
    ReplaceScalar(Below(path, {"functionRef", "name"}), rules_.function);
    return true;
  }

  // Writes the native step behind the old one, which keeps the rest.
  bool AddStep(size_t i, const Value& step, const GoConversion& made,
               const NodePath& at) {
    const NodePath path = StepPath(i);
    const std::optional<BlockEntry> entry = edit_->EntryAt(path);
    const std::optional<uint32_t> node = edit_->NodeAt(at);
    if (!entry.has_value() || !node.has_value() ||
        text_[edit_->layout().Content(*node)] != '|') {
      Refuse(path, "this step is in flow style");
      return false;
    }
    const size_t begin = edit_->layout().Content(*node);
    const size_t end = edit_->layout().End(*node);
    const size_t margin = MarginIn(begin, end);
    const size_t first = text_.find('\n', begin) + 1;
    replacements_.push_back(
        {{first, LineBehind(end)}, IndentLines(made.rest, margin)});
    const std::string outer(entry->column, ' ');
    const std::string name = NewName();
    added_.insert(i);
    const size_t behind = std::max(entry->lines.end, LineBehind(end));
    replacements_.push_back(
        {{behind, behind},
         absl::StrCat(outer, "- step: ", ScalarYaml(name), "\n", outer,
                      "  functionRef:\n", outer, "    name: ",
                      ScalarYaml(rules_.function), "\n", outer, "  input:\n",
                      IndentLines(InputLines(*InputOf(step), made),
                                  entry->column + 4))});
    return true;
  }

  size_t LineOf(size_t at) const {
    const size_t line = at == 0 ? text_.npos : text_.rfind('\n', at - 1);
    return line == text_.npos ? 0 : line + 1;
  }
  // The beginning of the next line, unless `at` is one.
  size_t LineBehind(size_t at) const {
    if (at > 0 && text_[at - 1] == '\n') return at;
    const size_t line = text_.find('\n', at);
    return line == text_.npos ? text_.size() : line + 1;
  }

  // `steps` is the number of steps in the old pipeline.
  void Apply(size_t steps) {
    if (replacements_.empty()) {
      if (!result_.remarks.refusals.empty()) result_.status = Status::kRefused;
      return;
    }
    std::stable_sort(replacements_.begin(), replacements_.end(),
                     [](const Replacement& a, const Replacement& b) {
                       return a.range.begin < b.range.begin;
                     });
    std::string changed;
    size_t at = 0;
    for (const Replacement& replacement : replacements_) {
      absl::StrAppend(&changed, text_.substr(at, replacement.range.begin - at),
                      replacement.text);
      at = replacement.range.end;
    }
    changed += text_.substr(at);
    absl::StatusOr<std::vector<YamlDocument>> read =
        ReadYaml("", changed, &pool_);
    if (!read.ok() || read->size() != 1) {
      result_.status = Status::kRefused;
      return Refuse({"spec", "pipeline"},
                    "this document cannot be changed in place");
    }
    result_.text = std::move(changed);
    result_.status = Status::kConverted;
    for (size_t i = 0; i < steps; ++i) {
      if (removed_.contains(i)) continue;
      result_.old_steps.push_back(i);
      if (added_.contains(i)) result_.old_steps.push_back(i);
    }
  }

  const std::string& text_;
  const ConvertRules& rules_;
  Pool pool_;
  const YamlDocument* document_ = nullptr;
  std::optional<YamlEdit> edit_;
  GoComposite composite_;
  std::set<std::string> names_;
  std::vector<Replacement> replacements_;
  std::set<size_t> added_;    // the steps behind which there is a new one
  std::set<size_t> removed_;  // the steps that became a section
  GoTemplateResult result_;
};

}  // namespace

absl::StatusOr<GoTemplateResult> ConvertGoTemplateSteps(
    const std::string& text, const ConvertRules& rules) {
  return StepsConverter(text, rules).Convert();
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/converter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/writer.h"
#include "tools/convert/chain.h"
#include "tools/convert/go_template/go_template_steps.h"
#include "tools/convert/inline_patches.h"
#include "tools/convert/native_sections.h"
#include "tools/convert/native_steps.h"
#include "tools/convert/resources_mode.h"
#include "tools/convert/step_kind.h"
#include "tools/workspace/files.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

// For ConvertDocument.

using Status = DocumentResult::Status;

bool IsComposition(const Value& root) {
  return root.IsObject() && Kind(root) == "Composition" &&
         GroupOf(ApiVersion(root)) == "apiextensions.crossplane.io";
}

// How often each comment is in a text.
std::map<std::string, int> CommentsOf(const YamlLayout& layout,
                                      const std::string& text) {
  std::map<std::string, int> counts;
  for (const TextRange& comment : layout.comments()) {
    ++counts[text.substr(comment.begin, comment.end - comment.begin)];
  }
  return counts;
}

class DocumentConverter {
 public:
  DocumentConverter(const std::string& text, const ConvertRules& rules)
      : rules_(rules), text_(text) {}

  // Makes templates of what is native already.
  absl::StatusOr<DocumentResult> Inline() && {
    return std::move(*this).ConvertBy([this] {
      if (!InlinePatches(NewEdit())) edit_ = nullptr;
    });
  }

  absl::StatusOr<DocumentResult> Convert() && {
    return std::move(*this).ConvertBy([this] {
      if (IsResourcesMode(Root())) {
        PlanSections();
      } else if (rules_.drop_in) {
        if (!RenameFunctions(rules_.function, NewEdit())) edit_ = nullptr;
      } else {
        PlanSteps();
      }
    });
  }

 private:
  // `plan` leaves an edit, unless there is nothing to do or something is refused.
  absl::StatusOr<DocumentResult> ConvertBy(
      const std::function<void()>& plan) && {
    result_.text = text_;
    // The last line may lack its line feed.
    bool ends = text_.empty() || text_.back() == '\n';
    if (!ends) text_ += '\n';
    LOOM_ASSIGN_OR_RETURN(documents_, ReadYaml("", text_, &pool_));
    if (documents_.size() != 1) return std::move(result_);
    if (!IsComposition(Root())) {
      RefuseItems(std::move(documents_[0]));
      return std::move(result_);
    }
    plan();
    if (edit_ == nullptr) {
      result_.status = result_.remarks.refusals.empty() ? Status::kUnchanged
                                                        : Status::kRefused;
      return std::move(result_);
    }
    LOOM_RETURN_IF_ERROR(Apply());
    if (!ends && result_.status == Status::kConverted) {
      result_.text.pop_back();
      if (absl::EndsWith(result_.text, "\r")) result_.text.pop_back();
    }
    return std::move(result_);
  }

  const Value& Root() const { return documents_[0].root; }
  YamlEdit* NewEdit() {
    edit_ = std::make_unique<YamlEdit>(documents_[0], &pool_);
    return edit_.get();
  }

  void RefuseItems(YamlDocument document) {
    const std::vector<YamlDocument> items = ItemsOf(std::move(document));
    for (size_t i = 0; i < items.size(); ++i) {
      if (!IsComposition(items[i].root)) continue;
      result_.status = Status::kRefused;
      result_.remarks.refusals.push_back(
          {{"items", absl::StrCat(i)},
           "this Composition is an item of a List, which is not split",
           "move it to a document of its own"});
    }
  }

  void PlanSteps() {
    Chain chain = ReadChain(Root(), rules_.step);
    if (!chain.runs.empty()) {
      EditSteps(chain);
      CheckRuns(edit_->NewValue(), &chain);
      edit_ = nullptr;
    }
    result_.remarks = chain.remarks;
    if (chain.runs.empty()) return;
    EditSteps(chain);
    for (const Run& run : chain.runs) {
      for (size_t i = run.first; i < run.first + run.count; ++i) {
        NoteQuirksAt({"spec", "pipeline", absl::StrCat(i)});
      }
    }
  }

  void EditSteps(const Chain& chain) {
    YamlEdit* edit = NewEdit();
    for (const Fill& fill : chain.fills) {
      const size_t step = std::stoul(fill.path[2]);
      const bool in_run =
          std::any_of(chain.runs.begin(), chain.runs.end(),
                      [step](const Run& run) { return run.Has(step); });
      if (in_run) edit->Add(fill);
    }
    ConvertSteps(chain, rules_.function, edit);
  }

  void PlanSections() {
    ResourcesMode mode = ReadResourcesMode(Root(), rules_.name_unnamed);
    result_.remarks = std::move(mode.remarks);
    if (!result_.remarks.refusals.empty()) return;
    YamlEdit* edit = NewEdit();
    for (const Fill& fill : mode.fills) edit->Add(fill);
    if (rules_.drop_in) return ConvertSectionsToDropIn(rules_.function, edit);
    ConvertSections(rules_.step, rules_.function, edit);
    const Value converted = edit->NewValue();
    const Value& pipeline = *Find(*Find(converted, "spec"), "pipeline");
    CheckInput(*Find(ItemAt(pipeline, 0), "input"), {"spec"}, &result_.remarks);
    if (!result_.remarks.refusals.empty()) {
      edit_ = nullptr;
      return;
    }
    for (absl::string_view section : kSections) {
      NoteQuirksAt({"spec", std::string(section)});
    }
  }

  void NoteQuirksAt(const NodePath& path) {
    const Value* value = edit_->ValueAt(path);
    if (value != nullptr) NoteQuirks(*value, path, &result_.remarks.notes);
  }

  absl::Status Apply() {
    const Value expected = edit_->NewValue();
    std::optional<NodeRemark> stuck = edit_->stuck();
    if (!stuck.has_value()) {
      std::string text = WithBreaksOf(text_, edit_->Text());
      stuck = Verify(text, expected);
      if (!stuck.has_value()) {
        result_.text = std::move(text);
        result_.status = Status::kConverted;
        return absl::OkStatus();
      }
    }
    if (rules_.rewrite) return Rewrite(expected);
    stuck->help =
        "--rewrite rewrites this document, sorted and without comments";
    result_.remarks.refusals.push_back(*std::move(stuck));
    result_.status = Status::kRefused;
    return absl::OkStatus();
  }

  // Whether the new text is what it has to be, and has all comments.
  std::optional<NodeRemark> Verify(const std::string& text,
                                   const Value& expected) {
    auto anchored = text_.find(": *") != std::string::npos ||
                    text_.find("- *") != std::string::npos;
    NodeRemark failed{
        {"spec"},
        anchored
            ? "an anchor is used both inside and outside the part that moves, "
              "or is changed where it is used elsewhere"
            : "this document cannot be changed in place"};
    absl::StatusOr<std::vector<YamlDocument>> read = ReadYaml("", text, &pool_);
    if (!read.ok() || read->size() != 1 || !Equal((*read)[0].root, expected)) {
      return failed;
    }
    if (CommentsOf(edit_->layout(), text_) !=
        CommentsOf(YamlLayout((*read)[0].nodes()), text)) {
      failed.message = "a comment would be lost";
      return failed;
    }
    return std::nullopt;
  }

  absl::Status Rewrite(const Value& expected) {
    LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(expected));
    size_t root = edit_->nodes()[documents_[0].node()].offset;
    size_t line = root == 0 ? 0 : text_.rfind('\n', root - 1) + 1;
    std::string lead = text_.substr(0, line);
    if (line < root && text_[line] == '-') lead += "---\n";
    const std::vector<TextRange>& comments = edit_->layout().comments();
    size_t lost = std::count_if(
        comments.begin(), comments.end(),
        [line](const TextRange& comment) { return comment.begin >= line; });
    result_.text = WithBreaksOf(text_, absl::StrCat(lead, text));
    result_.status = Status::kRewritten;
    result_.remarks.notes.push_back(
        {{},
         absl::StrCat("the document was rewritten; ", lost,
                      lost == 1 ? " comment is" : " comments are", " lost")});
    return absl::OkStatus();
  }

  const ConvertRules& rules_;
  std::string text_;
  Pool pool_;
  std::vector<YamlDocument> documents_;
  std::unique_ptr<YamlEdit> edit_;
  DocumentResult result_;
};

// For ConvertFile.

// Where each document begins: at the line `---` before its root.
std::vector<size_t> BeginsOf(const YamlNodes& nodes) {
  std::vector<size_t> begins;
  const std::string& text = nodes.text();
  for (uint32_t root : nodes.roots()) {
    size_t at = nodes[root].offset;
    size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    if (begins.empty()) line = 0;
    while (line > 0 && text.compare(line, 3, "---") != 0) {
      line = line < 2 ? 0 : text.rfind('\n', line - 2) + 1;
    }
    begins.push_back(line);
  }
  return begins;
}

// `begin` is where the document begins in the file.
void AddLocated(const std::vector<NodeRemark>& found,
                const YamlDocument& document, size_t begin,
                Diagnostics* located) {
  for (const NodeRemark& remark : found) {
    std::string path = PathText(remark.path);
    if (!remark.place.empty()) absl::StrAppend(&path, ".", remark.place);
    YamlPosition position = Locate(document, path);
    if (remark.offset.has_value()) {
      position.offset = begin + *remark.offset;
      const YamlNodes::LineAndColumn at = document.nodes().At(position.offset);
      position.line = at.line;
      position.column = at.column;
      position.end_column = 0;
    }
    located->push_back({.position = position,
                        .path = path,
                        .message = remark.message,
                        .help = remark.help});
  }
}

void Add(const DocumentResult& result, const YamlDocument& document,
         size_t begin, FileResult* file) {
  absl::StrAppend(&file->after, result.text);
  AddLocated(result.remarks.notes, document, begin, &file->notes);
  AddLocated(result.remarks.refusals, document, begin, &file->refusals);
  switch (result.status) {
    case DocumentResult::Status::kUntouched:
    case DocumentResult::Status::kUnchanged:
      break;
    case DocumentResult::Status::kConverted:
      file->status = std::max(file->status, FileResult::Status::kConverted);
      break;
    case DocumentResult::Status::kRewritten:
      file->status = FileResult::Status::kRewritten;
      break;
    case DocumentResult::Status::kRefused:
      break;
  }
}

// Control characters that YAML takes as they are, such as those that change the direction of
// writing, make a text look like another one. CR is only the end of a line.
absl::Status CheckVisible(const YamlNodes& nodes) {
  const absl::string_view text = nodes.text();
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t size = SizeOfControl(text.substr(at));
    if (size == 0 || text[at] == '\n' || text[at] == '\t' ||
        text.substr(at, 2) == "\r\n") {
      continue;
    }
    return absl::InvalidArgumentError(absl::StrCat(
        nodes.Place(at), ": the control character ",
        Visible(text.substr(at, size)),
        "; remove it, or write it as an escape between double quotes"));
  }
  return absl::OkStatus();
}

// The result of one conversion behind another.
DocumentResult Joined(DocumentResult first, DocumentResult second) {
  // What is changed counts, and then what is refused.
  const bool counts =
      first.status == Status::kConverted ||
      (first.status == Status::kRefused && second.status <= Status::kUnchanged);
  if (counts && second.status != Status::kRewritten) {
    second.status = first.status;
  }
  for (auto list : {&NodeRemarks::notes, &NodeRemarks::refusals}) {
    std::vector<NodeRemark>& joined = first.remarks.*list;
    for (NodeRemark& remark : second.remarks.*list) {
      joined.push_back(std::move(remark));
    }
  }
  second.remarks = std::move(first.remarks);
  return second;
}

// Paths of the changed document become those of the text as it was.
void SetOldStep(const std::vector<size_t>& old_steps, NodePath* path) {
  size_t step;
  if (path->size() < 3 || (*path)[1] != "pipeline" ||
      !absl::SimpleAtoi((*path)[2], &step) || step >= old_steps.size()) {
    return;
  }
  (*path)[2] = absl::StrCat(old_steps[step]);
}

// Converts the templates of function-go-templating first, which become native steps.
absl::StatusOr<DocumentResult> ConvertPipeline(const std::string& text,
                                               const ConvertRules& rules) {
  if (rules.drop_in) return DocumentConverter(text, rules).Convert();
  LOOM_ASSIGN_OR_RETURN(GoTemplateResult templates,
                        ConvertGoTemplateSteps(text, rules));
  LOOM_ASSIGN_OR_RETURN(DocumentResult result,
                        DocumentConverter(templates.text, rules).Convert());
  for (auto list : {&NodeRemarks::notes, &NodeRemarks::refusals}) {
    for (NodeRemark& remark : result.remarks.*list) {
      SetOldStep(templates.old_steps, &remark.path);
    }
  }
  return Joined(std::move(templates), std::move(result));
}

}  // namespace

absl::StatusOr<DocumentResult> ConvertDocument(const std::string& text,
                                               const ConvertRules& rules) {
  LOOM_ASSIGN_OR_RETURN(DocumentResult result, ConvertPipeline(text, rules));
  if (!rules.inlines || result.status == Status::kUntouched) return result;
  const std::string converted = result.text;
  LOOM_ASSIGN_OR_RETURN(DocumentResult inlined,
                        DocumentConverter(converted, rules).Inline());
  if (inlined.status == Status::kUnchanged) return result;
  if (inlined.status == Status::kConverted) result.status = Status::kConverted;
  inlined.remarks.notes.clear();
  return Joined(std::move(result), std::move(inlined));
}

absl::StatusOr<FileResult> ConvertFile(const std::string& name,
                                       const std::string& text,
                                       const ConvertRules& rules) {
  FileResult file;
  file.name = name;
  file.before = text;
  LOOM_ASSIGN_OR_RETURN(YamlNodes nodes, YamlNodes::Parse(name, text));
  LOOM_RETURN_IF_ERROR(CheckVisible(nodes));
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        ReadYaml(name, text, &pool));
  std::vector<size_t> begins = BeginsOf(nodes);
  for (size_t i = 0; i < begins.size(); ++i) {
    size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
    absl::StatusOr<DocumentResult> result =
        ConvertDocument(text.substr(begins[i], end - begins[i]), rules);
    if (!result.ok()) return Annotate(result.status(), name);
    Add(*result, documents[i], begins[i], &file);
  }
  if (begins.empty()) file.after = text;
  if (file.status == FileResult::Status::kUnchanged && !file.refusals.empty()) {
    file.status = FileResult::Status::kRefused;
  }
  return file;
}

}  // namespace loom

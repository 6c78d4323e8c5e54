// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/converter.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/convert/chain.h"
#include "tools/convert/inline_patches.h"
#include "tools/convert/native_text.h"
#include "tools/convert/native_tree.h"
#include "tools/convert/resources_mode.h"
#include "tools/convert/step_kind.h"
#include "tools/pipeline/files.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"
#include "tools/yaml/writer.h"

namespace loom {
namespace {

// For ConvertDocument.

using Status = DocumentResult::Status;

// What is done to a document: to its tree, and the same to its text.
struct Work {
  std::vector<Fill> fills;
  std::optional<Value> expected;
  std::function<std::optional<NodeRemark>(const DocumentText&)> change_text;
};

bool IsComposition(const Value& root) {
  return root.IsObject() && Kind(root) == "Composition" &&
         GroupOf(ApiVersion(root)) == "apiextensions.crossplane.io";
}

// How often each comment is in a text.
std::map<std::string, int> CommentsOf(const YamlNodes& nodes) {
  std::map<std::string, int> counts;
  YamlLayout layout(nodes);
  for (const TextRange& comment : layout.comments()) {
    ++counts[nodes.text().substr(comment.begin, comment.end - comment.begin)];
  }
  return counts;
}

class DocumentConverter {
 public:
  DocumentConverter(const std::string& text, const ConvertRules& rules)
      : rules_(rules), text_(text) {}

  // Makes templates of what is native already.
  absl::StatusOr<DocumentResult> Inline() && {
    inlines_ = true;
    return std::move(*this).Convert();
  }

  absl::StatusOr<DocumentResult> Convert() && {
    result_.text = text_;
    // The last line may lack its line feed.
    bool ends = text_.empty() || text_.back() == '\n';
    if (!ends) text_ += '\n';
    LOOM_ASSIGN_OR_RETURN(YamlNodes nodes, YamlNodes::Parse("", text_));
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> read,
                          ReadYaml("", text_, &pool_));
    if (read.size() != 1) return std::move(result_);
    if (!IsComposition(read[0].root)) {
      RefuseItems(std::move(read[0]));
      return std::move(result_);
    }
    root_ = &read[0].root;
    Work work;
    if (inlines_) {
      PlanInlined(nodes, &work);
    } else if (IsResourcesMode(*root_)) {
      LOOM_RETURN_IF_ERROR(PlanSections(&work));
    } else if (rules_.drop_in) {
      PlanDropIn(&work);
    } else {
      LOOM_RETURN_IF_ERROR(PlanSteps(&work));
    }
    if (!work.expected.has_value()) {
      result_.status = result_.remarks.refusals.empty() ? Status::kUnchanged
                                                        : Status::kRefused;
      return std::move(result_);
    }
    LOOM_RETURN_IF_ERROR(Apply(work, nodes));
    if (!ends && result_.status == Status::kConverted) {
      result_.text.pop_back();
      if (absl::EndsWith(result_.text, "\r")) result_.text.pop_back();
    }
    return std::move(result_);
  }

 private:
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

  absl::Status PlanSteps(Work* work) {
    Chain chain = ReadChain(*root_, rules_.step);
    Value filled = Copy(*root_, &pool_);
    LOOM_RETURN_IF_ERROR(FillTree(chain.fills, &filled, &pool_));
    CheckRuns(filled, &chain, &pool_);
    result_.remarks = chain.remarks;
    if (chain.runs.empty()) return absl::OkStatus();
    auto in_run = [&chain](const Fill& fill) {
      return std::any_of(
          chain.runs.begin(), chain.runs.end(), [&](const Run& run) {
            size_t step = std::stoul(fill.path[2]);
            return step >= run.first && step < run.first + run.count;
          });
    };
    for (const Fill& fill : chain.fills) {
      if (in_run(fill)) work->fills.push_back(fill);
    }
    const Value& pipeline = *Find(*Find(*root_, "spec"), "pipeline");
    for (const Run& run : chain.runs) {
      for (size_t i = run.first; i < run.first + run.count; ++i) {
        NoteQuirks(pipeline[static_cast<rapidjson::SizeType>(i)],
                   {"spec", "pipeline", absl::StrCat(i)},
                   &result_.remarks.notes);
      }
    }
    work->expected = Copy(*root_, &pool_);
    LOOM_RETURN_IF_ERROR(FillTree(work->fills, &*work->expected, &pool_));
    ConvertSteps(chain, rules_.function, &*work->expected, &pool_);
    work->change_text = [this, chain](const DocumentText& document) {
      return ConvertStepsInText(*root_, chain, rules_.function, document);
    };
    return absl::OkStatus();
  }

  absl::Status PlanSections(Work* work) {
    ResourcesMode mode = ReadResourcesMode(*root_, rules_.name_unnamed);
    result_.remarks = mode.remarks;
    if (!mode.remarks.refusals.empty()) return absl::OkStatus();
    Value expected = Copy(*root_, &pool_);
    LOOM_RETURN_IF_ERROR(FillTree(mode.fills, &expected, &pool_));
    work->fills = std::move(mode.fills);
    if (rules_.drop_in) {
      ConvertSectionsToDropIn(rules_.function, &expected, &pool_);
      work->expected = std::move(expected);
      work->change_text = [this](const DocumentText& document) {
        return ConvertSectionsToDropInInText(rules_.function, document);
      };
      return absl::OkStatus();
    }
    ConvertSections(rules_.step, rules_.function, &expected, &pool_);
    CheckOnlyStep(expected, &result_.remarks);
    if (!result_.remarks.refusals.empty()) return absl::OkStatus();
    NoteQuirksOfSections();
    work->expected = std::move(expected);
    work->change_text = [this](const DocumentText& document) {
      return ConvertSectionsInText(rules_.step, rules_.function, document);
    };
    return absl::OkStatus();
  }

  void NoteQuirksOfSections() {
    for (absl::string_view section : kSections) {
      const Value* value = Find(*Find(*root_, "spec"), section);
      if (value == nullptr) continue;
      NoteQuirks(*value, {"spec", std::string(section)},
                 &result_.remarks.notes);
    }
  }

  void PlanInlined(const YamlNodes& nodes, Work* work) {
    const std::vector<InlinedResource> resources =
        FindInlined(*root_, nodes, YamlLayout(nodes));
    if (resources.empty()) return;
    work->expected = Copy(*root_, &pool_);
    InlineInTree(resources, &*work->expected, &pool_);
    work->change_text = [resources](const DocumentText& document) {
      return InlineInText(resources, document);
    };
  }

  void PlanDropIn(Work* work) {
    std::vector<size_t> steps = StepsToRename(*root_, rules_.function);
    if (steps.empty()) return;
    work->expected = Copy(*root_, &pool_);
    RenameFunctions(rules_.function, &*work->expected, &pool_);
    work->change_text = [this, steps](const DocumentText& document) {
      return RenameFunctionsInText(steps, rules_.function, document);
    };
  }

  absl::Status Apply(const Work& work, const YamlNodes& nodes) {
    YamlLayout layout(nodes);
    Surgery surgery(nodes.text());
    DocumentText document{nodes, layout, nodes.roots()[0], surgery};
    std::optional<NodeRemark> stuck = work.change_text(document);
    if (!stuck.has_value()) {
      FillInText(work.fills, nodes, layout, document.root, &surgery);
      std::string text = WithBreaksOf(text_, surgery.Text());
      stuck = Verify(nodes, text, *work.expected);
      if (!stuck.has_value()) {
        result_.text = std::move(text);
        result_.status = Status::kConverted;
        return absl::OkStatus();
      }
    }
    if (rules_.rewrite) return Rewrite(nodes, layout, *work.expected);
    stuck->help =
        "--rewrite rewrites this document, sorted and without comments";
    result_.remarks.refusals.push_back(*std::move(stuck));
    result_.status = Status::kRefused;
    return absl::OkStatus();
  }

  // Whether the new text is what it has to be, and has all comments.
  std::optional<NodeRemark> Verify(const YamlNodes& before,
                                   const std::string& text,
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
    absl::StatusOr<YamlNodes> nodes = YamlNodes::Parse("", text);
    if (!nodes.ok()) return failed;
    if (CommentsOf(before) != CommentsOf(*nodes)) {
      failed.message = "a comment would be lost";
      return failed;
    }
    return std::nullopt;
  }

  absl::Status Rewrite(const YamlNodes& nodes, const YamlLayout& layout,
                       const Value& expected) {
    LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(expected));
    size_t root = nodes[nodes.roots()[0]].offset;
    size_t line = root == 0 ? 0 : text_.rfind('\n', root - 1) + 1;
    std::string lead = text_.substr(0, line);
    if (line < root && text_[line] == '-') lead += "---\n";
    size_t lost = std::count_if(
        layout.comments().begin(), layout.comments().end(),
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
  bool inlines_ = false;
  std::string text_;
  Pool pool_;
  const Value* root_ = nullptr;
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

void Locate(const std::vector<NodeRemark>& found, const YamlNodes& nodes,
            uint32_t root, std::vector<FileRemark>* located) {
  for (const NodeRemark& remark : found) {
    std::vector<absl::string_view> path(remark.path.begin(), remark.path.end());
    located->push_back({remark.message, remark.help,
                        PositionOf(nodes, NodeAt(nodes, root, path)),
                        PathText(remark.path)});
  }
}

void Add(const DocumentResult& document, const YamlNodes& nodes, uint32_t root,
         FileResult* file) {
  absl::StrAppend(&file->after, document.text);
  Locate(document.remarks.notes, nodes, root, &file->notes);
  Locate(document.remarks.refusals, nodes, root, &file->refusals);
  switch (document.status) {
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

}  // namespace

absl::StatusOr<DocumentResult> ConvertDocument(const std::string& text,
                                               const ConvertRules& rules) {
  LOOM_ASSIGN_OR_RETURN(DocumentResult result,
                        DocumentConverter(text, rules).Convert());
  if (!rules.inlines || result.status == Status::kUntouched) return result;
  const std::string converted = result.text;
  LOOM_ASSIGN_OR_RETURN(DocumentResult inlined,
                        DocumentConverter(converted, rules).Inline());
  if (inlined.status == Status::kUnchanged) return result;
  result.text = std::move(inlined.text);
  result.status = std::max(result.status, inlined.status);
  for (NodeRemark& remark : inlined.remarks.refusals) {
    result.remarks.refusals.push_back(std::move(remark));
  }
  return result;
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
  LOOM_RETURN_IF_ERROR(ReadYaml(name, text, &pool).status());
  std::vector<size_t> begins = BeginsOf(nodes);
  for (size_t i = 0; i < begins.size(); ++i) {
    size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
    absl::StatusOr<DocumentResult> document =
        ConvertDocument(text.substr(begins[i], end - begins[i]), rules);
    if (!document.ok()) return Annotate(document.status(), name);
    Add(*document, nodes, nodes.roots()[i], &file);
  }
  if (begins.empty()) file.after = text;
  if (file.status == FileResult::Status::kUnchanged && !file.refusals.empty()) {
    file.status = FileResult::Status::kRefused;
  }
  return file;
}

}  // namespace loom

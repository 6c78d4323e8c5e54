// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/native_input.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "function/plan/plan.h"
#include "tools/convert/go_template/loops.h"
#include "tools/convert/go_template/native_text.h"
#include "tools/convert/native_steps.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr absl::string_view kSectionsInOrder[] = {
    "validations", "extraResources", "resources",
    "status",      "conditions",     "connectionDetails"};
constexpr size_t kMaxTemplate = 256 << 10;

bool IsList(absl::string_view section) { return section != "status"; }

std::string Joined(const std::vector<const NativePart*>& parts) {
  std::string lines;
  for (absl::string_view section : kSectionsInOrder) {
    std::string entries;
    for (const NativePart* part : parts) {
      if (part->section == section) entries += part->lines;
    }
    if (entries.empty()) continue;
    absl::StrAppend(&lines, section, ":\n",
                    IsList(section) ? entries : IndentLines(entries, 2));
  }
  return lines;
}

// The readiness of the resources that have a rule.
std::string ReadinessOf(const std::vector<const NativePart*>& parts) {
  std::string rules;
  std::string names;
  bool may_be_unready = false;
  for (const NativePart* part : parts) {
    if (part->readiness.empty()) continue;
    rules += part->readiness;
    may_be_unready |= part->may_be_unready;
    const std::string head =
        part->readiness.substr(0, part->readiness.find('\n') + 1);
    absl::StrAppend(&names, "  - ", head.substr(head.find(": ") + 2));
  }
  if (rules.empty()) return "";
  return absl::StrCat("readiness:\n  resources:\n", names, "  rules:\n",
                      IndentLines(rules, 2),
                      may_be_unready ? "  unready: \"False\"\n" : "");
}

// The readiness of all resources; "" if a rule leaves some to a later step.
std::string ReadinessOfAll(const std::vector<const NativePart*>& parts) {
  std::string rules;
  for (const NativePart* part : parts) {
    if (absl::StrContains(part->readiness, "readyWhen: ")) return "";
    rules += part->readiness;
  }
  return rules.empty()
             ? "readiness: {}\n"
             : absl::StrCat("readiness:\n  rules:\n", IndentLines(rules, 2));
}

// Why the native input would refuse these parts; "" if it would not.
std::string WhyRefused(const std::vector<const NativePart*>& parts) {
  const std::string text =
      absl::StrCat("apiVersion: ", kNativeVersion, "\nkind: Input\n",
                   Joined(parts), ReadinessOf(parts));
  Pool pool;
  absl::StatusOr<std::vector<YamlDocument>> read = ReadYaml("", text, &pool);
  if (!read.ok() || read->size() != 1) {
    return "its native input would be no YAML";
  }
  NodeRemarks remarks;
  CheckInput((*read)[0].root, {}, &remarks);
  return remarks.refusals.empty() ? "" : remarks.refusals[0].message;
}

// A `fail` as a validation.
NativePart ValidationOf(const Pieces& all, const PieceFailure& failure) {
  NativePart part;
  part.section = "validations";
  part.lines = NameLoops(
      all, {},
      absl::StrCat("- rule: ", YamlOf(CelOf(Not(failure.condition))),
                   "\n  message: ", YamlOf(InlineOf(failure.message)), "\n"));
  return part;
}

// Differences that are told if the input has what they are about.
struct NoteRow {
  absl::string_view text;
  absl::string_view note;
};
constexpr NoteRow kNotes[] = {
    {"erAscii()", "lower and upper change the letters of ASCII only"},
    {".substring(",
     "trunc counts characters; in the template, it counted bytes"},
    {"yaml.marshal(",
     "toYaml within a string indents by two spaces; in the template, by four"},
    {"forEach:",
     "two resources of a loop with one name are an error; in the template, the "
     "last one was taken"},
    {"extraResources:",
     "extra resources of other namespaces are only read if function-loom may"},
    {"connectionDetails:",
     "the ConnectionDetailsReady condition lists connection details that are "
     "missing"},
};

class InputMaker {
 public:
  InputMaker(const std::string& text, const GoDelimiters& delimiters,
             const GoComposite& composite)
      : text_(text), delimiters_(delimiters), composite_(composite) {}

  GoConversion Make() && {
    GoMistake mistake;
    const std::optional<GoTree> tree =
        text_.size() > kMaxTemplate
            ? std::nullopt
            : ParseGoTemplate(text_, delimiters_, &mistake);
    if (!tree.has_value()) {
      if (mistake.message.empty())
        mistake.message = "the template is too large";
      result_.refusals.push_back({mistake.offset, mistake.message});
      return std::move(result_);
    }
    pieces_ = ReadPieces(*tree);
    if (pieces_.is_cut) {
      result_.refusals.push_back({0, "the template is too large"});
      return std::move(result_);
    }
    documents_ = SplitDocuments(pieces_);
    if (!documents_.empty() && !absl::EndsWith(text_, "\n")) {
      documents_.back().ends_line = false;
    }
    for (const GoDocument& document : documents_) {
      parts_.push_back(ConvertGoDocument(pieces_, document, composite_));
    }
    MakeValidations();
    CheckParts();
    KeepEarlierStatus();
    MergeStatus();
    Finish();
    return std::move(result_);
  }

 private:
  // A document with a `fail` that cannot be a validation stays.
  void MakeValidations() {
    for (const PieceFailure& failure : pieces_.failures) {
      NativePart part = ValidationOf(pieces_, failure);
      const std::string why = WhyRefused({&part});
      if (why.empty()) {
        validations_.push_back(std::move(part));
        continue;
      }
      bool is_within = false;
      for (size_t i = 0; i < parts_.size(); ++i) {
        const GoDocument& document = documents_[i];
        if (failure.begin < document.begin || failure.begin >= document.end) {
          continue;
        }
        is_within = true;
        if (parts_[i].broken.empty()) parts_[i].broken = why;
      }
      if (!is_within) result_.refusals.push_back({failure.begin, why});
    }
  }

  void CheckParts() {
    std::vector<const NativePart*> required;
    for (NativePart& part : parts_) {
      if (!part.broken.empty() || part.section != "extraResources") continue;
      part.broken = WhyRefused({&part});
      if (part.broken.empty()) required.push_back(&part);
    }
    std::map<std::string, NativePart*> names;
    bool decides = false;  // a rule that may make a resource unready for good
    bool asks = false;     // a rule that leaves it to later steps
    for (NativePart& part : parts_) {
      if (!part.broken.empty() || part.section == "extraResources") continue;
      std::vector<const NativePart*> alone = required;
      alone.push_back(&part);
      part.broken = WhyRefused(alone);
      if (part.broken.empty() && part.section == "resources") {
        CheckName(&part, &names);
      }
      if (!part.broken.empty() || part.readiness.empty()) continue;
      decides |= part.may_be_unready;
      asks |= absl::StrContains(part.readiness, "object.?status");
      if (decides && asks) {
        part.broken =
            "some resources of the step are not ready for good, and "
            "some are left to later steps";
      }
    }
  }

  // Two resources may have one name if each has a condition.
  void CheckName(NativePart* part, std::map<std::string, NativePart*>* names) {
    const auto is_simple = [](const NativePart& one) {
      return absl::StrContains(one.lines, "\n  condition: ") &&
             (one.readiness.empty() || !one.id.empty());
    };
    const auto there = names->insert({part->name, part});
    NativePart* other = there.first->second;
    if (!there.second && (!is_simple(*part) || !is_simple(*other))) {
      // The last one wins, which it would not in two steps.
      for (NativePart* each : {part, other}) {
        each->broken = absl::StrCat("there is another resource with the name ",
                                    part->name);
      }
      return;
    }
    // Those with a computed name have ids then.
    if (!there.second && !part->may_have_id.empty()) {
      GiveId(other, names);
      GiveId(part, names);
    } else if (!part->id.empty()) {
      GiveId(part, names);
    }
  }

  // Whether an expression reads a resource of this name, which an id would hide.
  bool IsRead(const std::string& name) const {
    return std::any_of(
        parts_.begin(), parts_.end(), [&name](const NativePart& part) {
          const std::string text = absl::StrCat(part.lines, part.readiness);
          return absl::StrContains(text, "resources." + name) ||
                 absl::StrContains(text, "resources.?" + name) ||
                 absl::StrContains(text, absl::StrCat("'", name, "'"));
        });
  }

  // Gives a resource an id that no other one has.
  void GiveId(NativePart* part, std::map<std::string, NativePart*>* names) {
    std::string id = part->may_have_id;
    for (int i = 2; IsRead(id) || !names->insert({id, part}).second; ++i) {
      const auto there = names->find(id);
      const bool is_own = there != names->end() && there->second == part;
      if (is_own && part->id == id) return;
      id = absl::StrCat(part->may_have_id, "-", i);
    }
    if (part->id.empty()) {
      part->lines.insert(part->lines.find('\n') + 1,
                         absl::StrCat("  id: ", id, "\n"));
    } else {
      part->lines = absl::StrReplaceAll(
          part->lines, {{absl::StrCat("  id: ", part->id, "\n"),
                         absl::StrCat("  id: ", id, "\n")}});
      part->readiness = absl::StrReplaceAll(
          part->readiness, {{absl::StrCat("resource: ", part->id),
                             absl::StrCat("resource: ", id)}});
    }
    part->id = id;
  }

  // The old step comes first, and what the new one writes wins.
  void KeepEarlierStatus() {
    bool is_kept = false;
    for (size_t i = parts_.size(); i > 0; --i) {
      NativePart& part = parts_[i - 1];
      if (!part.broken.empty()) {
        is_kept |= MayBeStatus(documents_[i - 1], part);
      } else if (part.section == "status" && is_kept) {
        part.broken = "a later document of the status stays in the template";
      }
    }
  }

  bool MayBeStatus(const GoDocument& document, const NativePart& part) const {
    if (part.section == "status") return true;
    if (!part.section.empty()) return false;
    const std::string text =
        text_.substr(document.begin, document.end - document.begin);
    return !absl::StrContains(text, "composition-resource-name") &&
           !absl::StrContains(text, "setResourceNameAnnotation") &&
           !absl::StrContains(text, "meta.gotemplating");
  }

  // Fields of the status that several documents write: the last one wins.
  void MergeStatus() {
    std::vector<NativePart*> parts;
    std::set<std::string> keys;
    std::set<std::string> twice;
    for (NativePart& part : parts_) {
      if (!part.broken.empty() || part.section != "status") continue;
      parts.push_back(&part);
      for (const std::string& key : part.keys) {
        if (!keys.insert(key).second) twice.insert(key);
      }
    }
    if (twice.empty()) return;
    NativePart joined = JoinStatus(pieces_, {parts.begin(), parts.end()});
    for (const std::string& key : twice) {
      for (const NativePart* part : parts) {
        if (HasTree(part->status, key)) {
          joined.broken = absl::StrCat("status.", key, " is written twice");
        }
      }
    }
    if (joined.broken.empty()) joined.broken = WhyRefused({&joined});
    for (NativePart* part : parts) {
      part->lines = part == parts[0] ? joined.lines : "";
      part->broken = joined.broken;
    }
  }

  // Whether a key has a map or list, which would be merged.
  static bool HasTree(const std::vector<OutlineItem>& items,
                      const std::string& key) {
    return std::any_of(
        items.begin(), items.end(), [&key](const OutlineItem& item) {
          const bool is_tree = item.node != nullptr && item.key.text == key &&
                               item.node->kind != OutlineNode::Kind::kScalar;
          return is_tree || HasTree(item.body, key) ||
                 HasTree(item.otherwise, key);
        });
  }

  void Finish() {
    std::vector<const NativePart*> good;
    for (const NativePart& part : parts_) {
      if (part.broken.empty()) good.push_back(&part);
    }
    if (good.size() < parts_.size()) KeepThoseThatAssign(&good);
    const size_t converted = good.size();
    for (const NativePart& part : validations_) good.push_back(&part);
    const std::string why = good.empty() ? "" : WhyRefused(good);
    if (!why.empty()) {
      for (NativePart& part : parts_) {
        if (part.broken.empty()) part.broken = why;
      }
      good.clear();
    }
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (!parts_[i].broken.empty()) {
        result_.refusals.push_back({documents_[i].begin, parts_[i].broken});
        continue;
      }
      result_.has_resources |= parts_[i].section == "resources";
      CountComments(documents_[i]);
    }
    // Requests alone are read by nothing: they are those that the rest keeps.
    const bool makes_nothing =
        std::all_of(good.begin(), good.end(), [](const NativePart* part) {
          return part->section == "extraResources" ||
                 part->section == "validations";
        });
    if (converted == 0 || (makes_nothing && !result_.refusals.empty())) return;
    result_.converted = converted;
    result_.lines = Joined(good);
    result_.readiness = ReadinessOf(good);
    result_.readiness_of_all = ReadinessOfAll(good);
    if (!result_.refusals.empty()) result_.rest = Rest();
    AddNotes(good);
  }

  void AddNotes(const std::vector<const NativePart*>& good) {
    for (const NoteRow& row : kNotes) {
      if (absl::StrContains(result_.lines, row.text)) {
        result_.notes.push_back(std::string(row.note));
      }
    }
    const bool may_be_empty =
        std::any_of(good.begin(), good.end(),
                    [](const NativePart* part) { return part->may_be_empty; });
    if (may_be_empty) {
      result_.notes.push_back(
          "a map or list without entries is empty; in the template, it was "
          "null");
    }
  }

  // The rest of the template may read what a document sets within a condition.
  void KeepThoseThatAssign(std::vector<const NativePart*>* good) {
    for (size_t i = 0; i < parts_.size(); ++i) {
      int depth = 0;
      for (const Piece& piece : documents_[i].pieces) {
        depth += piece.kind == Piece::Kind::kOpen ? 1 : 0;
        depth -= piece.kind == Piece::Kind::kClose ? 1 : 0;
        if (piece.kind == Piece::Kind::kSilent && piece.assigns && depth > 0 &&
            parts_[i].broken.empty()) {
          parts_[i].broken =
              "it changes a variable within a condition, which the rest of the "
              "template may read";
          std::erase(*good, &parts_[i]);
        }
      }
    }
  }

  void CountComments(const GoDocument& document) {
    for (const Piece& piece : document.pieces) {
      for (absl::string_view line : absl::StrSplit(piece.text, '\n')) {
        result_.comments +=
            absl::StartsWith(absl::StripAsciiWhitespace(line), "#") ? 1 : 0;
      }
    }
  }

  // Writes why a document stays, as a comment that the template does not write.
  void AddReason(const std::string& why, std::string* rest) const {
    const std::string comment = absl::StrCat(
        delimiters_.left, "/* not converted: ", why, " */", delimiters_.right);
    const size_t at = rest->rfind('\n');
    const size_t line = at == rest->npos ? 0 : at + 1;
    if (absl::StartsWith(rest->substr(line), "---")) {
      absl::StrAppend(rest, "\n", comment);
    } else {
      rest->insert(line, comment + "\n");
    }
  }

  // The template without what is converted. Actions that set variables stay, and
  // documents that request what the rest reads.
  std::string Rest() const {
    const std::string rest = RestWith(false);
    const bool reads = absl::StrContains(rest, "xtraResources") ||
                       absl::StrContains(rest, "equiredResources");
    return reads ? RestWith(true) : rest;
  }

  std::string RestWith(bool keeps_requests) const {
    std::string rest;
    size_t at = 0;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const GoDocument& document = documents_[i];
      if (document.begin < at) continue;
      rest += text_.substr(at, document.begin - at);
      at = document.begin;
      if (!parts_[i].broken.empty()) {
        AddReason(parts_[i].broken, &rest);
        continue;
      }
      if (keeps_requests && parts_[i].section == "extraResources") continue;
      for (const Piece& piece : document.pieces) {
        if (piece.kind == Piece::Kind::kSilent && !piece.fails) {
          rest += text_.substr(piece.begin, piece.end - piece.begin);
        }
      }
      at = document.end;
      // The next document begins on a line of its own.
      const bool joins = !rest.empty() && rest.back() != '\n' &&
                         at < text_.size() && text_[at] != '\n';
      if (joins) rest += "\n";
    }
    rest += text_.substr(at);
    return rest;
  }

  const std::string& text_;
  const GoDelimiters& delimiters_;
  const GoComposite& composite_;
  Pieces pieces_;
  std::vector<GoDocument> documents_;
  std::vector<NativePart> parts_;
  std::vector<NativePart> validations_;
  GoConversion result_;
};

}  // namespace

std::string IndentLines(absl::string_view lines, size_t margin) {
  std::string indented;
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(lines, "\n"), '\n')) {
    absl::StrAppend(&indented, line.empty() ? "" : std::string(margin, ' '),
                    line, "\n");
  }
  return indented;
}

GoConversion ConvertGoTemplate(const std::string& text,
                               const GoDelimiters& delimiters,
                               const GoComposite& composite) {
  return InputMaker(text, delimiters, composite).Make();
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/native_input.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "function/plan/plan.h"
#include "tools/convert/go_template/native_text.h"
#include "tools/convert/native_steps.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr absl::string_view kSectionsInOrder[] = {
    "extraResources", "resources", "status", "conditions", "connectionDetails"};
constexpr size_t kMaxTemplate = 256 << 10;

bool IsList(absl::string_view section) { return section != "status"; }

std::string Joined(const std::vector<const NativePart*>& parts) {
  std::string lines;
  std::string rules;
  std::string names;
  bool may_be_unready = false;
  for (absl::string_view section : kSectionsInOrder) {
    std::string entries;
    for (const NativePart* part : parts) {
      if (part->section == section) entries += part->lines;
    }
    if (entries.empty()) continue;
    absl::StrAppend(&lines, section, ":\n",
                    IsList(section) ? entries : IndentLines(entries, 2));
  }
  for (const NativePart* part : parts) {
    if (part->readiness.empty()) continue;
    rules += part->readiness;
    may_be_unready |= part->may_be_unready;
    const std::string head =
        part->readiness.substr(0, part->readiness.find('\n') + 1);
    absl::StrAppend(&names, "  - ", head.substr(head.find(": ") + 2));
  }
  if (rules.empty()) return lines;
  absl::StrAppend(&lines, "readiness:\n  resources:\n", names, "  rules:\n",
                  IndentLines(rules, 2));
  if (may_be_unready) lines += "  unready: \"False\"\n";
  return lines;
}

// Why the native input would refuse these parts; "" if it would not.
std::string WhyRefused(const std::vector<const NativePart*>& parts) {
  const std::string text = absl::StrCat("apiVersion: ", kNativeVersion,
                                        "\nkind: Input\n", Joined(parts));
  Pool pool;
  absl::StatusOr<std::vector<YamlDocument>> read = ReadYaml("", text, &pool);
  if (!read.ok() || read->size() != 1) {
    return "its native input would be no YAML";
  }
  NodeRemarks remarks;
  CheckInput((*read)[0].root, {}, &remarks);
  return remarks.refusals.empty() ? "" : remarks.refusals[0].message;
}

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
    for (const GoDocument& document : documents_) {
      parts_.push_back(ConvertGoDocument(pieces_, document, composite_));
    }
    CheckParts();
    Finish();
    return std::move(result_);
  }

 private:
  void CheckParts() {
    std::vector<const NativePart*> required;
    for (NativePart& part : parts_) {
      if (!part.broken.empty() || part.section != "extraResources") continue;
      part.broken = WhyRefused({&part});
      if (part.broken.empty()) required.push_back(&part);
    }
    std::set<std::string> names;
    std::set<std::string> keys;
    bool decides = false;  // a rule that may make a resource unready for good
    bool asks = false;     // a rule that leaves it to later steps
    for (NativePart& part : parts_) {
      if (!part.broken.empty() || part.section == "extraResources") continue;
      std::vector<const NativePart*> alone = required;
      alone.push_back(&part);
      part.broken = WhyRefused(alone);
      if (part.broken.empty() && part.section == "resources" &&
          !names.insert(part.name).second) {
        part.broken =
            absl::StrCat("there is another resource with the name ", part.name);
      }
      for (const std::string& key : part.keys) {
        if (!keys.insert(key).second) {
          part.broken = absl::StrCat("status.", key, " is written twice");
        }
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

  void Finish() {
    std::vector<const NativePart*> good;
    for (const NativePart& part : parts_) {
      if (part.broken.empty()) good.push_back(&part);
    }
    if (good.size() < parts_.size()) KeepThoseThatAssign(&good);
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
    result_.converted = good.size();
    if (good.empty()) return;
    result_.lines = Joined(good);
    if (!result_.refusals.empty()) result_.rest = Rest();
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

  // The template without what is converted. Actions that set variables stay.
  std::string Rest() const {
    std::string rest;
    size_t at = 0;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const GoDocument& document = documents_[i];
      if (document.begin < at) continue;
      rest += text_.substr(at, document.begin - at);
      at = document.begin;
      if (!parts_[i].broken.empty()) {
        const size_t line = rest.rfind('\n');
        rest.insert(line == rest.npos ? 0 : line + 1,
                    absl::StrCat("# not converted: ", parts_[i].broken, "\n"));
        continue;
      }
      for (const Piece& piece : document.pieces) {
        if (piece.kind == Piece::Kind::kSilent) {
          rest += text_.substr(piece.begin, piece.end - piece.begin);
        }
      }
      at = document.end;
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

// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_template.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/errors.h"
#include "base/strings.h"
#include "data/go/format.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

// Characters for private use, which no suite has otherwise. One stands for one brace, so
// that columns stay.
constexpr absl::string_view kOpen = "\xee\x80\x80\xee\x80\x80";
constexpr absl::string_view kClose = "\xee\x80\x81\xee\x80\x81";

constexpr int kDeepestAction = 20;

// Evaluates one action while it reads it.
class ActionReader {
 public:
  ActionReader(absl::string_view text, const Value& variables, bool knows_all)
      : text_(text), variables_(variables), knows_all_(knows_all) {}

  // nullptr: the value is not known.
  absl::StatusOr<const Value*> Read() {
    LOOM_ASSIGN_OR_RETURN(const Value* value, Expression());
    SkipSpaces();
    if (at_ == text_.size()) return value;
    return Unsupported();
  }

 private:
  absl::Status Unsupported() const {
    return absl::InvalidArgumentError(absl::StrCat(
        "the action {{ ", text_,
        " }} is not supported\n  write a field, such as {{ "
        ".Tests.first.Outputs.XR }}, or index: {{ index .Outputs.Rendered "
        "\"App/web\" }}"));
  }

  void SkipSpaces() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }

  bool Take(absl::string_view word) {
    SkipSpaces();
    if (!absl::StartsWith(text_.substr(at_), word)) return false;
    at_ += word.size();
    return true;
  }

  absl::StatusOr<const Value*> Expression() {
    if (!Take("index ")) return Operand();
    LOOM_ASSIGN_OR_RETURN(const Value* value, Operand());
    for (SkipSpaces(); at_ < text_.size() && text_[at_] != ')'; SkipSpaces()) {
      LOOM_ASSIGN_OR_RETURN(value, Indexed(value));
    }
    return value;
  }

  absl::StatusOr<const Value*> Operand() {
    if (Take("(")) {
      if (++depth_ > kDeepestAction) return Unsupported();
      LOOM_ASSIGN_OR_RETURN(const Value* value, Expression());
      --depth_;
      if (!Take(")")) return Unsupported();
      return Fields(value);
    }
    SkipSpaces();
    if (at_ == text_.size() || text_[at_] != '.') return Unsupported();
    return Fields(&variables_);
  }

  absl::StatusOr<const Value*> Fields(const Value* value) {
    while (at_ < text_.size() && text_[at_] == '.') {
      const size_t begin = ++at_;
      while (at_ < text_.size() && (absl::ascii_isalnum(text_[at_]) ||
                                    text_[at_] == '_' || text_[at_] == '-')) {
        ++at_;
      }
      if (begin == at_) return Unsupported();
      LOOM_ASSIGN_OR_RETURN(value,
                            Field(value, text_.substr(begin, at_ - begin)));
    }
    return value;
  }

  absl::StatusOr<const Value*> Field(const Value* value,
                                     absl::string_view name) const {
    if (value == nullptr || value->IsNull()) return Unknown();
    if (!value->IsObject()) {
      return absl::InvalidArgumentError(
          absl::StrCat("{{ ", text_, " }}: there is no ", Quoted(name)));
    }
    const Value* field = Find(*value, name);
    if (field != nullptr) return field;
    std::vector<std::string> names;
    for (const Member& member : Members(*value)) {
      names.emplace_back(View(member.name));
    }
    return absl::InvalidArgumentError(absl::StrCat(
        "{{ ", text_, " }}: there is no ", Quoted(name),
        DidYouMean(NearestName(name, names)), HelpFor(*value, name)));
  }

  absl::string_view HelpFor(const Value& object, absl::string_view name) const {
    if (&object == &variables_ && name == "Outputs") {
      return "\n  outputs exist after the test: in its post-test hooks, and as "
             ".Tests.ID.Outputs in later tests";
    }
    if (&object == Find(variables_, "Tests")) {
      return "\n  name the id of a test that comes before this one";
    }
    return &object == Find(variables_, "Repositories")
               ? "\n  repositories are in ~/.config/xprin.yaml"
               : "";
  }

  absl::StatusOr<const Value*> Unknown() const {
    if (knows_all_) {
      return absl::InvalidArgumentError(
          absl::StrCat("{{ ", text_, " }} has no value here"));
    }
    return nullptr;
  }

  absl::StatusOr<const Value*> Indexed(const Value* value) {
    const char quote = text_[at_];
    if (quote == '"' || quote == '`') {
      const size_t end = text_.find(quote, at_ + 1);
      if (end == text_.npos) return Unsupported();
      const absl::string_view key = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return Field(value, key);
    }
    const size_t begin = at_;
    while (at_ < text_.size() && absl::ascii_isdigit(text_[at_])) ++at_;
    uint32_t index = 0;
    if (!absl::SimpleAtoi(text_.substr(begin, at_ - begin), &index)) {
      return Unsupported();
    }
    if (value == nullptr || value->IsNull()) return Unknown();
    if (value->IsArray() && index < value->Size()) {
      return &ItemAt(*value, index);
    }
    return absl::InvalidArgumentError(
        absl::StrCat("{{ ", text_, " }}: there is no item ", index));
  }

  absl::string_view text_;
  const Value& variables_;
  const bool knows_all_;
  size_t at_ = 0;
  int depth_ = 0;
};

absl::StatusOr<std::string> ExpandActions(absl::string_view text,
                                          const Value& variables,
                                          bool knows_all) {
  std::string out;
  while (true) {
    const size_t begin = text.find(kOpen);
    absl::StrAppend(&out, text.substr(0, begin));
    if (begin == text.npos) return out;
    text.remove_prefix(begin + kOpen.size());
    const size_t end = text.find(kClose);
    const absl::string_view action =
        absl::StripAsciiWhitespace(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + kClose.size());
    LOOM_ASSIGN_OR_RETURN(const Value* value,
                          ActionReader(action, variables, knows_all).Read());
    if (value == nullptr || value->IsNull()) {
      if (!knows_all) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("{{ ", action, " }} has no value here"));
    }
    if (value->IsObject() || value->IsArray()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "{{ ", action, " }} is ", value->IsObject() ? "a map" : "a list",
          "\n  select a part of it: {{ index ", action, " ",
          value->IsObject() ? "\"KEY\"" : "0", " }}"));
    }
    absl::StrAppend(&out, ScalarText(value));
  }
}

}  // namespace

std::string Protected(absl::string_view text) {
  std::string out;
  while (true) {
    const size_t begin = text.find("{{");
    absl::StrAppend(&out, text.substr(0, begin));
    if (begin == text.npos) return out;
    text.remove_prefix(begin);
    const size_t end = text.find("}}");
    if (end >= text.find('\n') || end == text.npos) {
      absl::StrAppend(&out, "{{");
      text.remove_prefix(2);
      continue;
    }
    absl::StrAppend(&out, kOpen, text.substr(2, end - 2), kClose);
    text.remove_prefix(end + 2);
  }
}

std::string Unprotected(absl::string_view text) {
  return absl::StrReplaceAll(text, {{kOpen, "{{"}, {kClose, "}}"}});
}

bool HasAction(absl::string_view text) {
  return absl::StrContains(text, kOpen);
}

absl::StatusOr<std::string> Expanded(absl::string_view text,
                                     const Value& variables) {
  return ExpandActions(text, variables, /*knows_all=*/true);
}

absl::Status CheckActions(absl::string_view text, const Value& variables) {
  return ExpandActions(text, variables, /*knows_all=*/false).status();
}

}  // namespace loom

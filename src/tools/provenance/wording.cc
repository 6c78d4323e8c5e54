// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/wording.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "data/fieldpath/path.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/yaml/text.h"

namespace loom {
namespace {

// For names of steps and sources.

struct KindName {
  absl::string_view kind;
  absl::string_view name;
};

// What is not here is called by its kind.
constexpr KindName kStepNames[] = {
    {"merge", "environment"},
    {"identity", "external identity"},
    {"overlay", "overlay"},
    {"providerConfig", "provider config"},
    {"observedName", "name of the observed resource"},
    {"compositeNamespace", "namespace of the composite"},
    {"kept", "kept as observed"},
    {"connection", "connection detail"},
};

absl::string_view NameInWords(absl::string_view kind) {
  for (const KindName& row : kStepNames) {
    if (row.kind == kind) return row.name;
  }
  return kind;
}

// What of an expression is reported.
constexpr size_t kMostOfExpression = 200;

// The lines of an expression, without blank ones and without what all of them are
// indented by.
std::string WithoutIndent(absl::string_view text) {
  std::vector<absl::string_view> lines;
  size_t indent = text.size();
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) continue;
    indent = std::min(indent, begin);
    lines.push_back(absl::StripTrailingAsciiWhitespace(line));
  }
  for (absl::string_view& line : lines) line.remove_prefix(indent);
  return absl::StrJoin(lines, "\n");
}

// Nobody knows who did it.
bool IsBeforeSteps(const ExplainedStep& step) {
  return step.kind == "foreign" && step.pipeline.empty();
}

// For ShownText.

using Leaves = std::vector<std::pair<std::string, ShownValue>>;

// In UTF-8 a byte 10xxxxxx is not the first of its character.
bool IsFirstByte(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

size_t CharactersOf(absl::string_view text) {
  size_t count = 0;
  for (char c : text) count += IsFirstByte(c) ? 1 : 0;
  return count;
}

absl::string_view FirstCharacters(absl::string_view text, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsFirstByte(text[i]) && count++ == most) return text.substr(0, i);
  }
  return text;
}

std::string YamlScalar(absl::string_view text) {
  YamlPage page;
  WriteText(text, /*key=*/true, 0, &page);
  return Visible(std::move(page).Finish());
}

// The beginning of a quoted text has no quotes at its end.
void DropQuote(std::string* text) {
  const char first = text->front();
  if (text->size() > 1 && (first == '"' || first == '\'') &&
      text->back() == first) {
    text->pop_back();
  }
}

std::string Scalar(absl::string_view text, bool full) {
  const size_t count = CharactersOf(text);
  if (full || count <= kMostCharacters) return YamlScalar(text);
  std::string cut = YamlScalar(FirstCharacters(text, kMostCharacters));
  DropQuote(&cut);
  return absl::StrCat(cut, "… (", count, " characters)");
}

std::string Json(absl::string_view json, bool full) {
  const size_t count = CharactersOf(json);
  if (full || count <= kMostCharacters) return Visible(json);
  return absl::StrCat(Visible(FirstCharacters(json, kMostCharacters)), "… (",
                      count, " characters)");
}

void AddLeaves(const Value& value, std::vector<Segment>* at,
               const std::string& path, Leaves* leaves) {
  if (value.IsObject() && !value.ObjectEmpty()) {
    for (const Member& member : Members(value)) {
      at->push_back(Segment::Field(View(member.name)));
      AddLeaves(member.value, at, path, leaves);
      at->pop_back();
    }
    return;
  }
  if (value.IsArray() && !value.Empty()) {
    for (uint32_t i = 0; i < value.Size(); ++i) {
      at->push_back(Segment::Index(i));
      AddLeaves(ItemAt(value, i), at, path, leaves);
      at->pop_back();
    }
    return;
  }
  std::string below = ToString(*at);
  if (!path.empty() && !below.empty() && below[0] != '[') below.insert(0, ".");
  absl::StatusOr<std::string> json = CompactJson(value);
  leaves->push_back({path + below, {json.ok() ? *json : "null"}});
}

}  // namespace

std::string PlaceText(const std::optional<ExplainedPlace>& place) {
  return place.has_value() ? PlaceText(place->position) : "";
}

std::string StepName(const ExplainedStep& step) {
  if (IsBeforeSteps(step)) return "before the first step";
  if (step.kind == "foreign") {
    return absl::StrCat("step \"", step.pipeline, "\"",
                        step.type.empty() ? "" : ", ", step.type);
  }
  // People count from one.
  std::string name(NameInWords(step.kind));
  const auto& index =
      step.patch_set.empty() ? step.index : step.patch_set_index;
  if (index.has_value()) absl::StrAppend(&name, " ", *index + 1);
  if (step.patch_set.empty()) return name;
  return absl::StrCat(name, " of patch set ", step.patch_set);
}

std::string StepTitle(const ExplainedStep& step) {
  if (IsBeforeSteps(step)) return "set before the first step";
  if (step.kind == "foreign") {
    return StepName(step) + ": set outside function-loom";
  }
  return absl::StrCat(StepName(step), step.type.empty() ? "" : " ", step.type);
}

std::string SourceTitle(const ExplainedSource& source) {
  absl::string_view path = source.path;
  if (source.kind == "label") {
    if (absl::ConsumePrefix(&path, "metadata.labels[")) {
      absl::ConsumeSuffix(&path, "]");
    } else {
      absl::ConsumePrefix(&path, "metadata.labels.");
    }
    return absl::StrCat("label ", path, " of ", source.name);
  }
  if (source.kind == "expression") {
    return absl::StrCat(source.name, " ",
                        Cut(WithoutIndent(source.path), kMostOfExpression));
  }
  return absl::StrCat(source.name,
                      source.kind == "observed" ? " (observed)" : "",
                      path.empty() ? "" : " ", path);
}

std::string UnreadyText(const Unready& unready) {
  if (unready.message.empty()) {
    return unready.reason == "not observed"
               ? "does not exist yet; Crossplane will create it"
               : unready.reason;
  }
  // Some messages say it themselves.
  if (unready.reason == "not observed" ||
      absl::StartsWith(unready.message, unready.reason)) {
    return unready.message;
  }
  return absl::StrCat(unready.reason, ", ", unready.message);
}

std::string AnswerOf(const ExplainedRequirement& requirement) {
  if (!requirement.answered.has_value()) return "not answered yet";
  return absl::StrCat(*requirement.answered,
                      *requirement.answered == 1 ? " object" : " objects");
}

std::string FieldName(const ExplainedField& field) {
  const bool bracket = !field.path.empty() && field.path[0] == '[';
  return absl::StrCat(field.owner, bracket || field.path.empty() ? "" : ".",
                      field.path);
}

char ChangeSign(absl::string_view change) {
  if (change == "added") return '+';
  if (change == "removed") return '-';
  if (change == "value") return '~';
  if (change == "origin") return '@';
  return ' ';
}

std::string Columns(std::initializer_list<absl::string_view> parts) {
  std::string line;
  for (absl::string_view part : parts) {
    if (part.empty()) continue;
    absl::StrAppend(&line, line.empty() ? "" : "  ", part);
  }
  return line;
}

std::string ShownText(const ShownValue& value, bool full) {
  if (value.secret) return "(secret)";
  if (!value.json.has_value()) return "(none)";
  Pool pool;
  absl::StatusOr<Value> read = ParseJson(*value.json, &pool);
  if (!read.ok() || !read->IsString()) return Json(*value.json, full);
  return Scalar(View(*read), full);
}

std::vector<std::pair<std::string, ShownValue>> LeavesOf(
    const std::string& path, const ShownValue& value) {
  Leaves leaves;
  const bool container =
      value.json.has_value() && !value.secret && value.json->size() > 2 &&
      (value.json->front() == '{' || value.json->front() == '[');
  Pool pool;
  absl::StatusOr<Value> read = ParseJson(container ? *value.json : "0", &pool);
  if (!container || !read.ok()) return {{path, value}};
  std::vector<Segment> at;
  AddLeaves(*read, &at, path, &leaves);
  return leaves;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/wording.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/shortened.h"

namespace loom {
namespace {

struct KindName {
  absl::string_view kind;
  absl::string_view name;
};

// What is not here is called by its kind.
constexpr KindName kStepNames[] = {
    {"merge", "environment"},
    {"identity", "external identity"},
    {"providerConfig", "provider config"},
    {"observedName", "name of the observed resource"},
    {"connection", "connection detail"},
};

absl::string_view NameInWords(absl::string_view kind) {
  for (const KindName& row : kStepNames) {
    if (row.kind == kind) return row.name;
  }
  return kind;
}

// What of an expression is told.
constexpr size_t kMostOfExpression = 200;

// With each end of a line and the indentation behind it as a blank.
std::string OneLine(absl::string_view text) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    lines.emplace_back(absl::StripAsciiWhitespace(line));
  }
  return absl::StrJoin(lines, " ");
}

// Nobody knows who did it.
bool IsBeforeSteps(const ExplainedStep& step) {
  return step.kind == "foreign" && step.pipeline.empty();
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
  std::string name(NameInWords(step.kind));
  if (step.index.has_value()) absl::StrAppend(&name, " ", *step.index);
  if (step.patch_set.empty()) return name;
  absl::StrAppend(&name, " (");
  if (step.patch_set_index.has_value()) {
    absl::StrAppend(&name, *step.patch_set_index, " ");
  }
  return absl::StrCat(name, "of patch set ", step.patch_set, ")");
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
                        Cut(OneLine(source.path), kMostOfExpression));
  }
  return absl::StrCat(source.name,
                      source.kind == "observed" ? " (observed)" : "",
                      path.empty() ? "" : " ", path);
}

std::string UnreadyText(const Unready& unready) {
  if (unready.message.empty()) {
    return unready.reason == "not observed"
               ? "not observed yet; Crossplane creates it"
               : unready.reason;
  }
  // Some messages say it themselves.
  if (absl::StartsWith(unready.message, unready.reason)) return unready.message;
  return absl::StrCat(unready.reason, ", ", unready.message);
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

}  // namespace loom

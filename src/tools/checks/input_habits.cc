// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/input_habits.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "data/fieldpath/access.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
namespace {

// The value at a place of the input; null if there is none.
Value At(const LintInput& input, const std::string& place, Pool* pool) {
  auto path = Path::Parse(place);
  if (!path.ok()) return Value();
  auto value = Get(*input.value, *path, pool);
  return value.ok() ? Copy(**value, pool) : Value();
}

// The labels of a selector are a map in Kubernetes.
std::string HelpForLabels(const LintInput& input, const Problem& problem) {
  Pool pool;
  const Value labels = At(input, problem.place, &pool);
  if (!labels.IsObject()) return "";
  // Only a selector may take a value from the composite, and has types for that.
  const bool has_types = absl::EndsWith(problem.place, ".selector.matchLabels");
  std::vector<std::string> entries;
  for (const Member& each : Members(labels)) {
    entries.push_back(absl::StrCat("- {key: ", View(each.name),
                                   has_types ? ", type: Value" : "",
                                   ", value: ", ScalarText(&each.value), "}"));
  }
  if (entries.size() != 1) {
    entries = {absl::StrCat("- {key: KEY", has_types ? ", type: Value" : "",
                            ", value: VALUE} for each label")};
  }
  return absl::StrCat("write a list: ", entries[0]);
}

// The status of a condition is a string.
std::string HelpForStatus(const LintInput& input, const Problem& problem) {
  Pool pool;
  const Value status = At(input, problem.place, &pool);
  if (!status.IsBool()) return "";
  return status.GetBool() ? "write \"True\"" : "write \"False\"";
}

// A detail of a template is of its resource; one of the composite names the resource.
std::string HelpForDetail(const LintInput& input, const Problem& problem) {
  constexpr absl::string_view kMembers[][2] = {
      {"fromConnectionSecretKey", "key"}, {"fromFieldPath", "fieldPath"}};
  std::vector<std::string> names;
  for (const Value& each : ItemsAt(*input.value, {"resources"})) {
    names.emplace_back(IdOfTemplate(each));
  }
  const std::string resource = names.size() == 1 ? names[0] : "RESOURCE";
  Pool pool;
  for (const auto& [source, member] : kMembers) {
    const Value text = At(input, problem.place, &pool);
    if (!absl::EndsWith(problem.place, absl::StrCat(".", source)) ||
        !text.IsString()) {
      continue;
    }
    return absl::StrCat("write ", source, ": {resource: ", resource, ", ",
                        member, ": ", View(text), "}");
  }
  return "";
}

// Returns a string as a value in braces of YAML.
std::string InBraces(absl::string_view text) {
  if (text.find_first_of(",[]{}:#&*!|>'\"%@`\\") == text.npos) {
    return std::string(text);
  }
  return absl::StrCat(
      "\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

// The list of a loop is a field, because a loop also has keys.
std::string HelpForLoop(const LintInput& input, const Problem& problem) {
  Pool pool;
  const Value loop = At(input, problem.place, &pool);
  if (!loop.IsString()) return "write forEach: {items: EXPRESSION}";
  absl::string_view items = View(loop);
  const auto parts = PartsOf(items);
  const bool is_expression =
      parts.ok() && parts->size() == 1 && parts->front().is_expression;
  const std::string text =
      is_expression
          ? std::string(absl::StripAsciiWhitespace(parts->front().text))
          : std::string(items);
  return absl::StrCat("write forEach: {items: ", InBraces(text), "}");
}

// A dependency is a resource, or an object with more fields.
std::string HelpForDependency(const LintInput& input, const Problem& problem) {
  Pool pool;
  const Value written = At(input, problem.place, &pool);
  const Value* name = written.IsObject() ? Find(written, "resource") : &written;
  const std::string text = absl::StrCat(
      "{resource: ",
      name != nullptr && name->IsString() ? InBraces(View(*name)) : "RESOURCE",
      "}");
  return absl::EndsWith(problem.place, ".dependsOn")
             ? absl::StrCat("write a list: [", text, "]")
             : absl::StrCat("write ", text);
}

// The inputs of two functions have their fields in spec.
std::string HelpForSpec(const LintInput& input, const Problem& problem) {
  const bool is_of_configs = input.dialect() == Dialect::kEnvironmentConfigs;
  const bool is_of_extra = input.dialect() == Dialect::kExtraResources;
  const std::string& name = problem.names[0];
  if ((is_of_configs && (name == "environmentConfigs" ||
                         name == "defaultData" || name == "policy")) ||
      (is_of_extra &&
       (name == "extraResources" || name == "context" || name == "policy"))) {
    return absl::StrCat("move ", name, " into spec");
  }
  return "";
}

}  // namespace

std::string HabitHelp(const LintInput& input, const Problem& problem) {
  const bool is_detail =
      input.native() && absl::StartsWith(problem.place, "connectionDetails[");
  if (problem.kind == ProblemKind::kUnknownField) {
    if (problem.place.empty()) return HelpForSpec(input, problem);
    return is_detail && problem.names[0] == "type"
               ? "leave it out: only connectionDetails of a template have types"
               : "";
  }
  if (problem.kind != ProblemKind::kType) return "";
  if (is_detail) return HelpForDetail(input, problem);
  if (absl::EndsWith(problem.place, ".matchLabels")) {
    return HelpForLabels(input, problem);
  }
  if (absl::EndsWith(problem.place, ".forEach")) {
    return HelpForLoop(input, problem);
  }
  if (absl::StrContains(problem.place, "].dependsOn") &&
      !absl::StrContains(problem.place, "].connectionDetails") &&
      (absl::EndsWith(problem.place, "]") ||
       absl::EndsWith(problem.place, ".dependsOn"))) {
    return HelpForDependency(input, problem);
  }
  if (absl::EndsWith(problem.place, ".condition.status")) {
    return HelpForStatus(input, problem);
  }
  return "";
}

}  // namespace loom

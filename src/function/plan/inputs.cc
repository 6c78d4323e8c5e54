// SPDX-License-Identifier: Apache-2.0
#include "function/plan/inputs.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "function/plan/sections.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/value_names.h"
#include "language/input/fields.h"

namespace loom {
namespace {

// The table. Add an accepted input here, its rules in language/input/rules.cc and its
// sections in function/plan/sections.cc.
struct InputType {
  absl::string_view group;
  absl::string_view kind;
  Dialect dialect;
  bool has_settings = false;
  // The field with the TTL of the response, a Go duration; "" if the input has no
  // such field.
  absl::string_view ttl = {};
};

constexpr InputType kInputs[] = {
    {"loom.fn.crossplane.io", "Input", Dialect::kNative, /*has_settings=*/true},
    {"environmentconfigs.fn.crossplane.io", "Input",
     Dialect::kEnvironmentConfigs},
    {"extra-resources.fn.crossplane.io", "Input", Dialect::kExtraResources},
    {"pt.fn.crossplane.io", "Resources", Dialect::kPatchAndTransform},
    {"autoready.fn.crossplane.io", "Input", Dialect::kAutoReady, false, "ttl"},
    {"sequencer.fn.crossplane.io", "Input", Dialect::kSequencer, false,
     "cacheTTL"},
};

// Third-party functions whose inputs may have a group of the table above.
constexpr absl::string_view kOtherFunctions[] = {
    "function-cel-filter",
    "function-conditional-patch-and-transform",
};

constexpr absl::string_view kIdentity[] = {"apiVersion", "kind", "metadata"};

bool IsIdentity(absl::string_view member) {
  return std::find(std::begin(kIdentity), std::end(kIdentity), member) !=
         std::end(kIdentity);
}

const InputType* FindGroup(absl::string_view api_version) {
  for (const InputType& type : kInputs) {
    if (type.group == GroupOf(api_version)) return &type;
  }
  return nullptr;
}

const InputType* InputOf(Dialect dialect) {
  for (const InputType& type : kInputs) {
    if (type.dialect == dialect) return &type;
  }
  return nullptr;
}

// Notes a kind and a version that other tools may not accept, although they change
// nothing here.
void NoteSpelling(const InputType& type, const Input& input) {
  constexpr absl::string_view kVersion = "v1beta1";
  const absl::string_view version = VersionOf(ApiVersion(input.value()));
  if (version != kVersion) {
    input.Note("apiVersion", absl::StrCat("the version \"", version,
                                          "\" has no effect; write ",
                                          type.group, "/", kVersion));
  }
  const absl::string_view kind = Kind(input.value());
  if (!kind.empty() && kind != type.kind) {
    input.Note("kind",
               absl::StrCat("\"", kind, "\" has no effect; write ", type.kind));
  }
}

bool HasMember(const Value& input, absl::string_view path) {
  if (path.empty()) return false;
  const Value* at = &input;
  for (absl::string_view name : absl::StrSplit(path, '.')) {
    at = at->IsObject() ? Find(*at, name) : nullptr;
    if (at == nullptr) return false;
  }
  return true;
}

// Returns whether the input has only fields of function-auto-ready. One without any
// counts, because this is the only function whose step normally has no input.
bool IsAutoReady(const Value& input) {
  constexpr absl::string_view kFields[] = {"ttl", "celHealthCheckCustomization",
                                           "celHealthCheckCustomizationFrom"};
  for (const Member& member : Members(input)) {
    const absl::string_view name = View(member.name);
    if (IsIdentity(name)) continue;
    if (std::find(std::begin(kFields), std::end(kFields), name) ==
        std::end(kFields)) {
      return false;
    }
  }
  return true;
}

const InputType* Recognise(const Value& input) {
  if (IsAutoReady(input)) return InputOf(Dialect::kAutoReady);
  for (absl::string_view setting : Settings::kMembers) {
    if (HasMember(input, setting)) return InputOf(Dialect::kNative);
  }
  for (const SectionType& section : SectionTypes()) {
    for (absl::string_view sign : section.signs) {
      if (HasMember(input, sign)) return InputOf(section.dialect);
    }
  }
  return nullptr;
}

std::string Groups() {
  return absl::StrJoin(kInputs, ", ",
                       [](std::string* out, const InputType& type) {
                         absl::StrAppend(out, type.group);
                       });
}

std::vector<Bound> BoundsOf(Dialect dialect) {
  std::vector<Bound> bounds;
  for (const SectionType& section : SectionTypes()) {
    if (section.dialect != dialect) continue;
    for (const Bound& bound : section.bounds) {
      if (!bound.paths.empty()) bounds.push_back(bound);
    }
  }
  return bounds;
}

}  // namespace

std::vector<absl::string_view> AcceptedGroups() {
  std::vector<absl::string_view> groups;
  for (const InputType& type : kInputs) groups.push_back(type.group);
  return groups;
}

bool AcceptsGroup(absl::string_view api_version) {
  return FindGroup(api_version) != nullptr;
}

bool IsOtherFunction(absl::string_view name) {
  return std::any_of(
      std::begin(kOtherFunctions), std::end(kOtherFunctions),
      [name](absl::string_view other) { return absl::EndsWith(name, other); });
}

void ReadInput(Plan* plan, Problems* problems, Mistakes mistakes) {
  absl::string_view api_version = ApiVersion(plan->input);
  const InputType* type = FindGroup(api_version);
  if (type == nullptr) type = Recognise(plan->input);
  if (type == nullptr) {
    return problems->Add(
        "apiVersion",
        absl::StrCat("Invalid value: \"", api_version,
                     "\": not an input of function-loom; the group must be "
                     "one of ",
                     Groups()));
  }
  plan->rules = mistakes == Mistakes::kRefused ? &StrictRulesOf(type->dialect)
                                               : &RulesOf(type->dialect);
  CheckCounts(plan->input, BoundsOf(type->dialect), problems);
  // An input that exceeds a bound is not read further.
  if (!problems->empty()) return;
  Fields fields(Input(plan->input, *plan->rules, problems));
  for (absl::string_view member : kIdentity) fields.Allow(member);
  if (FindGroup(api_version) != nullptr) NoteSpelling(*type, fields.at());
  for (const SectionType& row : SectionTypes()) {
    if (row.dialect != type->dialect) continue;
    if (auto section = row.parse(fields)) {
      plan->sections.push_back(std::move(section));
      plan->section_names.push_back(row.name);
    }
  }
  if (type->has_settings) plan->settings = Settings::Parse(fields);
  if (!type->ttl.empty()) {
    plan->settings = Settings::ParseTtl(fields, type->ttl);
  }
  fields.Done();
  // As in the Go functions, an input that cannot be decoded sets no TTL either.
  if (!type->ttl.empty() && !problems->empty()) plan->settings = Settings();
  plan->unknown_entries = CheckRequiredNames(fields.at());
  CheckValueNames(fields.at());
}

namespace {

// Returns the number of elements of all lists at the path below the value.
size_t CountAt(const Value& value, absl::string_view path) {
  size_t count = 0;
  if (value.IsArray()) {
    if (path.empty()) return value.Size();
    for (const Value& element : Items(value)) {
      count += CountAt(element, path);
    }
    return count;
  }
  if (!value.IsObject() || path.empty()) return 0;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path, absl::MaxSplits('.', 1));
  for (absl::string_view name : absl::StrSplit(parts.first, '|')) {
    const Value* member = Find(value, name);
    if (member != nullptr) count += CountAt(*member, parts.second);
  }
  return count;
}

}  // namespace

void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems) {
  for (const Bound& bound : bounds) {
    size_t count = 0;
    for (absl::string_view path : absl::StrSplit(bound.paths, ' ')) {
      count += CountAt(input, path);
    }
    if (count <= bound.most) continue;
    problems->Add(
        bound.paths.substr(bound.paths.find_last_of(" .") + 1),
        absl::StrCat("expected at most ", bound.most, ", got ", count));
  }
}

}  // namespace loom

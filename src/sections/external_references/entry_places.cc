// SPDX-License-Identifier: Apache-2.0
#include "sections/external_references/entry_places.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The steps of a reference, and of looking for its object.
constexpr uint64_t kFormSteps = 200;

std::string TextAt(const Value& object, absl::string_view name, Pool* pool) {
  const Value* text = Find(object, name, pool);
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

// Reads one reference, and returns its error; "": none.
std::string ReadForm(const Value& value, Pool* pool, RefForm* form) {
  if (!value.IsObject()) return "want an object with name or external";
  form->external = TextAt(value, "external", pool);
  form->name = {.name = TextAt(value, "name", pool),
                .ns = TextAt(value, "namespace", pool)};
  form->kind = TextAt(value, "kind", pool);
  const bool has_name = !form->name.name.empty();
  if (has_name && !form->external.empty()) {
    return "cannot specify both name and external";
  }
  if (!has_name && form->external.empty()) {
    return "must specify either name or external";
  }
  return "";
}

std::string CheckList(const std::vector<RefForm>& forms, bool unique,
                      bool redacted) {
  auto is_name = [](const RefForm& form) { return form.external.empty(); };
  const bool has_names = std::any_of(forms.begin(), forms.end(), is_name);
  if (has_names && !std::all_of(forms.begin(), forms.end(), is_name)) {
    return "a list must not mix name and external";
  }
  std::set<absl::string_view> seen;
  for (const RefForm& form : forms) {
    if (!unique || has_names || seen.insert(form.external).second) continue;
    return absl::StrCat("duplicate external \"",
                        redacted ? "?" : Cut(form.external, limits::kName),
                        "\"");
  }
  return "";
}

}  // namespace

absl::StatusOr<RefForms> RefForms::Read(const Value& field, bool unique,
                                        Pool* pool) {
  RefForms read{.forms = {}, .is_list = field.IsArray()};
  std::string problem;
  if (read.is_list && field.Size() > limits::kRequirements) {
    problem = absl::StrCat("more than ", limits::kRequirements, " references");
  } else if (read.is_list) {
    LOOM_RETURN_IF_ERROR(Spend(kFormSteps * field.Size(), pool));
    for (const Value& value : field.GetArray()) {
      RefForm form;
      if (problem.empty()) problem = ReadForm(value, pool, &form);
      read.forms.push_back(std::move(form));
    }
    if (problem.empty()) {
      problem = CheckList(read.forms, unique, pool->redacted());
    }
  } else {
    problem = ReadForm(field, pool, &read.forms.emplace_back());
  }
  if (!problem.empty()) {
    read.failure = {.reason = reasons::kInvalid, .cause = std::move(problem)};
  }
  return read;
}

namespace {

// The steps of an entry at one target whose value is small.
constexpr uint64_t kPlaceSteps = 200;

}  // namespace

absl::StatusOr<EntryPlaces> EntryPlaces::Of(
    const std::vector<ExternalReference>& entries, Call& call) {
  EntryPlaces made(entries);
  std::map<std::string, uint32_t> positions;
  for (size_t entry = 0; entry < entries.size(); ++entry) {
    std::vector<uint32_t>& of = made.places_of_.emplace_back();
    LOOM_ASSIGN_OR_RETURN(std::vector<Place> places,
                          entries[entry].target.Places(call));
    LOOM_RETURN_IF_ERROR(Spend(kPlaceSteps * places.size(), call.pool));
    for (Place& place : places) {
      auto [at, is_new] =
          positions.emplace(place.name, uint32_t(made.places_.size()));
      if (is_new) {
        made.places_.push_back(std::move(place));
        made.entries_at_.emplace_back();
      }
      of.push_back(at->second);
      made.entries_at_[at->second].push_back(uint32_t(entry));
    }
  }
  return made;
}

bool EntryPlaces::HasKind(absl::string_view kind, size_t entry,
                          uint32_t place) const {
  const std::vector<uint32_t>& others = entries_at_[place];
  return std::any_of(others.begin(), others.end(), [&](uint32_t other) {
    const ExternalReference& reference = (*entries_)[other];
    return reference.kind.name.kind == kind &&
           reference.field.text() == (*entries_)[entry].field.text();
  });
}

std::string EntryPlaces::Kinds(size_t entry, uint32_t place) const {
  std::set<absl::string_view> seen;
  std::vector<std::string> named;
  for (uint32_t other : entries_at_[place]) {
    const ExternalReference& reference = (*entries_)[other];
    const std::string& kind = reference.kind.name.kind;
    if (reference.field.text() != (*entries_)[entry].field.text() ||
        !seen.insert(kind).second || named.size() == kMostNamed) {
      continue;
    }
    named.push_back(Cut(kind, limits::kName));
  }
  const size_t more = seen.size() - named.size();
  return absl::StrCat(absl::StrJoin(named, ", "),
                      more > 0 ? absl::StrCat(" and ", more, " more") : "");
}

absl::StatusOr<std::optional<Failure>> EntryPlaces::Check(const RefForms& forms,
                                                          size_t entry,
                                                          uint32_t place,
                                                          Pool* pool) const {
  // The cost of reading the entries of a target once.
  const uint64_t look = Finding(entries_at_[place].size());
  std::set<absl::string_view> seen = {"", (*entries_)[entry].kind.name.kind};
  std::optional<absl::string_view> unknown;
  for (const RefForm& form : forms.forms) {
    if (!seen.insert(form.kind).second) continue;
    LOOM_RETURN_IF_ERROR(Spend(look, pool));
    if (HasKind(form.kind, entry, place)) return std::nullopt;
    if (!unknown.has_value()) unknown = form.kind;
  }
  if (!unknown.has_value()) return Failure();
  LOOM_RETURN_IF_ERROR(Spend(look, pool));
  return Failure{
      .reason = reasons::kInvalid,
      .cause = absl::StrCat(
          "kind \"", pool->redacted() ? "?" : Cut(*unknown, limits::kName),
          "\" is not one of: ", Kinds(entry, place))};
}

}  // namespace loom

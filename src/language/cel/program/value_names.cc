// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/value_names.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/syntax/lexer.h"

namespace loom {
namespace {

// What changes while a composite lives, although nobody changes the composite.
constexpr ExpressionNames kNamesOfState =
    ExpressionNames(ExpressionName::kObserved) | ExpressionName::kDesired |
    ExpressionName::kContext | ExpressionName::kRequired |
    ExpressionName::kObject;

// Returns the resource that a location belongs to: resources[2]. The loop of a resource
// does not know its values, which are those of an item.
absl::string_view OwnerOf(absl::string_view place) {
  if (!absl::StartsWith(place, "resources[")) return "";
  const size_t end = place.find(']');
  if (end == place.npos) return "";
  const bool loops = absl::StartsWith(place.substr(end + 1), ".forEach");
  return loops ? "" : place.substr(0, end + 1);
}

bool IsOfPatchSet(absl::string_view place) {
  return absl::StartsWith(place, "patchSets[");
}

std::string WayText(const std::vector<NamedValue*>& way,
                    const NamedValue& begin) {
  std::string text;
  auto at = std::find(way.begin(), way.end(), &begin);
  for (; at != way.end(); ++at) absl::StrAppend(&text, (*at)->name, " -> ");
  return text + begin.name;
}

}  // namespace

std::shared_ptr<ValueNames> ValueNames::Of(const Input& part) {
  auto& made = part.Made<ValueNames>();
  if (made == nullptr) made = std::make_shared<ValueNames>();
  return made;
}

void ValueNames::Declare(const Input& section,
                         std::shared_ptr<NamedValues> values) {
  absl::string_view owner = section.place();
  absl::ConsumeSuffix(&owner, "values");
  absl::ConsumeSuffix(&owner, ".");
  scopes_.insert_or_assign(std::string(owner),
                           Scope{section, std::move(values)});
}

void ValueNames::AddUses(const Input& at, absl::string_view member,
                         absl::string_view text, ExpressionNames names) {
  for (const ExpressionRead& read : ReadsOf(text)) {
    if (read.name != "values") continue;
    const bool named = !read.path.empty() && !read.path.front().is_index;
    uses_.push_back({at, std::string(member), names,
                     named ? read.path.front().field : "",
                     PlaceIn(text, read.offset)});
  }
}

const ValueNames::Scope* ValueNames::ScopeAt(absl::string_view owner) const {
  auto found = scopes_.find(owner);
  return found == scopes_.end() ? nullptr : &found->second;
}

NamedValue* ValueNames::Find(absl::string_view place,
                             absl::string_view name) const {
  for (const auto& [owner, scope] : scopes_) {
    const bool counts =
        owner.empty() || owner == OwnerOf(place) || IsOfPatchSet(place);
    const NamedValue* found = counts ? scope.values->Find(name) : nullptr;
    if (found != nullptr) return &scope.values->list_[found->index];
  }
  return nullptr;
}

std::vector<std::string> ValueNames::NamesAt(absl::string_view place) const {
  std::vector<std::string> names;
  for (const auto& [owner, scope] : scopes_) {
    if (!owner.empty() && owner != OwnerOf(place)) continue;
    for (const NamedValue& value : scope.values->list()) {
      names.push_back(value.name);
    }
  }
  return names;
}

void ValueNames::CheckTwice() const {
  const Scope* all = ScopeAt("");
  for (const auto& [owner, scope] : scopes_) {
    if (owner.empty() || all == nullptr) continue;
    for (const NamedValue& value : scope.values->list()) {
      if (all->values->Find(value.name) == nullptr) continue;
      scope.section.Invalid(value.name,
                            "the input also has a value of this name",
                            ProblemKind::kDuplicate);
    }
  }
}

void ValueNames::Connect() const {
  for (const auto& [owner, scope] : scopes_) {
    for (NamedValue& value : scope.values->list_) {
      for (const std::string& name : value.reads) {
        NamedValue* read = Find(value.place, name);
        if (read != nullptr) value.needs.push_back(read);
      }
    }
  }
}

void ValueNames::Follow(NamedValue& value, std::vector<NamedValue*>* way,
                        std::map<const NamedValue*, bool>* done) const {
  const auto [row, is_new] = done->emplace(&value, false);
  if (!is_new) {
    if (row->second) return;
    // The way comes back to the value.
    const Scope* scope = ScopeAt(OwnerOf(value.place));
    scope->section.Invalid(value.name, absl::StrCat("the value needs itself: ",
                                                    WayText(*way, value)));
    return;
  }
  way->push_back(&value);
  for (const std::string& name : value.reads) {
    NamedValue* read = Find(value.place, name);
    if (read == nullptr) continue;
    Follow(*read, way, done);
    value.names = value.names | read->names;
    value.reads_status |= read->reads_status;
  }
  way->pop_back();
  (*done)[&value] = true;
}

void ValueNames::CheckUse(const Use& use) const {
  if (use.name.empty()) {
    return use.at.Invalid(
        use.member,
        absl::StrCat(use.place, ": values is read by name: write values.NAME"),
        ProblemKind::kExpression);
  }
  const std::string& place = use.at.place();
  const NamedValue* value = Find(place, use.name);
  if (value == nullptr) {
    const std::vector<std::string> names = NamesAt(place);
    return use.at.Invalid(
        use.member,
        absl::StrCat(use.place, ": unknown value \"", use.name, "\"",
                     names.empty() ? "; the input has no `values`" : ""),
        ProblemKind::kExpression, NearestName(use.name, names));
  }
  if (IsOfPatchSet(place)) return;
  if (!use.names.Has(ExpressionName::kObserved) &&
      (value->reads_status || value->names.Meets(kNamesOfState))) {
    return use.at.Invalid(
        use.member,
        absl::StrCat(use.place, ": values.", use.name,
                     " reads the state of a resource or of the composite, and "
                     "a name must not change with it"),
        ProblemKind::kExpression);
  }
  const std::string refused = FirstRefused(value->names, use.names);
  if (refused.empty()) return;
  use.at.Invalid(
      use.member,
      absl::StrCat(use.place, ": values.", use.name, " uses ", refused),
      ProblemKind::kExpression);
}

void ValueNames::Check() {
  CheckTwice();
  Connect();
  std::map<const NamedValue*, bool> done;
  for (const auto& [owner, scope] : scopes_) {
    for (NamedValue& value : scope.values->list_) {
      std::vector<NamedValue*> way;
      Follow(value, &way, &done);
    }
  }
  for (const Use& use : uses_) CheckUse(use);
  scopes_.clear();
  uses_.clear();
  uses_.shrink_to_fit();
}

void CheckValueNames(const Input& input) {
  if (input.Made<ValueNames>() != nullptr) ValueNames::Of(input)->Check();
}

}  // namespace loom

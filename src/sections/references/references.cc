// SPDX-License-Identifier: Apache-2.0
#include "sections/references/references.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "sections/references/resolver.h"
#include "sections/references/sources/external.h"
#include "sections/references/sources/object.h"
#include "sections/references/sources/typed.h"

namespace loom {
namespace {

// The remarks of a list come after those of the lists before it.
constexpr size_t kTypedOrder = size_t{1} << 20;
constexpr size_t kExternalOrder = size_t{1} << 21;

// Reports whether expressions may name the object that it reads.
bool HasName(const Entry& entry) {
  return !entry.name.empty() && entry.one_object() != nullptr;
}

}  // namespace

std::unique_ptr<const Section> References::Parse(Fields& input, bool early) {
  Entries list = ReferencesOf(input);
  auto access = AccessPolicy::Of(input);
  std::unique_ptr<const CompositeReferences> others;
  if (early) {
    input.Allow("referencesFromComposite");
  } else {
    others = CompositeReferences::Parse(input);
  }
  const bool has_entries = std::any_of(
      list->begin(), list->end(),
      [&](const Entry& entry) { return entry.target.is_early() == early; });
  const bool may_name =
      early && std::any_of(list->begin(), list->end(), HasName);
  if (!has_entries && !may_name && others == nullptr) return nullptr;
  return std::make_unique<const References>(
      std::move(list), early, has_entries, RequiredNames::Of(input.at()),
      std::move(access), std::move(others), OwnTemplates::Parse(input.at()));
}

std::unique_ptr<const Section> References::ParseEarly(Fields& input) {
  return Parse(input, /*early=*/true);
}

std::unique_ptr<const Section> References::ParseLate(Fields& input) {
  return Parse(input, /*early=*/false);
}

// Both sections check all entries, because otherwise one would send requirements while
// the other one fails.
absl::Status References::CheckNamespaces(Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  if (!Namespace(*composite).empty()) return absl::OkStatus();
  Problems problems;
  for (const Entry& entry : *list_) {
    if (entry.secret.has_value() && entry.secret->ns.empty()) {
      problems.Add(absl::StrCat(entry.place, ".obscured.secret.namespace"),
                   "required, because the composite is cluster-scoped");
    }
    for (const auto& source : entry.recipe->sources()) {
      const ObjectSource* object = source->as_object();
      if (object == nullptr) continue;
      const Lookup& lookup = object->lookup();
      const auto& known = lookup.kind.known;
      if (lookup.selects() || lookup.ns.given() || !known.has_value() ||
          known->scope != Scope::kNamespaced) {
        continue;
      }
      problems.Add(
          absl::StrCat(object->at(), ".namespace"),
          absl::StrCat("required for the namespaced kind ", known->kind,
                       ", because the composite is cluster-scoped"));
    }
  }
  return Annotate(problems.AsStatus(), "invalid Function input");
}

absl::Status References::NameObject(const Entry& entry, Call& call,
                                    Outcome* outcome) const {
  if (!HasName(entry) || !names_->Uses(entry.name)) {
    return absl::OkStatus();
  }
  const AccessPolicy* const policies[] = {call.access, access_.get()};
  LOOM_ASSIGN_OR_RETURN(
      ObjectFound found,
      entry.one_object()->FindObject(
          call, {.policies = policies, .wait_for = entry.policy.wait_for},
          outcome));
  if (found.object != nullptr) {
    call.required.SetNamed(entry.name, {{found.object}, /*is_list=*/false});
  } else if (!found.why_missing.empty()) {
    call.required.SetMissing(entry.name, found.why_missing);
  }
  return absl::OkStatus();
}

absl::Status References::Run(Call& call, Outcome* outcome) const {
  const bool resolves = has_entries_ || of_composite_ != nullptr;
  const bool names = names_->any();
  if (!resolves && !names) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(CheckNamespaces(call));
  Resolver resolver({call.access, access_.get()}, own_, call, outcome);
  for (size_t i = 0; i < list_->size(); ++i) {
    const Entry& entry = (*list_)[i];
    const bool is_early = entry.target.is_early();
    if (names && (early_ || !is_early)) {
      LOOM_RETURN_IF_ERROR(NameObject(entry, call, outcome));
    }
    if (is_early != early_) continue;
    LOOM_RETURN_IF_ERROR(resolver.Resolve(entry, i));
  }
  if (!resolves) return absl::OkStatus();
  if (of_composite_ == nullptr) return resolver.report().Finish();
  LOOM_ASSIGN_OR_RETURN(CompositeReferences::Found found,
                        of_composite_->Read(call));
  resolver.ContinueWithComposite(of_composite_->access());
  size_t order = list_->size();
  for (const Entry& entry : found.entries) {
    LOOM_RETURN_IF_ERROR(resolver.Resolve(entry, order++));
  }
  for (std::string& mistake : found.mistakes) {
    resolver.report().AddMistake(std::move(mistake), order++);
  }
  return resolver.report().Finish();
}

namespace {

template <typename Type>
std::unique_ptr<const Section> ParseList(Fields& input, absl::string_view name,
                                         size_t first_order) {
  std::vector<Entry> list;
  for (const Input& entry : input.ListSection(name)) {
    list.push_back(Type::Parse(entry, input));
    list.back().index = list.size() - 1;
  }
  auto access = AccessPolicy::Of(input);
  if (list.empty()) return nullptr;
  return std::make_unique<const ListedReferences>(std::move(list), first_order,
                                                  std::move(access));
}

}  // namespace

std::unique_ptr<const Section> ListedReferences::ParseTyped(Fields& input) {
  return ParseList<TypedReference>(input, "typedReferences", kTypedOrder);
}

std::unique_ptr<const Section> ListedReferences::ParseExternal(Fields& input) {
  return ParseList<ExternalReference>(input, "externalReferences",
                                      kExternalOrder);
}

absl::Status ListedReferences::Run(Call& call, Outcome* outcome) const {
  Resolver resolver({call.access, access_.get()}, own_, call, outcome);
  LOOM_RETURN_IF_ERROR(resolver.FindAlternatives(list_));
  for (const Entry& entry : list_) {
    LOOM_RETURN_IF_ERROR(resolver.Resolve(entry, first_order_ + entry.index));
  }
  return resolver.report().Finish();
}

}  // namespace loom

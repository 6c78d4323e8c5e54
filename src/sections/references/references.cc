// SPDX-License-Identifier: Apache-2.0
#include "sections/references/references.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "sections/references/obscured_field.h"
#include "sections/shared/targets/reference_report.h"

namespace loom {
namespace {

// The steps of an entry at one target whose value is small.
constexpr uint64_t kSteps = 200;

// The policies, each of which has to allow an object.
using Policies = std::vector<const AccessPolicy*>;

// Resolves the entries of one section in one call.
class Resolver {
 public:
  Resolver(Policies policies, const OwnTemplates& own, Call& call,
           Outcome* outcome)
      : policies_(std::move(policies)),
        own_(own),
        call_(call),
        outcome_(*outcome),
        report_(&call, outcome) {}

  ReferenceReport& report() { return report_; }

  // The entries from here on are those of the composite, and this policy has to allow
  // an object, too.
  void ContinueWithComposite(const AccessPolicy& policy) {
    policies_.push_back(&policy);
    of_composite_ = true;
  }

  absl::Status Resolve(const Reference& reference, size_t order) {
    LOOM_ASSIGN_OR_RETURN(std::vector<Place> places,
                          reference.target.Places(call_));
    for (const Place& place : places) {
      report_.Begin();
      LOOM_RETURN_IF_ERROR(ResolveAt(reference, order, place));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status ResolveAt(const Reference& reference, size_t order,
                         const Place& place) {
    LOOM_RETURN_IF_ERROR(Spend(kSteps, call_.pool));
    if (call_.observer != nullptr) {
      call_.observer->EntryBegan(PlaceOf(reference), reference.index);
    }
    const ToPolicy* to = reference.policy.to;
    if (!reference.secret.has_value()) {
      Field field(place, reference.to, to, &call_);
      return Fill(reference, order, place, field);
    }
    const Place secret = reference.secret->PlaceFor(place);
    LOOM_RETURN_IF_ERROR(CheckSecretName(reference, secret.name));
    const Path key = reference.secret->data();
    ObscuredField field(*reference.secret, place, secret, key, to, &call_);
    return Fill(reference, order, place, field);
  }

  absl::Status Fill(const Reference& reference, size_t order,
                    const Place& place, Field& field) {
    LOOM_RETURN_IF_ERROR(field.Read());
    LOOM_ASSIGN_OR_RETURN(const bool asks,
                          field.KeepBefore(reference.policy.resolve));
    if (!asks) return absl::OkStatus();
    const ResolveOptions options{.policies = policies_,
                                 .wait_for = reference.policy.wait_for,
                                 .into_encoded = field.is_encoded()};
    LOOM_ASSIGN_OR_RETURN(Resolution made,
                          reference.recipe.Make(call_, options, &outcome_));
    if (call_.incomplete) return absl::OkStatus();
    // The last value stays anyway. While an answer is pending, later entries use the
    // value in their requirements.
    if (made.state == Resolution::State::kPending ||
        made.state == Resolution::State::kNothing) {
      return field.KeepRest().status();
    }
    if (report_.HasStopped(place)) {
      LOOM_ASSIGN_OR_RETURN(const Keep kept, field.KeepRest());
      return reference.policy.required ? report_.AddStopped(place, kept)
                                       : absl::OkStatus();
    }
    if (made.state == Resolution::State::kValue) {
      LOOM_ASSIGN_OR_RETURN(made, field.Write(std::move(made.value)));
    }
    if (made.state != Resolution::State::kFailed) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const Keep kept, field.KeepRest());
    if (!reference.policy.required) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(std::string waits_for, WaitsFor(reference));
    return report_.Add(place, {.field = reference.field(),
                               .kept = kept,
                               .failure = made.failure,
                               .order = order,
                               .entry = PlaceOf(reference),
                               .fatal = reference.policy.fatal,
                               .waits_for = std::move(waits_for)});
  }

  // Its Secret would be merged into the resource that a template renders with that
  // name.
  absl::Status CheckSecretName(const Reference& reference,
                               const std::string& name) {
    const std::string by = own_.MadeBy(name, call_.expansions);
    if (by.empty()) return absl::OkStatus();
    return AnnotatePlace(
        Harmless(absl::FailedPreconditionError(absl::StrCat(
                     by, " also has the name \"", name, "\" of its Secret")),
                 absl::StrCat(by, " also has the name of its Secret")),
        absl::StrCat(reference.place, ".obscured.secret"));
  }

  // Returns a location in the input. A reference of the composite also has a location
  // in the composite.
  absl::string_view PlaceOf(const Reference& reference) const {
    if (of_composite_) return "referencesFromComposite";
    return reference.place;
  }

  // Returns the first composed resource of its sources that does not exist yet.
  absl::StatusOr<std::string> WaitsFor(const Reference& reference) {
    for (const auto& source : reference.recipe.sources()) {
      std::string name(source->resource());
      if (name.empty()) continue;
      LOOM_ASSIGN_OR_RETURN(const Value* observed,
                            call_.composed.Observed(name));
      if (observed == nullptr) return name;
    }
    return std::string();
  }

  Policies policies_;
  bool of_composite_ = false;
  const OwnTemplates& own_;
  Call& call_;
  Outcome& outcome_;
  ReferenceReport report_;
};

// Reports whether expressions may name the object that it reads.
bool HasName(const Reference& reference) {
  return !reference.name.empty() && reference.one_object() != nullptr;
}

}  // namespace

std::unique_ptr<const Section> References::Parse(Fields& input, bool early) {
  List list = ReferencesOf(input);
  auto access = AccessPolicy::Of(input);
  std::unique_ptr<const CompositeReferences> others;
  if (early) {
    input.Allow("referencesFromComposite");
  } else {
    others = CompositeReferences::Parse(input);
  }
  const bool has_entries = std::any_of(
      list->begin(), list->end(),
      [&](const Reference& entry) { return entry.target.is_early() == early; });
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
  LOOM_RETURN_IF_ERROR(Spend(Finding(list_->size()), call.pool));
  Problems problems;
  for (const Reference& reference : *list_) {
    if (reference.secret.has_value() && reference.secret->ns.empty()) {
      problems.Add(absl::StrCat(reference.place, ".obscured.secret.namespace"),
                   "required, because the composite is cluster-scoped");
    }
    for (const auto& source : reference.recipe.sources()) {
      const ObjectSource* object = source->object();
      if (object == nullptr || object->selects() || object->ns.given() ||
          !object->kind.known.has_value() ||
          object->kind.known->scope != Scope::kNamespaced) {
        continue;
      }
      problems.Add(absl::StrCat(object->place, ".namespace"),
                   absl::StrCat("required for the namespaced kind ",
                                object->kind.known->kind,
                                ", because the composite is cluster-scoped"));
    }
  }
  return Annotate(problems.AsStatus(), "invalid Function input");
}

void References::AddReads(Reads* reads) const {
  for (const Reference& reference : *list_) reference.AddReads(reads);
  if (of_composite_ != nullptr) of_composite_->AddReads(reads);
}

absl::Status References::NameObject(const Reference& reference, Call& call,
                                    Outcome* outcome) const {
  if (!HasName(reference) || !names_->Uses(reference.name)) {
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(Spend(kSteps, call.pool));
  const AccessPolicy* const policies[] = {call.access, access_.get()};
  LOOM_ASSIGN_OR_RETURN(
      const ObjectFound found,
      reference.one_object()->FindObject(
          call, {.policies = policies, .wait_for = reference.policy.wait_for},
          outcome));
  if (found.object != nullptr) {
    call.required.SetNamed(reference.name, {{found.object}, /*is_list=*/false});
  } else if (!found.refusal.empty()) {
    call.required.SetRefused(reference.name, found.refusal);
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
    const Reference& reference = (*list_)[i];
    const bool is_early = reference.target.is_early();
    if (names && (early_ || !is_early)) {
      LOOM_RETURN_IF_ERROR(NameObject(reference, call, outcome));
    }
    if (is_early != early_) continue;
    LOOM_RETURN_IF_ERROR(resolver.Resolve(reference, i));
  }
  if (!resolves) return absl::OkStatus();
  if (of_composite_ == nullptr) return resolver.report().Finish();
  LOOM_ASSIGN_OR_RETURN(CompositeReferences::Found found,
                        of_composite_->Read(call));
  resolver.ContinueWithComposite(of_composite_->access());
  size_t order = list_->size();
  for (const Reference& reference : found.references) {
    LOOM_RETURN_IF_ERROR(resolver.Resolve(reference, order++));
  }
  for (std::string& mistake : found.mistakes) {
    resolver.report().AddMistake(std::move(mistake), order++);
  }
  return resolver.report().Finish();
}

}  // namespace loom

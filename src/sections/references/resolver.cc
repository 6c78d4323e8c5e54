// SPDX-License-Identifier: Apache-2.0
#include "sections/references/resolver.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/observer.h"
#include "data/value/budget.h"
#include "sections/references/obscured.h"

namespace loom {
absl::Status Resolver::FindAlternatives(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    if (!entry.recipe->has_alternatives()) continue;
    LOOM_ASSIGN_OR_RETURN(const std::vector<Place> places,
                          entry.target.Places(call_));
    for (const Place& place : Each(places, call_.pool)) {
      alternatives_[place.name].push_back(&entry);
    }
  }
  return absl::OkStatus();
}

absl::Status Resolver::Resolve(const Entry& entry, size_t order) {
  LOOM_ASSIGN_OR_RETURN(const std::vector<Place> places,
                        entry.target.Places(call_));
  for (const Place& place : places) {
    LOOM_RETURN_IF_ERROR(ResolveAt(entry, order, place));
  }
  return absl::OkStatus();
}

absl::Status Resolver::ResolveAt(const Entry& entry, size_t order,
                                 const Place& place) {
  LOOM_RETURN_IF_ERROR(call_.Begin(PlaceOf(entry), entry.index));
  const ToPolicy* to = entry.policy.to;
  if (!entry.secret.has_value()) {
    Field field(place, entry.to, to, &call_);
    return Fill(entry, order, place, field);
  }
  const Place secret = entry.secret->PlaceFor(place);
  LOOM_RETURN_IF_ERROR(CheckSecretName(entry, secret.name));
  const Path key = entry.secret->data();
  ObscuredField field(*entry.secret, place, secret, key, to, &call_);
  return Fill(entry, order, place, field);
}

absl::Status Resolver::Fill(const Entry& entry, size_t order,
                            const Place& place, Field& field) {
  LOOM_RETURN_IF_ERROR(field.Read());
  Filling filling{.entry = entry,
                  .place = place,
                  .field = field,
                  .policies = policies_,
                  .call = call_,
                  .outcome = outcome_,
                  .alternatives = {}};
  if (entry.recipe->has_alternatives()) {
    filling.alternatives = alternatives_[place.name];
  }
  auto result = entry.recipe->Make(filling);
  LOOM_RETURN_IF_ERROR(result.status());
  if (!result->has_value()) return absl::OkStatus();
  Resolution& made = **result;
  report_.Begin();
  if (call_.incomplete || made.state == LookupState::kPending ||
      made.state == LookupState::kNothing) {
    return absl::OkStatus();
  }
  if (report_.HasStopped(place)) {
    LOOM_ASSIGN_OR_RETURN(const Keep kept, entry.recipe->KeepLast(filling));
    return entry.policy.required ? report_.AddStopped(place, kept)
                                 : absl::OkStatus();
  }
  if (made.state == LookupState::kFound) {
    LOOM_ASSIGN_OR_RETURN(made, field.Write(std::move(made.value)));
  }
  if (call_.observer != nullptr) {
    call_.observer->Tested(PlaceOf(entry), made.state != LookupState::kFailed);
  }
  if (made.state != LookupState::kFailed) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const Keep kept, entry.recipe->KeepLast(filling));
  if (!entry.policy.required) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(std::string waits_for, WaitsFor(entry));
  return report_.Add(place, {.field = entry.field,
                             .kept = kept,
                             .failure = made.failure,
                             .order = order,
                             .entry = PlaceOf(entry),
                             .fatal = entry.policy.fatal,
                             .waits_for = std::move(waits_for)});
}

// Its Secret would be merged into the resource that a template renders with that name.
absl::Status Resolver::CheckSecretName(const Entry& entry,
                                       const std::string& name) {
  const std::string by = own_.MadeBy(name, call_.expansions);
  if (by.empty()) return absl::OkStatus();
  return AnnotatePlace(
      Harmless(
          absl::FailedPreconditionError(absl::StrCat(
              "the name \"", name, "\" of its Secret is already used by ", by)),
          absl::StrCat("the name of its Secret is already used by ", by)),
      absl::StrCat(entry.place, ".obscured.secret"));
}

// Returns a location in the input. An entry of the composite also has a location in the
// composite.
absl::string_view Resolver::PlaceOf(const Entry& entry) const {
  if (of_composite_) return "referencesFromComposite";
  return entry.place;
}

// Returns the first composed resource of its sources that does not exist yet.
absl::StatusOr<std::string> Resolver::WaitsFor(const Entry& entry) {
  for (const auto& source : entry.recipe->sources()) {
    std::string name(source->resource());
    if (name.empty()) continue;
    LOOM_ASSIGN_OR_RETURN(const Value* observed,
                          call_.composed.Observed(call_.NameOf(name)));
    if (observed == nullptr) return name;
  }
  return std::string();
}

}  // namespace loom

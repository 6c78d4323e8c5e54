// SPDX-License-Identifier: Apache-2.0
#include "reference/references.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "reference/cycles.h"
#include "reference/reference_field.h"
#include "resource/fatal_reason.h"
#include "resource/object.h"
#include "value/budget.h"

namespace loom {
namespace {

constexpr absl::string_view kType = "ReferencesResolved";
// The steps of an entry whose value is small.
constexpr uint64_t kSteps = 200;

// Each of which has to allow an object.
using Policies = std::vector<const AccessPolicy*>;

// Resolves the entries of one section in one call.
class Resolver {
 public:
  Resolver(Policies policies, Call& call, Outcome* outcome)
      : policies_(std::move(policies)), call_(call), outcome_(*outcome) {}

  // From here on this policy has to allow an object, too.
  void Narrow(const AccessPolicy& policy) { policies_.push_back(&policy); }

  absl::Status Resolve(const Reference& reference, size_t order) {
    LOOM_RETURN_IF_ERROR(Spend(kSteps, call_.pool));
    LOOM_ASSIGN_OR_RETURN(std::vector<Place> places,
                          reference.target.Places(call_));
    if (places.empty() && call_.incomplete) {
      LOOM_RETURN_IF_ERROR(AddUnrendered(reference, &places));
    }
    for (const Place& place : places) {
      busy_ = true;
      LOOM_RETURN_IF_ERROR(ResolveAt(reference, order, place));
    }
    return absl::OkStatus();
  }

  // Tells a mistake in the composite.
  void Tell(std::string mistake, size_t order) {
    busy_ = true;
    if (call_.pool->discreet()) mistake = "the composite has a wrong reference";
    outcome_.not_ready = true;
    outcome_.remarks.push_back({.type = std::string(kType),
                                .status = ConditionStatus::kFalse,
                                .reason = std::string(reasons::kInvalid),
                                .text = std::move(mistake),
                                .order = order});
  }

  // What is to be said once all entries are resolved; an error makes the call
  // FATAL.
  absl::Status Finish() {
    TellCycles();
    Remark done{.type = std::string(kType), .reason = "Resolved"};
    if (!busy_) {
      done.reason = "NoReferences";
      done.idle = true;
    }
    outcome_.remarks.push_back(std::move(done));
    return outcome_.waits ? absl::OkStatus() : fatal_;
  }

 private:
  // A template of this input that an incomplete call does not render is most
  // likely a target if it is observed.
  absl::Status AddUnrendered(const Reference& reference,
                             std::vector<Place>* places) {
    if (reference.target.kind() != TargetKind::kResource) {
      return absl::OkStatus();
    }
    const std::string& name = reference.target.name();
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
    if (observed != nullptr) places->push_back({TargetKind::kResource, name});
    return absl::OkStatus();
  }

  absl::Status ResolveAt(const Reference& reference, size_t order,
                         const Place& place) {
    ReferenceField field(reference, place, &call_);
    LOOM_RETURN_IF_ERROR(field.Read());
    LOOM_ASSIGN_OR_RETURN(const bool asks, field.KeepBefore());
    if (!asks) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const bool into_secret_data, field.IsSecretData());
    const ResolveOptions options{.policies = policies_,
                                 .wait_for = reference.policy.wait_for,
                                 .into_secret_data = into_secret_data};
    LOOM_ASSIGN_OR_RETURN(
        Resolution made,
        reference.recipe.Make(call_, options, &outcome_.requirements));
    outcome_.waits |= made.state == Resolution::State::kPending;
    if (call_.incomplete) return absl::OkStatus();
    // The last value stays nevertheless. While an answer is pending, later entries
    // ask by it.
    if (stopped_.contains(place.Shown()) ||
        made.state == Resolution::State::kPending ||
        made.state == Resolution::State::kNothing) {
      return field.KeepRest().status();
    }
    if (made.state == Resolution::State::kValue) {
      LOOM_ASSIGN_OR_RETURN(made, field.Write(made.value));
    }
    if (made.state != Resolution::State::kFailed) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const Keep kept, field.KeepRest());
    return Fail(reference, order, place, kept, made.failure);
  }

  absl::Status Fail(const Reference& reference, size_t order,
                    const Place& place, Keep kept, const Failure& failure) {
    if (!reference.policy.required) return absl::OkStatus();
    stopped_.insert(place.Shown());
    Remark remark{.type = std::string(kType),
                  .status = StatusOf(failure),
                  .reason = std::string(failure.reason),
                  .text = TextOf(reference, place, kept, failure),
                  .order = order};
    if (reference.policy.fatal && fatal_.ok()) {
      fatal_ = WithReason(Harmless(absl::FailedPreconditionError(remark.text)),
                          failure.reason);
    }
    if (kept == Keep::kNothing) {
      outcome_.not_ready = true;
      LOOM_ASSIGN_OR_RETURN(bool is_new, place.IsNew(call_));
      if (is_new) {
        LOOM_ASSIGN_OR_RETURN(std::string source, WaitsFor(reference));
        withheld_[place.name] = {std::move(source), outcome_.remarks.size()};
        outcome_.withheld.push_back(call_.pool->Keep(place.name));
      }
    }
    outcome_.remarks.push_back(std::move(remark));
    return absl::OkStatus();
  }

  static std::string TextOf(const Reference& reference, const Place& place,
                            Keep kept, const Failure& failure) {
    std::string text = place.Shown();
    if (!reference.field().empty()) {
      absl::StrAppend(&text, " ", reference.field());
    }
    absl::StrAppend(&text, ": ", failure.cause);
    if (kept != Keep::kNothing) {
      absl::StrAppend(&text, ", the last value is kept");
    }
    if (!failure.where.empty())
      absl::StrAppend(&text, " (", failure.where, ")");
    return text;
  }

  // The first composed resource of its sources that is not there yet.
  absl::StatusOr<std::string> WaitsFor(const Reference& reference) {
    for (const auto& source : reference.recipe.sources()) {
      const std::string name(source->resource());
      if (name.empty()) continue;
      LOOM_ASSIGN_OR_RETURN(const Value* observed,
                            call_.composed.Observed(name));
      if (observed == nullptr) return name;
    }
    return std::string();
  }

  // Replaces the remarks of resources that wait for each other by one.
  void TellCycles() {
    std::map<std::string, std::string> waits_for;
    for (const auto& [name, waiting] : withheld_) {
      waits_for[name] = waiting.source;
    }
    // A cycle stands where its first remark stood.
    std::set<size_t> replaced;
    std::map<size_t, Remark> cycles;
    for (const std::vector<std::string>& cycle : CyclesOf(waits_for)) {
      size_t first = SIZE_MAX;
      for (const std::string& name : cycle) {
        replaced.insert(withheld_[name].remark);
        first = std::min(first, withheld_[name].remark);
      }
      cycles[first] = {.type = std::string(kType),
                       .status = ConditionStatus::kFalse,
                       .reason = std::string(reasons::kCycle),
                       .text = absl::StrCat(cycle.front(), ": reference cycle ",
                                            absl::StrJoin(cycle, " -> "),
                                            " -> ", cycle.front()),
                       .order = outcome_.remarks[first].order};
    }
    std::vector<Remark> kept;
    for (size_t i = 0; i < outcome_.remarks.size(); ++i) {
      auto cycle = cycles.find(i);
      if (cycle != cycles.end()) {
        kept.push_back(std::move(cycle->second));
      } else if (!replaced.contains(i)) {
        kept.push_back(std::move(outcome_.remarks[i]));
      }
    }
    outcome_.remarks = std::move(kept);
  }

  // What a withheld resource waits for, and its remark.
  struct Waiting {
    std::string source;
    size_t remark = 0;
  };

  Policies policies_;
  Call& call_;
  Outcome& outcome_;
  bool busy_ = false;
  std::set<std::string> stopped_;
  std::map<std::string, Waiting> withheld_;
  absl::Status fatal_;
};

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
  if (!has_entries && others == nullptr) return nullptr;
  return std::make_unique<const References>(
      std::move(list), early, std::move(access), std::move(others));
}

std::unique_ptr<const Section> References::ParseEarly(Fields& input) {
  return Parse(input, /*early=*/true);
}

std::unique_ptr<const Section> References::ParseLate(Fields& input) {
  return Parse(input, /*early=*/false);
}

// Both sections check all entries, because one of them would ask while the other
// one fails.
absl::Status References::CheckNamespaces(Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  if (!Namespace(*composite).empty()) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(Spend(Finding(list_->size()), call.pool));
  std::vector<std::string> problems;
  for (const Reference& reference : *list_) {
    if (reference.secret.has_value() && reference.secret->ns.empty()) {
      problems.push_back(absl::StrCat(reference.place,
                                      ".obscured.secret.namespace: required, "
                                      "because the composite is "
                                      "cluster-scoped"));
    }
    for (const auto& source : reference.recipe.sources()) {
      const ObjectSource* object = source->object();
      if (object == nullptr || object->by_labels || object->ns.given() ||
          !object->known.has_value() ||
          object->known->scope != Scope::kNamespaced) {
        continue;
      }
      problems.push_back(absl::StrCat(
          object->place, ".namespace: required for the namespaced kind ",
          object->known->kind, ", because the composite is cluster-scoped"));
    }
  }
  if (problems.empty()) return absl::OkStatus();
  return Harmless(absl::InvalidArgumentError(
      absl::StrCat("invalid Function input: ", absl::StrJoin(problems, "; "))));
}

absl::Status References::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(CheckNamespaces(call));
  Resolver resolver({call.access, access_.get()}, call, outcome);
  for (size_t i = 0; i < list_->size(); ++i) {
    const Reference& reference = (*list_)[i];
    if (reference.target.is_early() != early_) continue;
    LOOM_RETURN_IF_ERROR(resolver.Resolve(reference, i));
  }
  if (of_composite_ == nullptr) return resolver.Finish();
  LOOM_ASSIGN_OR_RETURN(CompositeReferences::Found found,
                        of_composite_->Read(call));
  resolver.Narrow(of_composite_->access());
  size_t order = list_->size();
  for (const Reference& reference : found.references) {
    LOOM_RETURN_IF_ERROR(resolver.Resolve(reference, order++));
  }
  for (std::string& mistake : found.mistakes) {
    resolver.Tell(std::move(mistake), order++);
  }
  return resolver.Finish();
}

}  // namespace loom

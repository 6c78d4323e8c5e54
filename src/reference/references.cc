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
#include "fieldpath/access.h"
#include "patch/destination.h"
#include "reference/cycles.h"
#include "reference/secret_text.h"
#include "resource/fatal_reason.h"
#include "resource/object.h"
#include "value/budget.h"

namespace loom {
namespace {

constexpr absl::string_view kType = "ReferencesResolved";
// The steps of an entry whose value is small.
constexpr uint64_t kSteps = 200;

// Resolves the entries of one section in one call.
class Resolver {
 public:
  Resolver(const AccessPolicy& access, Call& call, Outcome* outcome)
      : access_(access), call_(call), outcome_(*outcome) {}

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

  absl::StatusOr<const Value*> FieldOf(const Value* object, const Path& path) {
    if (object == nullptr || path.HasWildcard()) return nullptr;
    absl::StatusOr<const Value*> field = Get(*object, path, call_.pool);
    LOOM_RETURN_IF_ERROR(Spend(0, call_.pool));
    return field.ok() ? *field : nullptr;
  }

  absl::Status ResolveAt(const Reference& reference, size_t order,
                         const Place& place) {
    LOOM_ASSIGN_OR_RETURN(const Value* desired, place.Desired(call_));
    LOOM_ASSIGN_OR_RETURN(const Value* observed, place.Observed(call_));
    FieldState field;
    LOOM_ASSIGN_OR_RETURN(field.desired, FieldOf(desired, reference.to));
    LOOM_ASSIGN_OR_RETURN(field.observed, FieldOf(observed, reference.to));
    field.deleting =
        observed != nullptr &&
        Dig(*observed, {"metadata", "deletionTimestamp"}) != nullptr;
    const Keep kept = KeptBefore(reference.policy.resolve, field);
    if (kept != Keep::kNothing || field.deleting) {
      return Emit(reference, place, kept, field);
    }
    const ResolveOptions options{
        .server = *call_.access,
        .input = access_,
        .wait_for = reference.policy.wait_for,
        .into_secret_data =
            desired != nullptr && IsSecretData(*desired, reference.to)};
    LOOM_ASSIGN_OR_RETURN(
        Resolution made,
        reference.recipe.Make(call_, options, &outcome_.requirements));
    outcome_.waits |= made.state == Resolution::State::kPending;
    if (call_.incomplete) return absl::OkStatus();
    // While an answer is pending, later entries ask by the last value.
    if (stopped_.contains(place.Shown()) ||
        made.state == Resolution::State::kPending ||
        made.state == Resolution::State::kNothing) {
      return Emit(reference, place, KeptWithoutValue(field), field);
    }
    if (made.state == Resolution::State::kValue) {
      LOOM_ASSIGN_OR_RETURN(made,
                            Write(reference, place, std::move(made.value)));
    }
    if (made.state == Resolution::State::kFailed) {
      return Fail(reference, order, place, field, made.failure);
    }
    return absl::OkStatus();
  }

  // The value of the failed resolution if it could not be written.
  absl::StatusOr<Resolution> Write(const Reference& reference,
                                   const Place& place, Value value) {
    if (reference.to.segments().empty()) {  // a context key
      LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
      LOOM_RETURN_IF_ERROR(
          call_.context.Set(call_.pool->Keep(place.name), std::move(value)));
      return Resolution{.state = Resolution::State::kNothing};
    }
    const Destination destination{.path = reference.to,
                                  .policy = *reference.policy.to,
                                  .rules = RulesOf(Dialect::kNative)};
    absl::Status written = place.Change(call_, [&](Value& object) {
      return destination.Write(object, std::move(value), call_.pool);
    });
    LOOM_RETURN_IF_ERROR(call_.decoder.malformed());
    LOOM_RETURN_IF_ERROR(Spend(0, call_.pool));
    if (written.ok()) return Resolution{.state = Resolution::State::kNothing};
    return Resolution::Failed(reasons::kInvalid,
                              MessageOf(written, call_.pool->discreet()), "");
  }

  absl::Status Emit(const Reference& reference, const Place& place, Keep kept,
                    const FieldState& field) {
    if (kept != Keep::kObserved || call_.incomplete) return absl::OkStatus();
    return Write(reference, place, Copy(*field.observed, call_.pool)).status();
  }

  absl::Status Fail(const Reference& reference, size_t order,
                    const Place& place, const FieldState& field,
                    const Failure& failure) {
    const Keep kept = KeptWithoutValue(field);
    LOOM_RETURN_IF_ERROR(Emit(reference, place, kept, field));
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
    if (!reference.to.text().empty()) {
      absl::StrAppend(&text, " ", reference.to.text());
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
    std::set<size_t> replaced;
    std::vector<Remark> cycles;
    for (const std::vector<std::string>& cycle : CyclesOf(waits_for)) {
      size_t order = SIZE_MAX;
      for (const std::string& name : cycle) {
        const size_t at = withheld_[name].remark;
        replaced.insert(at);
        order = std::min(order, outcome_.remarks[at].order);
      }
      cycles.push_back(
          {.type = std::string(kType),
           .status = ConditionStatus::kFalse,
           .reason = std::string(reasons::kCycle),
           .text = absl::StrCat(cycle.front(), ": reference cycle ",
                                absl::StrJoin(cycle, " -> "), " -> ",
                                cycle.front()),
           .order = order});
    }
    std::vector<Remark> kept;
    for (size_t i = 0; i < outcome_.remarks.size(); ++i) {
      if (!replaced.contains(i)) kept.push_back(std::move(outcome_.remarks[i]));
    }
    std::move(cycles.begin(), cycles.end(), std::back_inserter(kept));
    outcome_.remarks = std::move(kept);
  }

  // What a withheld resource waits for, and its remark.
  struct Waiting {
    std::string source;
    size_t remark = 0;
  };

  const AccessPolicy& access_;
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
  if (std::none_of(list->begin(), list->end(), [&](const Reference& entry) {
        return entry.target.is_early() == early;
      })) {
    return nullptr;
  }
  return std::make_unique<const References>(std::move(list), early,
                                            std::move(access));
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
  std::vector<std::string> problems;
  for (const Reference& reference : *list_) {
    for (const auto& source : reference.recipe.sources()) {
      const ObjectSource* object = source->object();
      if (object == nullptr || object->by_labels || object->ns.given())
        continue;
      auto kind = object->kinds->Find(object->kind);
      if (!kind.has_value() || kind->scope != Scope::kNamespaced) continue;
      problems.push_back(absl::StrCat(
          object->place, ".namespace: required for the namespaced kind ",
          kind->kind, ", because the composite is cluster-scoped"));
    }
  }
  if (problems.empty()) return absl::OkStatus();
  return Harmless(absl::InvalidArgumentError(
      absl::StrCat("invalid Function input: ", absl::StrJoin(problems, "; "))));
}

absl::Status References::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(CheckNamespaces(call));
  Resolver resolver(*access_, call, outcome);
  for (size_t i = 0; i < list_->size(); ++i) {
    const Reference& reference = (*list_)[i];
    if (reference.target.is_early() != early_) continue;
    LOOM_RETURN_IF_ERROR(resolver.Resolve(reference, i));
  }
  return resolver.Finish();
}

}  // namespace loom

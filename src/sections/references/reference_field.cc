// SPDX-License-Identifier: Apache-2.0
#include "sections/references/reference_field.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/observer.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/budget.h"
#include "sections/shared/patches/destination.h"

namespace loom {

ReferenceField::ReferenceField(const Reference& reference, const Place& place,
                               Call* call)
    : reference_(reference),
      place_(place),
      holder_(reference.secret.has_value() ? reference.secret->PlaceFor(place)
                                           : place),
      path_(reference.secret.has_value() ? reference.secret->data()
                                         : reference.to),
      call_(*call) {}

absl::StatusOr<const Value*> ReferenceField::Find(const Value* object,
                                                  const Path& at) const {
  if (object == nullptr || at.HasWildcard()) return nullptr;
  absl::StatusOr<const Value*> field = Get(*object, at, call_.pool);
  if (EndsCall(field.status())) return field.status();
  return field.ok() ? *field : nullptr;
}

absl::StatusOr<std::vector<Path>> ReferenceField::Paths(
    const Value* desired) const {
  if (!path_.HasWildcard() || desired == nullptr) return std::vector{path_};
  auto paths = Expand(*desired, path_, {.create_last = true}, call_.pool);
  if (EndsCall(paths.status())) return paths.status();
  // The path is not expanded: writing to it reports the error.
  return paths.ok() ? *std::move(paths) : std::vector{path_};
}

absl::StatusOr<ReferenceField::Spot> ReferenceField::ReadSpot(
    Path at, const Value* desired) const {
  FieldState state{.deleting = deleting_};
  LOOM_ASSIGN_OR_RETURN(state.desired, Find(desired, at));
  LOOM_ASSIGN_OR_RETURN(state.observed, Find(observed_, at));
  // Checking whether a list holds only scalars examines each of its elements.
  const bool is_list = state.observed != nullptr && state.observed->IsArray();
  const size_t elements = is_list ? state.observed->Size() : 0;
  LOOM_RETURN_IF_ERROR(Spend(Reading(elements * sizeof(Value)), call_.pool));
  Spot spot{.path = std::move(at),
            .observed = state.observed,
            .before = KeptBefore(reference_.policy.resolve, state),
            .rest = KeptWithoutValue(state)};
  const bool has_more = reference_.policy.to->merges &&
                        state.observed != nullptr && IsSet(*state.observed);
  if (spot.rest == Keep::kDesired && has_more) spot.rest = Keep::kObserved;
  if (deleting_) spot.before = spot.rest;
  return spot;
}

absl::Status ReferenceField::Read() {
  LOOM_ASSIGN_OR_RETURN(const Value* target, place_.Observed(call_));
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  LOOM_ASSIGN_OR_RETURN(observed_, holder_.Observed(call_));
  deleting_ = target != nullptr &&
              Dig(*target, {"metadata", "deletionTimestamp"}) != nullptr;
  is_encoded_ = reference_.secret.has_value() ||
                (holder_.kind == TargetKind::kResource && desired != nullptr &&
                 IsEncoded(*desired, path_.segments()));
  LOOM_ASSIGN_OR_RETURN(std::vector<Path> paths, Paths(desired));
  for (Path& path : paths) {
    LOOM_ASSIGN_OR_RETURN(Spot spot, ReadSpot(std::move(path), desired));
    spots_.push_back(std::move(spot));
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> ReferenceField::KeepBefore() {
  bool asks = false;
  for (const Spot& spot : spots_) {
    LOOM_RETURN_IF_ERROR(KeepAt(spot, spot.before));
    asks |= spot.before == Keep::kNothing && !deleting_;
  }
  return asks;
}

absl::Status ReferenceField::WriteAt(const Path& at, const Value& value) {
  Value written = Copy(value, call_.pool);
  if (is_encoded_) {
    LOOM_RETURN_IF_ERROR(ToEncoded(at.segments(), &written, call_.pool));
  }
  return reference_.secret.has_value() ? PutInSecret(at, std::move(written))
                                       : Put(at, std::move(written));
}

absl::StatusOr<Resolution> ReferenceField::Write(const Value& value) {
  for (const Spot& spot : spots_) {
    if (spot.before != Keep::kNothing) continue;
    absl::Status written = WriteAt(spot.path, value);
    if (EndsCall(written)) return written;
    if (!written.ok()) {
      return Resolution::Failed(reasons::kInvalid,
                                MessageOf(written, call_.pool->redacted()), "");
    }
  }
  return Resolution{.state = Resolution::State::kNothing};
}

absl::StatusOr<Keep> ReferenceField::KeepRest() {
  Keep kept = Keep::kObserved;
  for (const Spot& spot : spots_) {
    if (spot.before != Keep::kNothing) continue;
    LOOM_RETURN_IF_ERROR(KeepAt(spot, spot.rest));
    if (spot.rest == Keep::kNothing) kept = Keep::kNothing;
  }
  return kept;
}

absl::Status ReferenceField::KeepAt(const Spot& spot, Keep kept) {
  if (call_.incomplete || kept == Keep::kNothing) return absl::OkStatus();
  absl::Status written;
  if (kept == Keep::kDesired) {
    if (reference_.secret.has_value()) written = PutRef();
  } else if (reference_.secret.has_value()) {
    written =
        PutInSecret(spot.path, Copy(*spot.observed, call_.pool), observed_);
  } else {
    written = Put(spot.path, Copy(*spot.observed, call_.pool), observed_);
  }
  // An existing value fits, unless the object around it has changed.
  return EndsCall(written) ? written : absl::OkStatus();
}

void ReferenceField::TellWritten(const Place& where, const Path& at,
                                 const Value* kept_from) {
  if (call_.observer == nullptr) return;
  FieldUse field = where.Use(at);
  field.object = kept_from;
  call_.observer->Wrote(field);
}

absl::Status ReferenceField::Put(const Path& at, Value value,
                                 const Value* kept_from) {
  if (at.segments().empty()) {  // a context key
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    TellWritten(holder_, at, kept_from);
    return call_.context.Set(call_.pool->Keep(holder_.name), std::move(value));
  }
  const Destination destination{.path = at,
                                .policy = *reference_.policy.to,
                                .rules = RulesOf(Dialect::kNative)};
  LOOM_RETURN_IF_ERROR(holder_.Change(call_, [&](Value& object) {
    return destination.Write(object, std::move(value), call_.pool);
  }));
  TellWritten(holder_, at, kept_from);
  return absl::OkStatus();
}

absl::Status ReferenceField::PutInSecret(const Path& at, Value value,
                                         const Value* kept_from) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  if (desired == nullptr) {
    LOOM_RETURN_IF_ERROR(call_.composed.SetDesired(
        call_.pool->Keep(holder_.name),
        reference_.secret->Compose(*composite, place_, call_.pool),
        Ready::kTrue));
  } else if (Kind(*desired) != "Secret") {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("resource ", holder_.name, " is not a Secret")));
  }
  LOOM_RETURN_IF_ERROR(Put(at, std::move(value), kept_from));
  return PutRef();
}

absl::Status ReferenceField::PutRef() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  const Destination destination{.path = reference_.secret->ref,
                                .policy = *reference_.policy.to,
                                .rules = RulesOf(Dialect::kNative)};
  LOOM_RETURN_IF_ERROR(place_.Change(call_, [&](Value& object) {
    return destination.Write(
        object, reference_.secret->RefTo(*composite, place_, call_.pool),
        call_.pool);
  }));
  TellWritten(place_, reference_.secret->ref, nullptr);
  return absl::OkStatus();
}

}  // namespace loom

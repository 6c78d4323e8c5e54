// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/field.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/bytes.h"
#include "data/value/object.h"
#include "language/input/rules.h"

namespace loom {

std::string Place::Shown() const {
  switch (holder) {
    case Holder::kComposite:
      return "composite";
    case Holder::kEnvironment:
      return "environment";
    case Holder::kContext:
      return absl::StrCat("context ", name);
    case Holder::kComposed:
    case Holder::kRequired:
      break;
  }
  return name;
}

absl::StatusOr<const Value*> Place::Desired(Call& call) const {
  if (holder == Holder::kComposite) return call.composite.Desired();
  if (holder == Holder::kComposed)
    return call.composed.Desired(call.NameOf(name));
  return nullptr;
}

absl::StatusOr<const Value*> Place::Observed(Call& call) const {
  if (holder == Holder::kComposite) return call.composite.Observed();
  if (holder == Holder::kComposed)
    return call.composed.Observed(call.NameOf(name));
  return nullptr;
}

absl::StatusOr<const Value*> Place::Source(Call& call) const {
  if (holder == Holder::kEnvironment) return call.context.Environment();
  if (holder == Holder::kContext) return call.context.Get(name);
  return Observed(call);
}

absl::StatusOr<bool> Place::IsNew(Call& call) const {
  if (holder != Holder::kComposed) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(call.NameOf(name)));
  return observed == nullptr;
}

absl::Status Place::Change(
    Call& call, absl::FunctionRef<absl::Status(Value&)> write) const {
  if (holder == Holder::kContext) {
    LOOM_ASSIGN_OR_RETURN(Value * present, call.context.Change(name));
    if (present != nullptr) return write(*present);
    Value value = Object();
    LOOM_RETURN_IF_ERROR(write(value));
    return call.context.Set(call.pool->Keep(name), std::move(value));
  }
  absl::StatusOr<Value*> object = nullptr;
  if (holder == Holder::kComposite) {
    object = call.composite.Change();
  } else if (holder == Holder::kEnvironment) {
    object = call.context.ChangeEnvironment();
  } else {
    object = call.composed.Change(call.NameOf(name));
  }
  LOOM_RETURN_IF_ERROR(object.status());
  return write(**object);
}

absl::Status Place::Erase(const Path& path, Call& call) const {
  if (call.incomplete) return absl::OkStatus();
  return Change(call, [&](Value& object) {
    EraseField(object, path, call.pool);
    return absl::OkStatus();
  });
}

namespace {

bool IsScalar(const Value& value) {
  return !value.IsObject() && !value.IsArray();
}

bool HoldsScalars(const Value& value) {
  return IsScalar(value) ||
         (value.IsArray() && std::all_of(value.Begin(), value.End(), IsScalar));
}

bool IsSetThere(const Value* value) {
  return value != nullptr && IsSet(*value);
}

}  // namespace

Keep KeptBefore(Resolve resolve, const FieldState& field) {
  if (field.deleting) return KeptWithoutValue(field);
  if (resolve == Resolve::kAlways) return Keep::kNothing;
  if (IsSetThere(field.desired)) return Keep::kDesired;
  if (IsSetThere(field.observed) && HoldsScalars(*field.observed)) {
    return Keep::kObserved;
  }
  return Keep::kNothing;
}

Keep KeptWithoutValue(const FieldState& field) {
  if (IsSetThere(field.desired)) return Keep::kDesired;
  return IsSetThere(field.observed) ? Keep::kObserved : Keep::kNothing;
}

absl::StatusOr<const Value*> Field::Find(const Value* object,
                                         const Path& at) const {
  if (at.HasWildcard()) return nullptr;
  return FindSet(object, at, call_.pool);
}

absl::Status Field::Expand(const Value* desired) {
  if (path_.HasWildcard() && desired != nullptr) {
    auto paths =
        loom::Expand(*desired, path_, {.create_last = true}, call_.pool);
    if (EndsCall(paths.status())) return paths.status();
    if (paths.ok()) {
      expanded_ = *std::move(paths);
      for (const Path& path : expanded_) spots_.push_back({.path = &path});
      return absl::OkStatus();
    }
    // Writing to the path that is not expanded reports the error.
  }
  spots_.push_back({.path = &path_});
  return absl::OkStatus();
}

absl::Status Field::Read() {
  LOOM_ASSIGN_OR_RETURN(const Value* desired, place_.Desired(call_));
  LOOM_ASSIGN_OR_RETURN(observed_, place_.Observed(call_));
  const Value* deleted = observed_;
  if (&Deleted() != &place_) {
    LOOM_ASSIGN_OR_RETURN(deleted, Deleted().Observed(call_));
  }
  deleting_ = deleted != nullptr &&
              Dig(*deleted, {"metadata", "deletionTimestamp"}) != nullptr;
  is_encoded_ |= to_ != nullptr && place_.holder == Place::Holder::kComposed &&
                 desired != nullptr && IsEncoded(*desired, path_.segments());
  LOOM_RETURN_IF_ERROR(Expand(desired));
  for (Spot& spot : spots_) {
    LOOM_ASSIGN_OR_RETURN(spot.desired, Find(desired, *spot.path));
    LOOM_ASSIGN_OR_RETURN(spot.observed, Find(observed_, *spot.path));
  }
  return absl::OkStatus();
}

absl::Status Field::Decide(Resolve resolve, Spot* spot) const {
  const FieldState state{.desired = spot->desired,
                         .observed = spot->observed,
                         .deleting = deleting_};
  // Checking whether a list holds only scalars examines each of its elements.
  const bool is_list = state.observed != nullptr && state.observed->IsArray();
  const size_t elements = is_list ? state.observed->Size() : 0;
  LOOM_RETURN_IF_ERROR(Spend(Reading(elements * sizeof(Value)), call_.pool));
  spot->before = KeptBefore(resolve, state);
  spot->rest = KeptWithoutValue(state);
  const bool has_more = to_->merges && state.observed != nullptr;
  if (spot->rest == Keep::kDesired && has_more) spot->rest = Keep::kObserved;
  if (deleting_) spot->before = spot->rest;
  return absl::OkStatus();
}

absl::StatusOr<bool> Field::KeepBefore(Resolve resolve) {
  for (Spot& spot : spots_) LOOM_RETURN_IF_ERROR(Decide(resolve, &spot));
  bool asks = false;
  for (const Spot& spot : spots_) {
    LOOM_RETURN_IF_ERROR(KeepAt(spot, spot.before));
    asks |= spot.before == Keep::kNothing && !deleting_;
  }
  return asks;
}

absl::StatusOr<Resolution> Field::Write(Value value) {
  if (spots_.empty() && !path_.HasWildcard()) {
    spots_.push_back({.path = &path_});
  }
  for (const Spot& spot : spots_) {
    if (spot.before != Keep::kNothing) continue;
    absl::Status written = WriteAt(*spot.path, value);
    if (EndsCall(written)) return written;
    if (!written.ok()) {
      return Resolution::Failed(reasons::kInvalid,
                                MessageOf(written, call_.pool->redacted()), "");
    }
  }
  return Resolution{.state = LookupState::kNothing};
}

// Without a policy, there is one location, which takes the value itself.
absl::Status Field::WriteAt(const Path& at, Value& value) {
  if (to_ == nullptr) return Put(at, std::move(value), nullptr);
  Value written = Copy(value, call_.pool);
  if (is_encoded_) {
    LOOM_RETURN_IF_ERROR(ToEncoded(at.segments(), &written, call_.pool));
  }
  return Put(at, std::move(written), nullptr);
}

absl::StatusOr<Keep> Field::KeepRest() {
  Keep kept = Keep::kObserved;
  for (const Spot& spot : spots_) {
    if (spot.before != Keep::kNothing) continue;
    LOOM_RETURN_IF_ERROR(KeepAt(spot, spot.rest));
    if (spot.rest == Keep::kNothing) kept = Keep::kNothing;
  }
  return kept;
}

absl::StatusOr<Keep> Field::KeepObserved() {
  const Spot& spot = spots_.front();
  if (call_.incomplete || spot.observed == nullptr) return Keep::kNothing;
  absl::Status written =
      Put(*spot.path, Copy(*spot.observed, call_.pool), observed_);
  if (EndsCall(written)) return written;
  return written.ok() ? Keep::kObserved : Keep::kNothing;
}

absl::Status Field::KeepAt(const Spot& spot, Keep kept) {
  if (call_.incomplete || kept == Keep::kNothing) return absl::OkStatus();
  const absl::Status written =
      kept == Keep::kDesired
          ? Finish()
          : Put(*spot.path, Copy(*spot.observed, call_.pool), observed_);
  // An existing value fits, unless the object around it has changed.
  return EndsCall(written) ? written : absl::OkStatus();
}

absl::Status Field::Put(const Path& at, Value value, const Value* kept_from) {
  LOOM_RETURN_IF_ERROR(Prepare());
  LOOM_RETURN_IF_ERROR(PutAt(place_, at, std::move(value), kept_from));
  return Finish();
}

absl::Status Field::PutAt(const Place& place, const Path& path, Value value,
                          const Value* kept_from) const {
  auto tell = [&] {
    if (call_.observer == nullptr) return;
    call_.observer->Wrote({.holder = place.holder,
                           .name = call_.NameOf(place.name),
                           .object = kept_from,
                           .path = path.segments()});
  };
  if (path.segments().empty()) {  // a context key
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    tell();
    return call_.context.Set(call_.pool->Keep(place.name), std::move(value));
  }
  auto write = [&](Value& object) -> absl::Status {
    if (to_ != nullptr) {
      const Destination destination{
          .path = path, .policy = *to_, .rules = RulesOf(Dialect::kNative)};
      return destination.Write(object, std::move(value), call_.pool);
    }
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    return loom::Put(object, path, std::move(value), call_.pool);
  };
  LOOM_RETURN_IF_ERROR(place.Change(call_, write));
  tell();
  return absl::OkStatus();
}

namespace {

constexpr struct {
  absl::string_view name;
  Decoding decoding;
} kDecodings[] = {{"Auto", Decoding::kAuto},
                  {"None", Decoding::kNone},
                  {"Base64", Decoding::kBase64}};

}  // namespace

Decoding ParseDecoding(Fields& fields) {
  const auto* row = fields.Choice("decode", kDecodings, &kDecodings[0]);
  return row == nullptr ? Decoding::kAuto : row->decoding;
}

absl::StatusOr<Resolution> ReadField(const Place& place, const Value& object,
                                     const FieldRead& field, std::string where,
                                     Call& call) {
  Pool* const pool = call.pool;
  const auto& segments = field.path.segments();
  if (call.observer != nullptr) {
    call.observer->Read({.holder = place.holder,
                         .name = call.NameOf(place.name),
                         .object = &object,
                         .path = segments});
  }
  auto failed = [&](absl::string_view reason, const absl::Status& why) {
    return Resolution::Failed(reason, MessageOf(why, pool->redacted()),
                              std::move(where));
  };
  absl::StatusOr<const Value*> found = Get(object, field.path, pool);
  if (EndsCall(found.status())) return found.status();
  if (!found.ok()) {
    return failed(absl::IsNotFound(found.status()) ? reasons::kFieldMissing
                                                   : reasons::kInvalid,
                  Harmless(found.status()));
  }
  if (!IsSet(**found)) {
    return Resolution::Failed(reasons::kFieldMissing, "the field is empty",
                              std::move(where));
  }
  auto made = [&](Value value) {
    Resolution resolution = Resolution::Of(std::move(value));
    resolution.failure.where = std::move(where);
    return resolution;
  };
  if (field.decoding == Decoding::kBase64 ||
      (field.decoding == Decoding::kAuto && IsEncoded(object, segments))) {
    absl::StatusOr<Value> decoded = DecodedBytes(**found, pool);
    if (EndsCall(decoded.status())) return decoded.status();
    if (!decoded.ok()) return failed(reasons::kInvalid, decoded.status());
    return made(*std::move(decoded));
  }
  return made(field.decoding == Decoding::kAuto && field.into_encoded
                  ? StringsToBytes(**found, pool)
                  : Copy(**found, pool));
}

bool IsSet(const Value& value) {
  return !value.IsNull() &&
         !(value.IsString() && value.GetStringLength() == 0) &&
         !(value.IsArray() && value.Empty());
}

absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool) {
  if (object == nullptr) return nullptr;
  absl::StatusOr<const Value*> field = Get(*object, path, pool);
  if (EndsCall(field.status())) return field.status();
  return field.ok() && IsSet(**field) ? *field : nullptr;
}

}  // namespace loom

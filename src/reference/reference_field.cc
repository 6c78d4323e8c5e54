// SPDX-License-Identifier: Apache-2.0
#include "reference/reference_field.h"

#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "fieldpath/access.h"
#include "patch/destination.h"
#include "reference/secret_text.h"
#include "resource/object.h"
#include "value/budget.h"

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

absl::StatusOr<const Value*> ReferenceField::Find(const Value* object) const {
  if (object == nullptr || path_.HasWildcard()) return nullptr;
  absl::StatusOr<const Value*> field = Get(*object, path_, call_.pool);
  LOOM_RETURN_IF_ERROR(Spend(0, call_.pool));
  return field.ok() ? *field : nullptr;
}

absl::StatusOr<FieldState> ReferenceField::Read() {
  FieldState state;
  LOOM_ASSIGN_OR_RETURN(const Value* target, place_.Observed(call_));
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  LOOM_ASSIGN_OR_RETURN(const Value* observed, holder_.Observed(call_));
  LOOM_ASSIGN_OR_RETURN(state.desired, Find(desired));
  LOOM_ASSIGN_OR_RETURN(state.observed, Find(observed));
  state.deleting = target != nullptr &&
                   Dig(*target, {"metadata", "deletionTimestamp"}) != nullptr;
  return state;
}

absl::StatusOr<bool> ReferenceField::IsSecretData() const {
  // What goes to an obscured Secret is encoded when it is written.
  if (reference_.secret.has_value()) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  return desired != nullptr && loom::IsSecretData(*desired, path_);
}

absl::StatusOr<Resolution> ReferenceField::Write(Value value) {
  absl::Status written;
  if (reference_.secret.has_value()) {
    absl::StatusOr<Value> data = SecretDataOf(value, call_.pool);
    written = data.ok() ? PutInSecret(*std::move(data)) : data.status();
  } else {
    written = Put(std::move(value));
  }
  LOOM_RETURN_IF_ERROR(call_.decoder.malformed());
  LOOM_RETURN_IF_ERROR(Spend(0, call_.pool));
  if (written.ok()) return Resolution{.state = Resolution::State::kNothing};
  return Resolution::Failed(reasons::kInvalid,
                            MessageOf(written, call_.pool->discreet()), "");
}

absl::Status ReferenceField::Keep(loom::Keep kept, const FieldState& state) {
  if (call_.incomplete || kept == loom::Keep::kNothing) return absl::OkStatus();
  absl::Status written;
  if (kept == loom::Keep::kDesired) {
    if (reference_.secret.has_value()) written = PutRef();
  } else if (reference_.secret.has_value()) {
    written = PutInSecret(Copy(*state.observed, call_.pool));
  } else {
    written = Put(Copy(*state.observed, call_.pool));
  }
  // A value that was there before fits, unless what is around it has changed.
  LOOM_RETURN_IF_ERROR(call_.decoder.malformed());
  return Spend(0, call_.pool);
}

absl::Status ReferenceField::Put(Value value) {
  if (path_.segments().empty()) {  // a context key
    LOOM_RETURN_IF_ERROR(Charge(value, call_.pool));
    return call_.context.Set(call_.pool->Keep(holder_.name), std::move(value));
  }
  const Destination destination{.path = path_,
                                .policy = *reference_.policy.to,
                                .rules = RulesOf(Dialect::kNative)};
  return holder_.Change(call_, [&](Value& object) {
    return destination.Write(object, std::move(value), call_.pool);
  });
}

absl::Status ReferenceField::PutInSecret(Value value) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  if (desired == nullptr) {
    call_.composed.SetDesired(
        call_.pool->Keep(holder_.name),
        reference_.secret->Compose(*composite, place_, call_.pool),
        Ready::kTrue);
  } else if (Kind(*desired) != "Secret") {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("resource ", holder_.name, " is not a Secret")));
  }
  LOOM_RETURN_IF_ERROR(Put(std::move(value)));
  return PutRef();
}

absl::Status ReferenceField::PutRef() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  const Destination destination{.path = reference_.secret->ref,
                                .policy = *reference_.policy.to,
                                .rules = RulesOf(Dialect::kNative)};
  return place_.Change(call_, [&](Value& object) {
    return destination.Write(
        object, reference_.secret->RefTo(*composite, place_, call_.pool),
        call_.pool);
  });
}

}  // namespace loom

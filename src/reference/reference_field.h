// SPDX-License-Identifier: Apache-2.0
// A ReferenceField is the field that a reference fills, at one place of its target
// in one call.
//
//   ReferenceField field(reference, place, &call);
//   LOOM_ASSIGN_OR_RETURN(FieldState state, field.Read());
//   LOOM_RETURN_IF_ERROR(field.Keep(KeptWithoutValue(state), state));
//
// The field of an obscured reference is the key of a composed Secret
// (obscured_secret.h). Whenever that has a value, the resource gets the reference
// to it.
#pragma once

#include <utility>

#include "absl/status/statusor.h"
#include "call/call.h"
#include "reference/decision.h"
#include "reference/reference.h"
#include "reference/resolution.h"

namespace loom {

class ReferenceField {
 public:
  // All must outlive this object.
  ReferenceField(const Reference& reference, const Place& place, Call* call);

  // The field before it is resolved. The pointers hold until it is changed.
  absl::StatusOr<FieldState> Read();
  // Whether it is data of a Secret that an author named.
  absl::StatusOr<bool> IsSecretData() const;

  // kNothing, or kFailed if the value has no place there. An error is one of the
  // request or of the account of the call.
  absl::StatusOr<Resolution> Write(Value value);
  absl::Status Keep(loom::Keep kept, const FieldState& state);

 private:
  absl::StatusOr<const Value*> Find(const Value* object) const;
  absl::Status Put(Value value);
  absl::Status PutInSecret(Value value);
  absl::Status PutRef();

  const Reference& reference_;
  const Place& place_;
  // Where the value stands.
  const Place holder_;
  const Path path_;
  Call& call_;
};

}  // namespace loom

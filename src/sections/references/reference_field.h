// SPDX-License-Identifier: Apache-2.0
// A ReferenceField is the field that a reference fills, at one place of its target
// in one call: one spot, or for a path with `[*]` each spot that it matches in the
// desired object. Each spot follows the table of KeptBefore for itself.
//
//   ReferenceField field(reference, place, &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(bool asks, field.KeepBefore());
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepRest());
//
// Under a policy that merges, a value that is only a part of what the field holds
// is no reason to drop the rest: without a value, the observed one is merged into
// the desired one.
//
// The field of an obscured reference is the key of a composed Secret
// (ObscuredSecret). Whenever that has a value, the resource gets the reference
// to it.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/shared/targets/decision.h"
#include "sections/shared/targets/reference.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

class ReferenceField {
 public:
  // All must outlive this object.
  ReferenceField(const Reference& reference, const Place& place, Call* call);

  // Reads the spots before they are resolved. It comes first. Errors, here and
  // below, are those of the request or of the account of the call.
  absl::Status Read();
  // Whether the field is data of a Secret that an author named.
  absl::StatusOr<bool> IsSecretData() const;

  // Keeps what needs no value. Whether the source is asked for a value.
  absl::StatusOr<bool> KeepBefore();
  // Writes a value to the spots that need one. kNothing, or kFailed if the value
  // has no place there.
  absl::StatusOr<Resolution> Write(const Value& value);
  // Keeps what there is without a value, in the spots that need one. kNothing if
  // one of them has nothing.
  absl::StatusOr<Keep> KeepRest();

 private:
  struct Spot {
    Path path;
    const Value* observed = nullptr;
    Keep before = Keep::kNothing;
    Keep rest = Keep::kNothing;
  };

  absl::StatusOr<std::vector<Path>> Paths(const Value* desired) const;
  absl::StatusOr<const Value*> Find(const Value* object, const Path& at) const;
  absl::StatusOr<Spot> ReadSpot(Path at, const Value* desired) const;
  absl::Status KeepAt(const Spot& spot, Keep kept);
  // A value that is kept stands in the observed object `kept_from`.
  absl::Status Put(const Path& at, Value value,
                   const Value* kept_from = nullptr);
  absl::Status PutInSecret(const Path& at, Value value,
                           const Value* kept_from = nullptr);
  void TellWritten(const Place& where, const Path& at, const Value* kept_from);
  absl::Status PutRef();

  const Reference& reference_;
  const Place& place_;
  // Where the value stands.
  const Place holder_;
  const Path path_;
  Call& call_;
  const Value* observed_ = nullptr;  // the holder
  bool deleting_ = false;
  std::vector<Spot> spots_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// A ReferenceField is the field that a reference fills in one target object in one
// call: one location, or for a path with `[*]` each location that it matches in the
// desired object. Each location follows the table of KeptBefore on its own.
//
//   ReferenceField field(reference, place, &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(bool asks, field.KeepBefore());
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepRest());
//
// Under a policy that merges, a value that is only a part of the field must not remove
// the rest: without a value, the observed value is merged into the desired one.
//
// The field of an obscured reference is the key of a composed Secret (ObscuredSecret).
// Whenever the key has a value, the resource gets the reference to it.
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

  // Reads the locations before they are resolved. Call this first. Errors, here and
  // below, come from the request or the account of the call.
  absl::Status Read();
  // Returns whether the field holds base64 (crossplane/kinds/encoded_fields.h).
  bool is_encoded() const { return is_encoded_; }

  // Keeps what needs no value. Returns whether the source is asked for a value.
  absl::StatusOr<bool> KeepBefore();
  // Writes a value to the locations that need one. Returns kNothing, or kFailed if the
  // value does not fit there.
  absl::StatusOr<Resolution> Write(const Value& value);
  // Keeps what is available without a value, in the locations that need one. Returns
  // kNothing if one of them has nothing.
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
  absl::Status WriteAt(const Path& at, const Value& value);
  // Writes a value. A kept value comes from the observed object `kept_from`.
  absl::Status Put(const Path& at, Value value,
                   const Value* kept_from = nullptr);
  absl::Status PutInSecret(const Path& at, Value value,
                           const Value* kept_from = nullptr);
  void TellWritten(const Place& where, const Path& at, const Value* kept_from);
  absl::Status PutRef();

  const Reference& reference_;
  const Place& place_;
  // The object that holds the value.
  const Place holder_;
  const Path path_;
  Call& call_;
  const Value* observed_ = nullptr;  // the holder
  bool deleting_ = false;
  bool is_encoded_ = false;
  std::vector<Spot> spots_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// A ResourceField is a field of a composed resource that one typed or external
// reference fills on every call. While the reference has no value, the field keeps
// the observed one, because Crossplane deletes a field that is no longer desired.
//
//   ResourceField field(place, path, &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepObserved());
//
// The path has no wildcard. For a resource that is being deleted, nothing is
// resolved any more, so the field keeps its value.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "data/fieldpath/path.h"
#include "sections/shared/targets/decision.h"
#include "sections/shared/targets/target.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

class ResourceField {
 public:
  // All must outlive this object.
  ResourceField(const Place& place, const Path& path, Call* call)
      : place_(place), path_(path), call_(*call) {}

  // Comes first. Errors, here and below, are those of the request or of the
  // account of the call.
  absl::Status Read();

  // The values; nullptr if they are not set.
  const Value* desired() const { return desired_; }
  const Value* observed() const { return observed_; }
  bool deleting() const { return deleting_; }

  // Writes the value. kFailed if it has no place in the resource, otherwise
  // kNothing.
  absl::StatusOr<Resolution> Write(Value value);
  // Writes the observed value, if it is set. Whether it was.
  absl::StatusOr<Keep> KeepObserved();

 private:
  absl::StatusOr<const Value*> Find(const Value* object) const;

  const Place& place_;
  const Path& path_;
  Call& call_;
  const Value* desired_ = nullptr;
  const Value* observed_ = nullptr;
  bool deleting_ = false;
};

// The value at a path of an object; nullptr if it is not set (IsSet). An error is
// one of the account of the call.
absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool);

}  // namespace loom

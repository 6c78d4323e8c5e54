// SPDX-License-Identifier: Apache-2.0
// ResolveObject finds the value of an ObjectSource in one call: it finds the objects
// (crossplane/call/lookup.h), and reads the field of each. The failures of FindObjects
// are added to these:
//
//   object is not ready                     ReferenceNotReady
//   data.region: no such field              FieldMissing
//   the field is empty                      FieldMissing: "", null or []
//   data: not an array                      InvalidReference
//
// The object that was looked for follows in parentheses: (v1 ConfigMap infra/common
// data.region).
#pragma once

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field_source.h"
#include "crossplane/contract/outcome.h"
#include "sections/shared/values_from/object_source.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

enum class WaitFor { kExists, kReady };

struct ResolveOptions {
  AccessPolicies policies;
  WaitFor wait_for = WaitFor::kExists;
  // Whether the destination holds base64 (crossplane/call/field_source.h).
  bool into_encoded = false;
};

// Reports whether a reference has to wait for an existing object (IsReady of
// crossplane/objects/status.h). kObjectNotReady is the message.
bool Waits(const ResolveOptions& options, const Value& object, Pool* pool);
inline constexpr absl::string_view kObjectNotReady = "object is not ready";

// Resolves the source, and adds requirements to the outcome. An error comes from the
// request or the account of the call, not from the reference.
absl::StatusOr<Resolution> ResolveObject(const ObjectSource& source,
                                         const ResolveOptions& options,
                                         Call& call, Outcome* outcome);

// The one object that a source reads.
struct ObjectFound {
  const Value* object =
      nullptr;  // nullptr: it is not there, or may not be read
  absl::string_view refusal = "";  // why it may not be read
};

// Does the same for the object itself, independent of its field. The source must not
// read several objects (SelectionMode::kMultiple).
absl::StatusOr<ObjectFound> FindObject(const ObjectSource& source,
                                       const ResolveOptions& options,
                                       Call& call, Outcome* outcome);

// Returns the value at a path of an object, as ResolveObject reads it. What was decoded is
// bytes, and so are all strings that will be encoded.
absl::StatusOr<Resolution> ReadField(const Value& object, const Path& path,
                                     Decoding decoding, bool into_encoded,
                                     std::string where, Pool* pool);

// Reports whether a value is set: it is not null, "" or [].
bool IsSet(const Value& value);

}  // namespace loom

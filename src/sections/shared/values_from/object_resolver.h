// SPDX-License-Identifier: Apache-2.0
// ResolveObject finds the value of an ObjectSource in one call:
//
//   kind known? → name and namespace → allowed? → ask → pick → ready? → field
//
// A step that stops it is a failure with its reason (resolution.h), or pending if an
// answer is missing. Objects are requested in every round, so that the requirements of
// a call stay the same.
//
//   object not found                        ReferenceNotFound
//   2 objects match, want 1                 AmbiguousMatch
//   1 object matches, want at least 2       ReferenceNotFound
//   object is not ready                     ReferenceNotReady
//   data.region: no such field              FieldMissing
//   the field is empty                      FieldMissing: "", null or []
//   data: not an array                      InvalidReference
//   composite spec.name: no such field      FieldMissing: of nameFrom
//   a name is longer than 253 bytes         InvalidReference: also a label
//   not allowed across namespaces           ReferenceNotAllowed
//
// The failures of LookUpKind are added. The object that was looked for follows in
// parentheses: (v1 ConfigMap infra/common data.region). A query shows its labels
// instead of a name, and `?` replaces a name that is not known or not shown.
#pragma once

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/shared/values_from/object_source.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

enum class WaitFor { kExists, kReady };

struct ResolveOptions {
  AccessPolicies policies;
  WaitFor wait_for = WaitFor::kExists;
  // Whether the destination holds base64 (field_source.h).
  bool into_encoded = false;
};

// Reports whether a reference has to wait for an existing object (IsReady of
// crossplane/objects/status.h). kObjectNotReady is the message.
bool Waits(const ResolveOptions& options, const Value& object, Pool* pool);
inline constexpr absl::string_view kObjectNotReady = "object is not ready";

// Resolves the source, and adds requirements to `asked`. An error comes from the
// request or the account of the call, not from the reference.
absl::StatusOr<Resolution> ResolveObject(const ObjectSource& source,
                                         const ResolveOptions& options,
                                         Call& call, Requirements* asked);

// The one object that a source reads.
struct ObjectFound {
  const Value* object =
      nullptr;           // nullptr: it is not there, or may not be read
  bool pending = false;  // an answer is missing
  absl::string_view refusal = "";  // why it may not be read
};

// Does the same for the object itself, independent of its field. The source must not
// read several objects (SelectionMode::kMultiple).
absl::StatusOr<ObjectFound> FindObject(const ObjectSource& source,
                                       const ResolveOptions& options,
                                       Call& call, Requirements* asked);

// Returns the value at a path of an object, as ResolveObject reads it. What was decoded is
// bytes, and so are all strings that will be encoded.
absl::StatusOr<Resolution> ReadField(const Value& object, const Path& path,
                                     Decoding decoding, bool into_encoded,
                                     std::string where, Pool* pool);

// Reports whether a value is set: it is not null, "" or [].
bool IsSet(const Value& value);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// ResolveObject finds the value of an ObjectSource in one call:
//
//   kind known? → name and namespace → allowed? → ask → pick → ready? → field
//
// Whatever stops it on the way is a failure with its reason (resolution.h), or pending
// if an answer is missing. What is asked for is asked for in every round, so that
// the requirements of a call stay the same.
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
// and those of LookUpKind. The place in parentheses behind it names what was looked
// for: (v1 ConfigMap infra/common data.region), with the labels of a query in place
// of the name, and `?` for a name that is not known or not shown.
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
  // Whether the value goes to data of a Secret (field_source.h).
  bool into_secret_data = false;
};

// Whether a reference has to wait for an object that is there (IsReady of
// crossplane/objects/status.h), and what it says then.
bool Waits(const ResolveOptions& options, const Value& object, Pool* pool);
inline constexpr absl::string_view kObjectNotReady = "object is not ready";

// Adds requirements to `asked`. An error is one of the request or of the account
// of the call, not of the reference.
absl::StatusOr<Resolution> ResolveObject(const ObjectSource& source,
                                         const ResolveOptions& options,
                                         Call& call, Requirements* asked);

// What was found of the one object that a source reads.
struct ObjectFound {
  const Value* object =
      nullptr;           // nullptr: it is not there, or may not be read
  bool pending = false;  // an answer is missing
};

// The same for the object itself, whatever its field has. The source does not read
// several (SelectionMode::kMultiple).
absl::StatusOr<ObjectFound> FindObject(const ObjectSource& source,
                                       const ResolveOptions& options,
                                       Call& call, Requirements* asked);

// The value at a path of an object, as ResolveObject reads it.
absl::StatusOr<Resolution> ReadField(const Value& object, const Path& path,
                                     Decoding decoding, bool into_secret_data,
                                     std::string where, Pool* pool);

// Whether a value counts as set: it is not null, "" or [].
bool IsSet(const Value& value);

}  // namespace loom

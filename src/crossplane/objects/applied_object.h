// SPDX-License-Identifier: Apache-2.0
// AppliedObject returns the part of an observed object that Crossplane has applied.
// Desiring this part again changes nothing.
//
// Crossplane uses server-side apply: a field that it owns is removed when it is no
// longer desired, and a field that it does not own is taken over when it is desired.
// The result therefore has exactly the fields of Crossplane's own manager. Listed
// fields that do not exist are skipped. A list element occurs as often as in the
// observed list.
//
// If the entry of the manager is missing or unreadable, the result has all fields
// except the status and those that others write. Its metadata then has only name,
// namespace, labels and annotations. In both cases, the result lacks the labels, the
// annotation and the owner that Crossplane adds to each resource that it composes.
//
// The format of fieldsV1 is that of Kubernetes (structured-merge-diff).
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

// `observed` must be a whole object and outlive the result. Errors are those of the
// account of the call.
absl::StatusOr<Value> AppliedObject(const Value& observed, Pool* pool);

}  // namespace loom

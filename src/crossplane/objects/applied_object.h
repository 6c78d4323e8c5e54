// SPDX-License-Identifier: Apache-2.0
// AppliedObject returns what Crossplane has applied of an observed object: desiring it
// again changes nothing.
//
//   observed                              applied
//   metadata:                             metadata:
//     name: shop-db-4b9e                    name: shop-db-4b9e
//     labels: {tier: gold, team: blue}      labels: {tier: gold}
//     managedFields:
//     - manager: apiextensions.crossplane.io/composed/3f9c…
//       operation: Apply
//       fieldsV1:
//         f:metadata: {f:labels: {f:tier: {}}}
//         f:spec: {f:size: {}}
//   spec: {size: 3, defaulted: true}      spec: {size: 3}
//   status: {…}
//
// Crossplane applies on the server side, so a field that it owned and that is no longer
// desired is removed, and one that it did not own and that is desired is taken over. So
// the object has exactly the fields of Crossplane's own manager. Fields that are listed
// and are not there are passed over, and an element of a list is there as often as the
// list has it.
//
// Without such an entry, or with one that cannot be read, the object has everything but
// its status and what others write: of its metadata only name, namespace, labels and
// annotations. Neither form has the labels, the annotation and the owner that Crossplane
// adds to whatever it composes.
//
// The format of fieldsV1 is that of Kubernetes (structured-merge-diff).
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

// `observed` is a whole object, and has to outlive the result. Errors are those of the
// account of the call.
absl::StatusOr<Value> AppliedObject(const Value& observed, Pool* pool);

}  // namespace loom

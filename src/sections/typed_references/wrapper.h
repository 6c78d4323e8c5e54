// SPDX-License-Identifier: Apache-2.0
// ReadWrappers reads the references that a field holds: one, or a list of them.
//
//   {from: {name: web}}                               one
//   [{from: {name: web}}, {from: {name: db, namespace: infra}}]
//   [{}]                                              none: ignored, as by ACK
//   [{from: {name: ""}}]                              a failure:
//       provided resource reference is nil or empty: spec.securityGroupRefs
//
// A failure is also what is neither: `spec.roleRef: want an object with from.name`,
// and a list of more than 500 (limits::kRequirements), because Crossplane reads each
// of the objects.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "sections/shared/values_from/failure.h"
#include "sections/shared/values_from/named_object.h"

namespace loom {

struct Wrappers {
  std::vector<ObjectName> names;
  // Without a cause: there is none.
  Failure failure = {};
};

// `value` may be nullptr. An error is one of the account of the call.
absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool);

}  // namespace loom

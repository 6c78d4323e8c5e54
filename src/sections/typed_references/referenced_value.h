// SPDX-License-Identifier: Apache-2.0
// A ReferencedValue computes the value of a typed reference: the string at its path in
// the object that it names, or the list of these for several objects.
//
//   ReferencedValue value(reference, wanted, policies, &call);
//   LOOM_ASSIGN_OR_RETURN(Resolution made, value.Read(names, outcome));
//
// All objects are requested, even if one of them fails. The first that has no value
// fails the list:
//
//   provided name, in another namespace     ReferenceNotAllowed
//   object not found                        ReferenceNotFound
//   a terminal condition is True            ReferenceTerminal
//   a condition of `synced` is not True     ReferenceNotReady
//   no such field, or an empty one          FieldMissing
//   the target field is not a string        InvalidReference
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/call/resolution.h"
#include "data/value/value.h"
#include "sections/typed_references/typed_reference.h"

namespace loom {
// ReadWrappers reads the references in a field: one, or a list of them.
//
//   {from: {name: web}}                               one
//   [{from: {name: web}}, {from: {name: db, namespace: infra}}]
//   [{}]                                              none: ignored, as by ACK
//   [{from: {name: ""}}]                              a failure:
//       provided resource reference is nil or empty: spec.securityGroupRefs
//
// Any other value is a failure: `spec.roleRef: want an object with from.name`. A list
// of more than 500 (limits::kRequirements) is a failure, too, because Crossplane reads
// each of the objects.

struct Wrappers {
  std::vector<ObjectName> names;
  // Without a cause: no failure.
  Failure failure = {};
};

// Reads a field; `value` may be nullptr. An error comes from the account of the call.
absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool);

class ReferencedValue {
 public:
  // All must outlive this object. `wanted` is the kind for the target.
  ReferencedValue(const TypedReference& reference, WantedKind wanted,
                  AccessPolicies policies, Call* call)
      : reference_(reference),
        wanted_(std::move(wanted)),
        synced_(reference.Synced(wanted_.name.group)),
        terminal_(reference.Terminal(wanted_.name.group)),
        policies_(policies),
        call_(*call) {}

  // Returns the value. An error comes from the request or the account of the call.
  absl::StatusOr<Resolution> Read(const std::vector<ObjectName>& names,
                                  Outcome* outcome) const;

 private:
  absl::StatusOr<Resolution> ReadOne(const ObjectName& name,
                                     Outcome* outcome) const;
  // Returns why an object of another namespace may not be read; "" if it may.
  absl::StatusOr<std::string> Refusal(const ObjectName& name) const;
  absl::StatusOr<Resolution> ReadObject(const Found& found) const;
  // Reports whether the object has the condition, and it is True.
  absl::StatusOr<bool> Has(const Value& object,
                           const std::string& condition) const;

  const TypedReference& reference_;
  const WantedKind wanted_;
  const std::vector<std::string> synced_;
  const std::vector<std::string> terminal_;
  const AccessPolicies policies_;
  Call& call_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// An ExternalValue computes the value of an external reference: the canonical name of
// its object, or the list of these names.
//
//   ExternalValue value(reference, policies, &call);
//   LOOM_ASSIGN_OR_RETURN(Resolution made, value.Read(forms, outcome));
//
// All objects are requested, even if one of them fails. The first that has no name
// fails the list. external_references.h lists the failures. A redacted call shows no
// wrong name.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/resolution.h"
#include "sections/external_references/entry_places.h"
#include "sections/external_references/external_reference.h"

namespace loom {

class ExternalValue {
 public:
  // All must outlive this object.
  ExternalValue(const ExternalReference& reference, AccessPolicies policies,
                Call* call)
      : reference_(reference), policies_(policies), call_(*call) {}

  // Returns the value. An error comes from the request or the account of the call.
  absl::StatusOr<Resolution> Read(const RefForms& forms,
                                  Outcome* outcome) const;

 private:
  absl::StatusOr<Resolution> ReadOne(const RefForm& form, Outcome* outcome,
                                     std::string* shown) const;
  absl::StatusOr<Resolution> ReadObject(const Found& found) const;
  // Returns the name in its canonical form.
  absl::StatusOr<Resolution> Named(absl::string_view text) const;
  // Returns a failure if two have the same name; without a cause: none have.
  Failure Duplicate(const Value& names,
                    const std::vector<std::string>& shown) const;

  const ExternalReference& reference_;
  const AccessPolicies policies_;
  Call& call_;
};

}  // namespace loom

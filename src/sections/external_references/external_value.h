// SPDX-License-Identifier: Apache-2.0
// An ExternalValue is what an external reference becomes: the canonical name of what
// it refers to, or the list of those names.
//
//   ExternalValue value(reference, policies, &call);
//   LOOM_ASSIGN_OR_RETURN(Resolution made, value.Read(forms, &asked));
//
// All objects are asked for, whatever is wrong with one of them; the first that has
// no name fails the list. The failures are those of external_references.h. A
// redacted call shows no name that is wrong.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/external_references/entry_places.h"
#include "sections/external_references/external_reference.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

class ExternalValue {
 public:
  // All must outlive this object.
  ExternalValue(const ExternalReference& reference, AccessPolicies policies,
                Call* call)
      : reference_(reference), policies_(policies), call_(*call) {}

  // An error is one of the request or of the account of the call.
  absl::StatusOr<Resolution> Read(const RefForms& forms,
                                  Requirements* asked) const;

 private:
  absl::StatusOr<Resolution> ReadOne(const RefForm& form, Requirements* asked,
                                     std::string* shown) const;
  absl::StatusOr<Resolution> ReadObject(const NamedObject& found) const;
  // The name in its canonical form.
  absl::StatusOr<Resolution> Named(absl::string_view text) const;
  // Two that have the same name; without a cause: there are none.
  Failure Duplicate(const Value& names,
                    const std::vector<std::string>& shown) const;

  const ExternalReference& reference_;
  const AccessPolicies policies_;
  Call& call_;
};

}  // namespace loom

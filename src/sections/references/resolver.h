// SPDX-License-Identifier: Apache-2.0
// A Resolver resolves the entries of one list in one call, in the order of the input;
// later ones see what earlier ones wrote. Of each entry at each of its targets:
//
//   field → recipe → pending? → stopped? → write, or keep the last value → report
//
// A Required entry without a value stops the later entries of its target
// (ReferenceReport). The objects of all entries are requested in any case, so that the
// requirements do not change from round to round. An observed resource is never withheld,
// and an observed value never dropped: the entries after a failed one also keep the last
// value of their field.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/kinds/access_policy.h"
#include "sections/references/entry.h"
#include "sections/references/report.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

class Resolver {
 public:
  // Each of the policies has to allow an object. All must outlive this object.
  Resolver(std::vector<const AccessPolicy*> policies, const OwnTemplates& own,
           Call& call, Outcome* outcome)
      : policies_(std::move(policies)),
        own_(own),
        call_(call),
        outcome_(*outcome),
        report_(&call, outcome) {}

  ReferenceReport& report() { return report_; }

  // The entries from here on are those of the composite, and this policy also has to
  // allow an object.
  void ContinueWithComposite(const AccessPolicy& policy) {
    policies_.push_back(&policy);
    of_composite_ = true;
  }

  // Finds the entries that have the same targets, for recipes that ask for them. Errors,
  // here and below, come from the request or the account of the call.
  absl::Status FindAlternatives(const std::vector<Entry>& entries);

  // `order` is that of the remarks.
  absl::Status Resolve(const Entry& entry, size_t order);

 private:
  absl::Status ResolveAt(const Entry& entry, size_t order, const Place& place);
  absl::Status Fill(const Entry& entry, size_t order, const Place& place,
                    Field& field);
  absl::Status CheckSecretName(const Entry& entry, const std::string& name);
  absl::StatusOr<std::string> WaitsFor(const Entry& entry);
  absl::string_view PlaceOf(const Entry& entry) const;

  std::vector<const AccessPolicy*> policies_;
  bool of_composite_ = false;
  const OwnTemplates& own_;
  Call& call_;
  Outcome& outcome_;
  ReferenceReport report_;
  // By the names of the resources.
  std::map<std::string, std::vector<const Entry*>> alternatives_;
};

}  // namespace loom

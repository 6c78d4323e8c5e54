// SPDX-License-Identifier: Apache-2.0
// SharedName chooses one of several templates that have the same name, by their
// conditions.
//
//   resources:
//   - {name: files, condition: composite.spec.cloud == 'east', template: {kind: Bucket, …}}
//   - {name: files, condition: composite.spec.cloud == 'west', template: {kind: Container, …}}
//
//   conditions                     the resource is
//   one is true                    that of its template
//   all are false                  left out, like that of one template
//   none is true, some pending     that of a pending template whose kind the observed
//                                  object has; withheld if none is observed
//
// FATAL, so that nothing is deleted:
//
//   resources[0] and resources[1] have the name "files", and both conditions are true
//   the conditions of resources[0] and resources[1] do not say yet what becomes of the
//   existing Bucket
//
// The rules are ours.
#pragma once

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/resources/template.h"

namespace loom {

struct SharedName {
  const Template* chosen = nullptr;
  // The other templates whose conditions are pending, with the errors.
  std::vector<std::pair<const Template*, absl::Status>> pending;
};

// `all` have the same name, and each has a condition.
absl::StatusOr<SharedName> Choose(const std::vector<const Template*>& all,
                                  Call& call);

}  // namespace loom

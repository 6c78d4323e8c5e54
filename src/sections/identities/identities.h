// SPDX-License-Identifier: Apache-2.0
// Identities is the section `identities` of the native input. It publishes the name
// of a composed resource in its cloud once, into the status of the composite, and
// from then on this is the truth: it is emitted again on every call, whatever
// becomes of the resource, and the fields of the resource must not contradict it.
//
//   established (known_identity.h)   effect                        condition
//   nothing                          the resource is made          Unknown, Pending
//   nothing, the cloud makes up the  it is published once the      True
//   id, and the user gives one       resource is ready
//   a name                           it is published               True
//   a name of no known format        it stays as it is             InvalidFormat
//   another than the fields make     FATAL, so that nothing is     IdentityMismatch
//                                    moved or made anew
//   the same, onMismatch: Warn       the fields get their observed IdentityMismatch
//                                    values again
//
// The condition is ExternalIdentityValid, and says what differs:
//
//   pool: existing externalRef="projects/p-1/locations/eu-7/workerPools/wp-1" does
//   not match the identity resolved from spec:
//   "projects/p-1/locations/us-2/workerPools/wp-1"; location changed, desired us-2,
//   actual eu-7
//
// The rules are Config Connector's. To acquire a resource that exists, give its id in
// the field of the last variable, such as spec.resourceID or
// metadata.annotations[crossplane.io/external-name]. The section never writes it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "crossplane/call/section.h"
#include "language/input/fields.h"
#include "sections/identities/identity.h"

namespace loom {

class Identities : public Section {
 public:
  explicit Identities(std::vector<Identity> list) : list_(std::move(list)) {}

  // nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<Identity> list_;
};

}  // namespace loom

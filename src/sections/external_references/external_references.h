// SPDX-License-Identifier: Apache-2.0
// ExternalReferences is the section `externalReferences` of the native input. Every
// reference becomes the canonical name of its object in the cloud, so that references
// to the same object are equal strings:
//
//   spec:
//     networkRef: {name: blue}
//       → networkRef: {external: projects/p-1/global/networks/blue}
//     networkRef: {external: //compute.googleapis.com/projects/p-1/…/blue}
//       → networkRef: {external: projects/p-1/global/networks/blue}
//
// With `writeTo`, the name is written to that field, and the reference is removed. A
// name is read from the status of the object. Applying the section twice changes
// nothing.
//
//   the object does not exist     DependencyNotFound
//                                 reference ComputeNetwork ns/blue is not found
//   it has no name yet            DependencyNotReady
//                                 reference ComputeNetwork ns/blue is not ready
//   a name of another shape       DependencyInvalid
//                                 format of ComputeNetwork external="x" was not
//                                 known (use projects/{project}/…)
//   two objects with one name     InvalidReference, if the items are unique
//   and the failures of RefForms, FindNamedObject and crossplane/kinds/kind_lookup.h
//
// The Warning about a name of another shape also reports which segment differs. Without
// a name, the field keeps the observed one. The rules are Config Connector's;
// docs/differences.md lists the differences.
#pragma once

#include <memory>
#include <vector>

#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "language/input/fields.h"
#include "sections/external_references/external_reference.h"

namespace loom {

class ExternalReferences : public Section {
 public:
  ExternalReferences(std::vector<ExternalReference> list,
                     std::shared_ptr<const AccessPolicy> access)
      : list_(std::move(list)), access_(std::move(access)) {}

  // Returns nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<ExternalReference> list_;
  std::shared_ptr<const AccessPolicy> access_;
};

}  // namespace loom

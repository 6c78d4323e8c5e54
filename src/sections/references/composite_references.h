// SPDX-License-Identifier: Apache-2.0
// CompositeReferences are references that stand in the composite, written by its
// author, a tenant. They count only if the input says so:
//
//   referencesFromComposite:
//     fieldPath: spec.externalValues
//     allowKinds: ["ec2.example.org/*"]     # required; as in `access`
//
// and in the composite:
//
//   spec:
//     externalValues:
//     - target: {resource: subnet}
//       fromObject: {apiVersion: ec2.example.org/v1, kind: VPC, name: main,
//                    fieldPath: spec.cidr}
//       toFieldPath: spec.forProvider.cidrBlock
//
// An entry has the members target (only `resource`), fromObject or fromRef (with
// texts, not fields of others), toFieldPath and policy. It may read objects of
// these kinds, never a Secret, and of a namespaced composite only those of its
// namespace; the input and the flags of the server may allow less. The entries
// follow those of the input. Such an author can write every field of a composed
// resource that the templates leave unset, and with `resolve: Always` the others.
//
// A mistake in an entry is no mistake of the input. The entry is left out, and the
// condition ReferencesResolved tells it:
//
//   composite spec.externalValues[0]: fromEnvironment is not allowed here
//   composite spec.externalValues: Invalid value: want a list, got a string
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"
#include "sections/shared/targets/reference.h"

namespace loom {

class CompositeReferences {
 public:
  // Reads the member of the input; nullptr if there is none.
  static std::unique_ptr<const CompositeReferences> Parse(Fields& input);

  struct Found {
    std::vector<Reference> references;
    std::vector<std::string> mistakes;
  };
  // Reads the entries of the composite. An error is one of the request or of the
  // account of the call.
  absl::StatusOr<Found> Read(Call& call) const;

  // Adds what they may read: what they are is known in a call alone.
  void AddReads(Reads* reads) const;

  // What they may read.
  const AccessPolicy& access() const { return access_; }

 private:
  void ReadEntry(const Value& list, size_t index, Found* found) const;

  Path path_;
  AccessPolicy access_;
  std::shared_ptr<const Kinds> kinds_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// CompositeReferences are references that stand in the composite, written by its
// author, a tenant. They count only if the input says so:
//
//   referencesFromComposite:
//     fieldPath: spec.externalValues
//     allowKinds: ["ec2.example.org/*"]     # required; as in `security`
//     allowPaths: ["spec.forProvider.*"]    # every path that is not protected
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
// An entry has the fields target (only `resource`), fromObject or fromRef (with strings,
// not with fields of other objects), toFieldPath and policy. It may read objects of these
// kinds, never a Secret, and for a namespaced composite only objects of its namespace. The
// input and the flags of the server may allow less. The entries follow those of the input.
//
// An entry writes only resources that a template of this input makes, and only paths that
// match one of the globs of allowPaths, in which `*` stands for any characters. Protected
// paths are always refused, together with everything that contains them, such as
// `metadata` or the object itself:
//
//   apiVersion, kind, metadata.name, metadata.generateName, metadata.namespace,
//   metadata.ownerReferences, metadata.finalizers          what an object is, and whose
//   labels and annotations of crossplane.io, its           what Crossplane, this function
//   subdomains and appcat.vshn.io                          and AppCat act on
//   spec.providerConfigRef                                 the account
//
// Without allowPaths, such an author can write every other field that the templates leave
// unset, and with `resolve: Always` the others too.
//
// A mistake in an entry is no mistake of the input. The entry is left out, and the
// condition ReferencesResolved tells it:
//
//   composite spec.externalValues[0]: fromEnvironment is not allowed here
//   composite spec.externalValues[0].toFieldPath: Invalid value: "kind": a composite must
//   not write this field
//   composite spec.externalValues[0].target.resource: Invalid value: "x": not a resource of
//   this step
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
#include "sections/shared/templates/own_templates.h"

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
  void ReadEntry(const Value& list, size_t index, const Call& call,
                 Found* found) const;
  void CheckTarget(const Input& entry, const Reference& reference,
                   const Call& call) const;
  bool Allows(const Path& path) const;

  Path path_;
  std::vector<std::string> allow_paths_;
  OwnTemplates templates_;
  AccessPolicy access_;
  std::shared_ptr<const Kinds> kinds_;
};

}  // namespace loom

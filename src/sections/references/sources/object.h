// SPDX-License-Identifier: Apache-2.0
// An ObjectSource selects any object of the cluster. It is the field fromObject.
//
//   fromObject:
//     group: ec2.example.org       # omit it for the core group
//     version: v1beta1             # or, instead of both:
//     apiVersion: ec2.example.org/v1beta1
//     resource: vpcs               # or kind: VPC, or both
//     name: main-vpc               # or nameFrom
//     namespace: network           # or namespaceFrom; the default for a namespaced
//                                  # kind is the namespace of the composite
//     matchLabels:                 # instead of a name
//     - {key: tier, value: gold}
//     - {key: stage, valueFrom: {…}, policy: Optional}
//     all: true                    # or all objects of the kind, in the namespace if
//                                  # it has one; needs Crossplane 2.2.1 or later
//     selection:                   # with matchLabels or all
//       mode: Single               # First; Multiple, the default with all
//       minMatch: 1                # with Multiple, as is the next one
//       maxMatch: 3
//       sortByFieldPath: metadata.name
//     fieldPath: spec.forProvider.cidrBlock
//     decode: Auto                 # None, Base64 (crossplane/call/field.h)
//
// nameFrom, namespaceFrom and valueFrom are FieldSources. Single requires exactly one
// object; First takes the first, by namespace and name; Multiple gives a sorted list
// with the value of each.
//
// A label whose policy is Optional is left out if its value is missing. If no label is
// left, nothing is requested: a query without labels would find every object, which
// requires `all: true`.
//
// A namespace for a kind that is known to be cluster-scoped has no effect, which is
// logged. Errors, each with its location:
//   fromObject: name and matchLabels cannot be combined
//   fromObject: one of name, nameFrom, matchLabels and all is required
//   fromObject.matchLabels: at least one label is required
//   fromObject.version: Required value: version is required
//   fromObject: kind "Vpc" is not the kind of configmaps, which is ConfigMap
//   fromObject.version: Invalid value: "apps/v2": Deployment is served as v1
#pragma once

#include <string>

#include "crossplane/call/field_source.h"
#include "crossplane/call/lookup.h"
#include "language/input/fields.h"
#include "sections/references/sources/source.h"

namespace loom {

class ObjectSource : public FieldOfObjects {
 public:
  // Reads a source. `root` is the whole input, with the fields `kinds` and `security`.
  ObjectSource(const Input& input, Fields& root);

  void AddReads(Reads* reads) const override;
  bool reads_one_object() const override { return !reads_many(); }
  const ObjectSource* as_object() const override { return this; }

  const Lookup& lookup() const { return lookup_; }
  // The location in the input: references[2].fromObject
  const std::string& at() const { return at_; }

 private:
  absl::StatusOr<Found> Find(Call& call, AccessPolicies policies,
                             Outcome* outcome) const override {
    return FindObjects(lookup_, policies, call, outcome);
  }
  std::string Where(const Found& found) const override {
    return found.Where(lookup_.kind.name.ApiVersion(), path());
  }
  bool reads_many() const override {
    return lookup_.mode == SelectionMode::kMultiple;
  }

  Lookup lookup_;
  std::string at_;
};

}  // namespace loom

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
//     decode: Auto                 # None, Base64 (crossplane/call/field_source.h)
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
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/input/fields.h"

namespace loom {

struct ObjectSource : Lookup {
  Path path;
  Decoding decoding = Decoding::kAuto;
  std::string place;  // references[2].fromObject

  // Reads a source. `root` is the whole input, with the fields `kinds` and `security`.
  static ObjectSource Parse(const Input& input, Fields& root);

  // Adds what the source reads, including fields of the objects that it finds.
  void AddReads(Reads* reads) const;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// An ObjectSource selects any object of the cluster. It is the field fromObject:
//
//   group and version, or apiVersion; resource, kind or both    (docs/reading-rules.md)
//   name, nameFrom, matchLabels or all                          one of them
//   namespace, namespaceFrom
//                the default for a namespaced kind is the namespace of the composite
//   selection    with matchLabels or all: mode, minMatch, maxMatch, sortByFieldPath
//   fieldPath, decode
//
// nameFrom, namespaceFrom and the valueFrom of a label are FieldSources. A label whose
// policy is Optional is left out if its value is missing. If no label is left, nothing is
// requested: a query without labels would find every object, which requires `all: true`.
// With the mode Multiple, the value is the sorted list of the values of all objects.
//
// A namespace for a kind that is known to be cluster-scoped has no effect, which is
// logged. Errors, each with its location:
//   fromObject: name and matchLabels cannot be combined
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

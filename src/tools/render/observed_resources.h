// SPDX-License-Identifier: Apache-2.0
// TakeObserved sorts the documents that stand for what a cluster has of a
// composite: the composed resources, by their resource names, and Secrets with
// their connection details.
//
//   a document with the annotation                it is the composed resource of
//   crossplane.io/composition-resource-name       that name
//   a Secret without the annotation               the connection details of what
//                                                 names it
//
// A resource names its Secret by spec.writeConnectionSecretToRef; a namespaced one
// may leave the namespace out, which is its own then. So does the composite of
// Crossplane 1. The rules are Crossplane's, in a cluster; `crossplane render` knows
// no connection details of observed resources.
//
//   metadata: {name: db-x, annotations: {…/composition-resource-name: db}}
//   spec: {writeConnectionSecretToRef: {name: db, namespace: team-a}}
//   ---
//   kind: Secret, metadata: {name: db, namespace: team-a}, data: {password: …}
//       db has the connection detail password
//
// What looks like a mistake gives a note and is no error:
//
//   observed.yaml:9:1: the resource name db is given twice; this one counts, and not
//   that of observed.yaml:1:1
//   observed.yaml:3:1: Bucket "b-x" has no annotation
//   crossplane.io/composition-resource-name, so it has no resource name
//   observed.yaml:7:31: db publishes connection details as Secret "db" in namespace
//   team-a, which is not among the observed resources; it has none
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

struct ObservedResources {
  std::map<std::string, YamlDocument> resources;
  std::map<std::string, ConnectionDetails> details;
  ConnectionDetails composite_details;
  std::vector<std::string> notes;
};

// InvalidArgument: a value of a Secret that is used is no base64.
absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, std::vector<YamlDocument> documents);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// LoadRenderInputs reads all files that a `function-loom render` command names, and
// checks that they belong together.
//
//   LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
//                         LoadRenderInputs(options, std::cin, &pool));
//
// TakeObserved matches the observed resources with their names and Secrets.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/inputs/render_sources.h"
#include "tools/pipeline/files.h"
#include "tools/pipeline/pipeline.h"
#include "tools/yaml/reader.h"

namespace loom {

// `in` is read for a file named `-`. The pool keeps the trees. InvalidArgument: a file
// is unreadable or has an unexpected kind. FailedPrecondition: the Composition is not
// for this composite.
absl::StatusOr<PipelineInputs> LoadRenderInputs(const RenderOptions& options,
                                                std::istream& in, Pool* pool);

// Does the same for sources from elsewhere, such as a cluster. `files` reads the
// context. FailedPrecondition, besides the above: the sources have no Composition.
absl::StatusOr<PipelineInputs> InputsOf(RenderSources sources,
                                        const RenderOptions& options,
                                        Files* files, Pool* pool);

// Adds the files that the options name to the sources from a cluster, and replaces the
// composite or the Composition with a changed one (--xr, --composition).
absl::Status AddChanges(const RenderOptions& options, Files* files,
                        RenderSources* sources, Pool* pool);

// ApplyDefinition turns a composite into what the API server would store: it fills in
// the defaults of its definition, and refuses invalid fields.
//
//   xr.yaml:7:9: spec.size: Invalid value: want an integer, got a string
//   xr.yaml:8:3: spec: unknown field "regoin" (did you mean "region"?)
//
// The schema is the one that Crossplane derives from the definition
// (tools/crds/composite_schema.h), so the fields of Crossplane are also checked. If all
// fields are valid, the rules of the definition are checked
// (tools/crds/validation_rules.h); a note names each rule that cannot be checked.
//
// FailedPrecondition: the composite has errors (one per line), or the definition has
// another kind or version.
absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite,
                             std::vector<std::string>* notes, Pool* pool);

// TakeObserved classifies the documents that represent the observed state of a
// composite: the composed resources, by their resource names, and Secrets with their
// connection details.
//
//   a document with the annotation                it is the composed resource of
//   crossplane.io/composition-resource-name       that name
//   a Secret without the annotation               the connection details of the
//                                                 resource that names it
//
// A resource names its Secret by spec.writeConnectionSecretToRef; a namespaced resource
// may omit the namespace, which is then its own. A legacy composite does the same; a
// modern one (PipelineInputs::is_modern) publishes no connection details. The rules are
// those of Crossplane in a cluster; `crossplane render` does not support connection
// details of observed resources.
//
//   metadata: {name: db-x, annotations: {…/composition-resource-name: db}}
//   spec: {writeConnectionSecretToRef: {name: db, namespace: team-a}}
//   ---
//   kind: Secret, metadata: {name: db, namespace: team-a}, data: {password: …}
//       db has the connection detail password
//
// A likely mistake causes a note, not an error:
//
//   observed.yaml:9:1: the resource name db is given twice; this one is used instead
//   of observed.yaml:1:1
//   observed.yaml:3:1: Bucket "b-x" has no annotation
//   crossplane.io/composition-resource-name; add it with the name of the template
//   observed.yaml:7:31: db publishes connection details as Secret "db" in namespace
//   team-a, which is not among the observed resources, so it has none

struct ObservedResources {
  std::map<std::string, YamlDocument> resources;
  std::map<std::string, ConnectionDetails> details;
  ConnectionDetails composite_details;
  std::vector<std::string> notes;
};

// InvalidArgument: a value of a used Secret is not base64.
absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, bool is_modern,
    std::vector<YamlDocument> documents);

// SecretData reads the data of a Secret as the API server stores it: the values of
// `data` are base64; those of `stringData` are plain and take precedence.
//
//   data: {a: aGVsbG8=}, stringData: {b: plain}   {"a": "hello", "b": "plain"}
//   data: {a: "?"}                                s.yaml:2:10: data.a is not valid base64
//
// InvalidArgument: a value is not base64.
absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret);

}  // namespace loom

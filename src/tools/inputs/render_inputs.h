// SPDX-License-Identifier: Apache-2.0
// LoadRenderInputs reads all files that a `function-loom render` names, and
// checks that they belong together.
//
//   LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
//                         LoadRenderInputs(options, std::cin, &pool));
//
// TakeObserved says what belongs together among the observed resources.
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

// `in` is read where a file is named `-`; the pool keeps the trees.
// InvalidArgument: a file cannot be read, or is of another kind than is
// expected. FailedPrecondition: the Composition is not for this composite.
absl::StatusOr<PipelineInputs> LoadRenderInputs(const RenderOptions& options,
                                                std::istream& in, Pool* pool);

// The same of sources that were found elsewhere, such as in a cluster. `files` is for the
// context. FailedPrecondition, besides: there is no Composition.
absl::StatusOr<PipelineInputs> InputsOf(RenderSources sources,
                                        const RenderOptions& options,
                                        Files* files, Pool* pool);

// Adds to what comes from a cluster the files that the options name, and replaces the
// composite or the Composition with a changed one (--xr, --composition).
absl::Status AddChanges(const RenderOptions& options, Files* files,
                        RenderSources* sources, Pool* pool);

// ApplyDefinition makes of a composite what the API server would store: it fills in
// the defaults of its definition, and refuses what does not fit.
//
//   xr.yaml:7:9: spec.size: Invalid value: want an integer, got a string
//   xr.yaml:8:3: spec: unknown field "regoin", did you mean "region"?
//
// The schema is the one that Crossplane makes of the definition
// (tools/crds/composite_schema.h), so the fields of Crossplane are checked, too. If all
// fields fit, the rules of the definition are checked (tools/crds/validation_rules.h); a
// note names each one that cannot be.
//
// FailedPrecondition: all mistakes of the composite, a line each, or the definition
// is of another kind or version.
absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite,
                             std::vector<std::string>* notes, Pool* pool);

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
// may leave the namespace out, which is its own then. So does a legacy composite; a
// modern one (PipelineInputs::is_modern) publishes none. The rules are Crossplane's, in a cluster; `crossplane render` knows
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

struct ObservedResources {
  std::map<std::string, YamlDocument> resources;
  std::map<std::string, ConnectionDetails> details;
  ConnectionDetails composite_details;
  std::vector<std::string> notes;
};

// InvalidArgument: a value of a Secret that is used is no base64.
absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, bool is_modern,
    std::vector<YamlDocument> documents);

// SecretData reads the data of a Secret as the API server keeps it: the values of
// `data` are base64, and those of `stringData` are plain and win.
//
//   data: {a: aGVsbG8=}, stringData: {b: plain}   {"a": "hello", "b": "plain"}
//   data: {a: "?"}                                s.yaml:2:10: data.a is no base64
//
// InvalidArgument: a value is no base64.
absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret);

}  // namespace loom

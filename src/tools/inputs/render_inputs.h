// SPDX-License-Identifier: Apache-2.0
// LoadRenderInputs reads all files that a `function-loom render` command names, and
// checks that they belong together.
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
#include "tools/run/pipeline.h"
#include "tools/workspace/files.h"
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

// Returns the schema of a composite or a claim that Crossplane derives from its definition;
// nullptr if the version has none. `made` holds it. FailedPrecondition: the definition has
// another kind or version.
absl::StatusOr<const Value*> SchemaOfComposite(const YamlDocument& definition,
                                               const Value& composite,
                                               Value* made, Pool* pool);

// Turns a composite into what the API server would store: fills in the defaults of its
// definition, and refuses invalid fields. The schema is the one that Crossplane derives
// from the definition (tools/schemas/composite_schema.h), so the fields of Crossplane are
// also checked. If all fields are valid, the rules of the definition are checked
// (tools/schemas/validation_rules.h); a note names each rule that cannot be checked.
//
// FailedPrecondition: the composite has errors (one per line), or the definition has
// another kind or version.
absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite, Diagnostics* notes,
                             Pool* pool);

// Only fills in the defaults of its definition. FailedPrecondition: the definition has
// another kind or version.
absl::Status FillDefaultsOf(const YamlDocument& definition,
                            YamlDocument* composite, Pool* pool);

// The documents that represent the observed state of a composite: the composed
// resources, by their resource names, and Secrets with their connection details.
// TakeObserved classifies them:
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
// details of observed resources. A likely mistake causes a note, not an error.
struct ObservedResources {
  std::map<std::string, YamlDocument> resources;
  std::map<std::string, DetailValues> details;
  DetailValues composite_details;
  Diagnostics notes;
};

// InvalidArgument: a value of a used Secret is not base64.
absl::StatusOr<ObservedResources> TakeObserved(
    const YamlDocument& composite, bool is_modern,
    std::vector<YamlDocument> documents);

// Reads the data of a Secret as the API server stores it: the values of `data` are
// base64; those of `stringData` are plain and take precedence. InvalidArgument: a value
// is not base64.
absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret);

}  // namespace loom

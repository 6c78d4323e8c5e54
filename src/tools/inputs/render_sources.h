// SPDX-License-Identifier: Apache-2.0
// RenderSources is what a render is made of, whether it comes from files of an author or
// from a cluster. GatheredSources finds it among the documents that `function-loom gather`
// wrote (tools/inputs/gather.h).
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, files.Read("shop.yaml"));
//   LOOM_ASSIGN_OR_RETURN(RenderSources sources,
//                         GatheredSources(std::move(documents), "shop.yaml", &pool));
//
// The first document is the composite. Each other one is what it says that it is, so the
// order of the others and all comments mean nothing:
//
//   a CompositeResourceDefinition of the kind of the composite    its definition
//   a Composition of that kind                                    its Composition
//   a Function                                                    a function of a step
//   what spec.crossplane.resourceRefs (spec.resourceRefs of a     a composed resource
//     legacy composite) names
//   a Secret to which one of these publishes, or a step refers    its connection details,
//                                                                 or credentials
//   a document with components.schemas                            schemas of kinds
//
// All of them are what functions may ask for as well, as in a cluster. A composed resource
// that something else controls does not count, as for Crossplane.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/pipeline/files.h"
#include "tools/yaml/reader.h"

namespace loom {

struct RenderSources {
  YamlDocument composite;
  std::optional<YamlDocument> definition = {};
  // Without one, the command line has to name a file.
  std::optional<YamlDocument> composition = {};
  std::vector<YamlDocument> functions = {};
  // Composed resources, and the Secrets with their connection details.
  std::vector<YamlDocument> observed = {};
  std::vector<YamlDocument> required = {};
  std::vector<JsonFile> schemas = {};
  std::vector<YamlDocument> credentials = {};
  // Whether the composite comes from an API server, which has checked and completed it.
  bool is_stored = false;
};

// FailedPrecondition: there is no composite. InvalidArgument: a document is no object.
// `name` is that of the file.
absl::StatusOr<RenderSources> GatheredSources(
    std::vector<YamlDocument> documents, absl::string_view name, Pool* pool);

// Replaces the composite with a changed one that a person wrote: its spec, labels and
// annotations, and of the stored one what Crossplane has added to these, and the rest.
// FailedPrecondition: it is another object, or is not what its definition wants.
absl::Status Replace(YamlDocument changed, RenderSources* sources, Pool* pool);

// What names an object in a cluster.
struct ObjectId {
  std::string api_version;
  std::string kind;
  std::string ns;
  std::string name;

  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

ObjectId IdOf(const Value& object);

// The composed resources that a composite names; those of a namespaced composite are in
// its namespace.
std::vector<ObjectId> ResourceRefsOf(const Value& composite);

// The Secret that an object names for its connection details.
std::optional<ObjectId> ConnectionSecretOf(const Value& object);

}  // namespace loom

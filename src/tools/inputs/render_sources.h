// SPDX-License-Identifier: Apache-2.0
// RenderSources holds the documents of a render, from files or from a cluster.
// GatheredSources finds them among the documents that `function-loom gather` wrote
// (tools/inputs/gather.h).
//
// The first document is the composite. The other documents are classified by their
// content, so their order and all comments are irrelevant:
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
// Functions may also ask for any of them, as in a cluster. A composed resource with
// another controller is ignored, as in Crossplane. A note names an object with the
// annotation of a composed resource that resourceRefs does not list.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/findings/diagnostic.h"
#include "tools/workspace/files.h"
#include "tools/yaml/reader.h"

namespace loom {

struct RenderSources {
  YamlDocument composite;
  std::optional<YamlDocument> definition = {};
  // If unset, the command line must name a file.
  std::optional<YamlDocument> composition = {};
  std::vector<YamlDocument> functions = {};
  // Composed resources, and the Secrets with their connection details.
  std::vector<YamlDocument> observed = {};
  std::vector<YamlDocument> required = {};
  std::vector<JsonFile> schemas = {};
  std::vector<YamlDocument> credentials = {};
  Diagnostics notes = {};
  // Whether the composite comes from an API server, which has validated it and filled
  // in its defaults.
  bool is_stored = false;
};

// `name` is the name of the file. FailedPrecondition: the file has no composite.
// InvalidArgument: a document is not an object.
absl::StatusOr<RenderSources> GatheredSources(
    std::vector<YamlDocument> documents, absl::string_view name, Pool* pool);

// Replaces the composite with a changed one from a file. The result has the spec,
// labels and annotations of the changed one, what Crossplane has added to them, and the
// rest of the stored one. FailedPrecondition: it is another object, or does not match
// its definition.
absl::Status Replace(YamlDocument changed, RenderSources* sources, Pool* pool);

struct ObjectId {
  std::string api_version;
  std::string kind;
  std::string ns;
  std::string name;

  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

ObjectId IdOf(const Value& object);

// Returns the composed resources that a composite names, in its namespace if it has
// one.
std::vector<ObjectId> ResourceRefsOf(const Value& composite);

std::optional<ObjectId> ConnectionSecretOf(const Value& object);

}  // namespace loom

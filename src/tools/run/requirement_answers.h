// SPDX-License-Identifier: Apache-2.0
// AnswerRequirements answers what the steps of a pipeline ask for, objects and OpenAPI
// schemas, from the given files.
#pragma once

#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/value.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"
#include "tools/yaml/reader.h"

namespace loom {

// GivenResources finds the objects that functions ask for in the files that were given
// instead of a cluster.
//
//   GivenResources given(std::move(documents));
//   apiextensions::fn::proto::v1::Resources found = given.Fetch(selector);
//
// The rules are those of Crossplane in a cluster. apiVersion, kind, name and namespace
// must all be equal, so an object in a namespace is not found by its name alone. A
// selector with labels, or without any match, finds the objects of its namespace, or of
// all namespaces if it names none, sorted by NAMESPACE/NAME. An object with a label
// that is not a string is treated as having no labels. An object that is given twice
// counts once.
//
//   required.yaml: ConfigMap "settings" in namespace team-a
//   name: settings, namespace: team-a      found
//   name: settings                         not found
//   name: settings, namespace: team-b      not found
//   matchLabels: {}                        found
//
// `crossplane render` 2.2 ignores the namespace of a selector; 2.3 and later do not.
class GivenResources {
 public:
  explicit GivenResources(std::vector<YamlDocument> documents);

  // Adds objects that are found later. Objects with the same identity count once.
  void Add(std::vector<YamlDocument> documents);

  bool empty() const { return documents_.empty(); }
  const std::vector<YamlDocument>& documents() const { return documents_; }

  // Returns the objects that the selector finds; without items if there are none.
  apiextensions::fn::proto::v1::Resources Fetch(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

  // Returns notes about the objects, before any function asks for them. An object that
  // is given twice counts once, as in a cluster:
  //   required.yaml:9:1: duplicate ConfigMap "settings"; the one at
  //   required.yaml:1:1 is used
  const Diagnostics& notes() const { return notes_; }

  // Returns the objects that none of the selectors finds, without those that are left
  // out:
  //   required.yaml:4:1: ConfigMap "other" was passed, but no function requests it
  Diagnostics NotAskedFor(
      const std::vector<apiextensions::fn::proto::v1::ResourceSelector>&
          selectors,
      absl::FunctionRef<bool(const YamlDocument&)> leaves_out) const;

  // For a selector that finds no object, returns the object that it may have meant: it
  // differs only in the namespace, otherwise only in the apiVersion, otherwise, if the
  // selector has a name, only in the kind. Returns "" for none.
  //   required.yaml:4:1 has it in namespace team-a
  //   required.yaml:4:1 has it with apiVersion example.org/v1beta1
  std::string NearMiss(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

 private:
  Diagnostics notes_;
  std::vector<YamlDocument> documents_;  // in the order of NAMESPACE/NAME
};

// Describes a selector in a message:
//   EnvironmentConfig "base"
//   ConfigMap "settings" in namespace team-a
//   Secret with labels app=x, tier=db
//   any Secret
std::string Describe(
    const apiextensions::fn::proto::v1::ResourceSelector& selector);

// GivenSchemas finds the schemas of kinds that functions ask for in the OpenAPI v3
// documents that were given instead of an API server. Each group and version has its
// own document; this command writes one:
//
//   kubectl get --raw /openapi/v3/apis/apps/v1 > schemas/apps-v1.json
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> documents,
//                         files.ReadJsonBelow("schemas"));
//   GivenSchemas given(std::move(documents));
//   apiextensions::fn::proto::v1::SchemaSelector selector;
//   selector.set_api_version("apps/v1");
//   selector.set_kind("Deployment");
//   LOOM_ASSIGN_OR_RETURN(apiextensions::fn::proto::v1::Schema schema,
//                         given.Fetch(selector));
//
// The rules are Crossplane's. The schema of a kind is the one whose
// x-kubernetes-group-version-kind lists only this kind, with its references resolved
// (tools/schemas/schema_references.h). A kind that is not found has an empty schema, which
// is not an error. The fields of a schema stay as written; Crossplane omits empty ones.
class GivenSchemas {
 public:
  GivenSchemas() = default;
  explicit GivenSchemas(std::vector<JsonFile> files)
      : files_(std::move(files)) {}

  void Add(std::vector<JsonFile> files) {
    std::move(files.begin(), files.end(), std::back_inserter(files_));
  }

  // Returns the schema of a kind; without openapi_v3 if the kind is not found.
  // InvalidArgument: the schema refers to one that is not in its document; the message
  // names the file.
  absl::StatusOr<apiextensions::fn::proto::v1::Schema> Fetch(
      const apiextensions::fn::proto::v1::SchemaSelector& selector) const;

  // Returns a message if a document has the group and version of a kind, but not the
  // kind; otherwise "".
  //   schemas/apps-v1.json has no such kind (did you mean Deployment?)
  std::string NearMiss(
      const apiextensions::fn::proto::v1::SchemaSelector& selector) const;

 private:
  std::vector<JsonFile> files_;
};

// Describes a selector in a message:
//   the schema of Deployment of apps/v1
std::string Describe(
    const apiextensions::fn::proto::v1::SchemaSelector& selector);

// AnswerRequirements adds the required objects and schemas to a request, as Crossplane
// does: those that the step of the Composition requires, under the names that its
// author chose, and those that the function asked for in its last response. Every call
// gets exactly these.
//
//   fn::RunFunctionRequest request;
//   LOOM_ASSIGN_OR_RETURN(RequirementAnswers answered, AnswerRequirements(
//                             step, requirements, given, &request));
//
//   required by                              answered in
//   requiredResources, requiredSchemas       required_resources, required_schemas
//   resources, schemas of the function       required_resources, required_schemas
//   extra_resources of the function          extra_resources
//
// If the function uses a name that the author also chose, the function's requirement
// takes precedence. A requirement that finds nothing is answered by an empty list or an
// empty schema, so that a function can distinguish it from one that it has not asked
// for.

// The objects and schemas that replace the cluster.
struct Given {
  GivenResources resources;
  GivenSchemas schemas;
  // For a recorded call, the names under which it was answered. A requirement with
  // another name that finds no resource has no answer yet.
  std::optional<std::set<std::string>> names = std::nullopt;

  bool Answers(const std::string& name,
               const fn::ResourceSelector& selector) const {
    return !names.has_value() || names->contains(name) ||
           resources.Fetch(selector).items_size() > 0;
  }
};

// A requirement that found nothing, described for a message. A schema is included only
// if it has a near miss, because functions ask for schemas that they do not need.
struct Unanswered {
  std::string what;       // ConfigMap "settings"
  std::string near_miss;  // required.yaml:4:1 has it in namespace team-a, or ""
};

// A requirement for objects, and the number that was found.
struct StepRequirement {
  std::string key;
  fn::ResourceSelector selector;
  int answered = 0;
};

struct RequirementAnswers {
  // What was asked for, except for schemas, sorted by key.
  std::vector<StepRequirement> asked;
  std::vector<fn::SchemaSelector> asked_schemas;
  // Sorted by `what`.
  std::vector<Unanswered> unanswered;
};

// InvalidArgument: a schema is unusable.
absl::StatusOr<RequirementAnswers> AnswerRequirements(
    const PipelineStep& step, const fn::Requirements& requirements,
    const Given& given, fn::RunFunctionRequest* request);

}  // namespace loom

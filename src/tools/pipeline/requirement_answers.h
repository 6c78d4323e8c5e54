// SPDX-License-Identifier: Apache-2.0
// What the steps of a pipeline ask for, and what of it was given as files: objects and
// OpenAPI schemas.
#pragma once

#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/value.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/files.h"
#include "tools/yaml/reader.h"

namespace loom {

// GivenResources answers what functions ask for, from the files that were given
// in place of a cluster.
//
//   GivenResources given(std::move(documents));
//   apiextensions::fn::proto::v1::Resources found = given.Fetch(selector);
//
// The rules are those of Crossplane in a cluster. All of apiVersion, kind, name
// and namespace have to be equal, so an object in a namespace is not found by its
// name alone. A selector with labels, or without any match, finds the objects of
// its namespace, or those of all namespaces if it names none, in the order of
// NAMESPACE/NAME. An object with a label that is no text counts as without labels.
// An object that is given twice counts once.
//
//   required.yaml: ConfigMap "settings" in namespace team-a
//   name: settings, namespace: team-a      found
//   name: settings                         not found
//   name: settings, namespace: team-b      not found
//   matchLabels: {}                        found
//
// `crossplane render` 2.2 ignores the namespace of a selector; that of 2.3 and
// later does not.
class GivenResources {
 public:
  explicit GivenResources(std::vector<YamlDocument> documents);

  // Objects that are found later; those of the same identity count once.
  void Add(std::vector<YamlDocument> documents);

  bool empty() const { return documents_.empty(); }
  const std::vector<YamlDocument>& documents() const { return documents_; }

  // Without items if there is no such object.
  apiextensions::fn::proto::v1::Resources Fetch(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

  // What a user should know of the objects, before anything asks for them. One
  // that is given twice counts once, as in a cluster:
  //   required.yaml:9:1: ConfigMap "settings" is given twice; that of
  //   required.yaml:1:1 is used
  const std::vector<std::string>& notes() const { return notes_; }

  // The objects that none of the selectors finds:
  //   required.yaml:4:1: ConfigMap "other" is given and no function asks for it
  std::vector<std::string> NotAskedFor(
      const std::vector<apiextensions::fn::proto::v1::ResourceSelector>&
          selectors) const;

  // The object that a selector which finds nobody may have meant: it differs in
  // the namespace, else in the apiVersion, else, if the selector has a name, in
  // the kind, and in nothing else. "" if there is none.
  //   required.yaml:4:1 has it in namespace team-a
  //   required.yaml:4:1 has it with apiVersion example.org/v1beta1
  std::string NearMiss(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

 private:
  std::vector<std::string> notes_;
  std::vector<YamlDocument> documents_;  // in the order of NAMESPACE/NAME
};

// Describes a selector in a message:
//   EnvironmentConfig "base"
//   ConfigMap "settings" in namespace team-a
//   Secret with labels app=x, tier=db
//   any Secret
std::string Describe(
    const apiextensions::fn::proto::v1::ResourceSelector& selector);

// GivenSchemas answers what functions ask of the schemas of kinds, from the
// documents of OpenAPI v3 that were given in place of an API server. There is a
// document for each group and version; this command writes one:
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
// These are the rules of Crossplane. The schema of a kind is that whose
// x-kubernetes-group-version-kind is a list of this kind alone, with all that it
// refers to in it (tools/crds/schema_references.h). A kind that is not there has an empty
// schema, which is no error. The members of a schema stay as they are written;
// Crossplane leaves out those that are empty.
class GivenSchemas {
 public:
  GivenSchemas() = default;
  explicit GivenSchemas(std::vector<JsonFile> files)
      : files_(std::move(files)) {}

  void Add(std::vector<JsonFile> files) {
    std::move(files.begin(), files.end(), std::back_inserter(files_));
  }

  // Without openapi_v3 if there is no such kind. InvalidArgument: its schema
  // refers to one that is not in its document; the message names the file.
  absl::StatusOr<apiextensions::fn::proto::v1::Schema> Fetch(
      const apiextensions::fn::proto::v1::SchemaSelector& selector) const;

  // Tells that a document has the group and version of a kind, but not the kind;
  // "" if this is not so.
  //   schemas/apps-v1.json has no such kind, did you mean Deployment?
  std::string NearMiss(
      const apiextensions::fn::proto::v1::SchemaSelector& selector) const;

 private:
  std::vector<JsonFile> files_;
};

// Describes a selector in a message:
//   the schema of Deployment of apps/v1
std::string Describe(
    const apiextensions::fn::proto::v1::SchemaSelector& selector);

// AnswerRequirements puts into a request what is required for it, as Crossplane
// does: what the step of the Composition requires, under the names that its author
// chose, and what the function itself asked for in its last response. Every call
// gets all of it anew, and nothing else.
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
// If the function asks by a name of the author's, its own answer counts. What is
// not given is answered as well, by a list without items or an empty schema: so a
// function can tell it from what it has not asked for.

// What stands in for the cluster.
struct Given {
  GivenResources resources;
  GivenSchemas schemas;
  // Of a recorded call, the names under which it was answered. What is required under
  // another one and is not among the resources has no answer yet.
  std::optional<std::set<std::string>> names = std::nullopt;

  bool Answers(const std::string& name,
               const fn::ResourceSelector& selector) const {
    return !names.has_value() || names->contains(name) ||
           resources.Fetch(selector).items_size() > 0;
  }
};

// A requirement that found nothing, described for a message. A schema is among
// them only if it has a near miss, because functions ask for schemas that they do
// not need.
struct Unanswered {
  std::string what;       // ConfigMap "settings"
  std::string near_miss;  // required.yaml:4:1 has it in namespace team-a, or ""
};

// A requirement of objects, and how many were found.
struct StepRequirement {
  std::string key;
  fn::ResourceSelector selector;
  int answered = 0;
};

struct RequirementAnswers {
  // What was asked for, but for schemas, in the order of the keys.
  std::vector<StepRequirement> asked;
  std::vector<fn::SchemaSelector> asked_schemas;
  // In the order of `what`.
  std::vector<Unanswered> unanswered;
};

// InvalidArgument: a schema cannot be used.
absl::StatusOr<RequirementAnswers> AnswerRequirements(
    const PipelineStep& step, const fn::Requirements& requirements,
    const Given& given, fn::RunFunctionRequest* request);

}  // namespace loom

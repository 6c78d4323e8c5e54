// SPDX-License-Identifier: Apache-2.0
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
// refers to in it (schema_references.h). A kind that is not there has an empty
// schema, which is no error. The members of a schema stay as they are written;
// Crossplane leaves out those that are empty.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "tools/pipeline/files.h"

namespace loom {

class GivenSchemas {
 public:
  GivenSchemas() = default;
  explicit GivenSchemas(std::vector<JsonFile> files)
      : files_(std::move(files)) {}

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

}  // namespace loom

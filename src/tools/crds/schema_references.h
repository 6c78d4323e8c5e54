// SPDX-License-Identifier: Apache-2.0
// FlattenSchema puts the schemas that a schema refers to where it refers to them,
// because a function gets a schema without the document that it comes from.
//
//   LOOM_ASSIGN_OR_RETURN(Value schema,
//                         FlattenSchema(schemas, "example.v1.Shop", &pool));
//
//   schemas:                                      example.v1.Shop, flattened
//     example.v1.Shop:
//       properties:                               properties:
//         owner:                                    owner:
//           $ref: "#/components/schemas/Person"
//     Person:
//       type: object                                  type: object
//
// These are the rules of the API server, which Crossplane uses. References are
// followed in properties, additionalProperties and items. The schema that is
// referred to replaces all that is written beside the reference. A reference in
// allOf is one as well, because OpenAPI allows nothing beside a reference
// otherwise. Where a schema refers to itself, directly or through others, stands
// {type: object}.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The schema of that name in `schemas`, components.schemas of a document. Shares
// its texts. InvalidArgument: a schema that is referred to is not there, or more
// than kMaxDepth / 2 schemas are inside each other.
absl::StatusOr<Value> FlattenSchema(const Value& schemas,
                                    absl::string_view name, Pool* pool);

// components.schemas of a document of OpenAPI; nullptr if it has none.
const Value* SchemasOf(const Value& document);

// The kind that a schema describes, if it is of that apiVersion and describes one
// kind only; otherwise "". What many kinds share, such as DeleteOptions, lists them
// all in x-kubernetes-group-version-kind.
std::string DescribedKind(const Value& schema, absl::string_view api_version);

// The flat schema of a kind in a document of OpenAPI; null if it has none.
// InvalidArgument: as FlattenSchema.
absl::StatusOr<Value> FindInDocument(const Value& document,
                                     absl::string_view api_version,
                                     absl::string_view kind, Pool* pool);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// FlattenSchema replaces the references in a schema by the schemas that they refer to,
// because a function gets a schema without the rest of its document.
//
// The rules are those of the API server, which Crossplane uses. References are followed
// in properties, additionalProperties and items. The referenced schema replaces
// everything next to the reference. A reference in allOf is also followed, because
// OpenAPI otherwise allows nothing next to a reference. If a schema refers to itself,
// directly or through others, the reference becomes {type: object}.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns the schema of that name in `schemas`, which is components.schemas of a
// document. The result shares its strings. InvalidArgument: a referenced schema does
// not exist, or more than kMaxDepth / 2 schemas are nested.
absl::StatusOr<Value> FlattenSchema(const Value& schemas,
                                    absl::string_view name, Pool* pool);

// Returns components.schemas of an OpenAPI document; nullptr if it has none.
const Value* SchemasOf(const Value& document);

// Returns the kind that a schema describes, if it has that apiVersion and describes
// only one kind; otherwise "". A schema that many kinds share, such as DeleteOptions,
// lists them all in x-kubernetes-group-version-kind.
std::string DescribedKind(const Value& schema, absl::string_view api_version);

// Returns the flattened schema of a kind in an OpenAPI document; null if it has none.
// InvalidArgument: as for FlattenSchema.
absl::StatusOr<Value> FindInDocument(const Value& document,
                                     absl::string_view api_version,
                                     absl::string_view kind, Pool* pool);

}  // namespace loom

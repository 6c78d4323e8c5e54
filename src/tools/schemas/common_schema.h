// SPDX-License-Identifier: Apache-2.0
// CommonSchemaOf returns what is known about an object without the definition of its
// kind.
//
//   every object               metadata
//   Kubernetes' and            the other fields: a ConfigMap has data, binaryData and
//   Crossplane's own kinds       immutable, and nothing else
//   a managed resource         spec: its own fields are in forProvider and initProvider,
//                                and the others are the same for all
//   a composite                spec and status
//   any other object           that spec, if it has one, is an object
//
// A managed resource is identified by its spec.forProvider. The rules are Kubernetes'
// and Crossplane's. That providers add no other fields to spec is inferred from the
// definitions of the large providers, so these findings are likely but not certain.
#pragma once

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {

// The schemas live as long as the program.
KindSchema CommonSchemaOf(const Value& object);
KindSchema CommonSchemaOfComposite(absl::string_view kind);

// Returns the schema of metadata, which is the same for every object.
const Value& MetadataSchema();

}  // namespace loom

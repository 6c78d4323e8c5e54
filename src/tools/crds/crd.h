// SPDX-License-Identifier: Apache-2.0
// SchemaOf finds the schema of a kind in the document that defines it: a
// CustomResourceDefinition, or a CompositeResourceDefinition (XRD), whose layouts
// are the same.
//
//   spec:
//     group: example.org
//     names: {kind: XShop}
//     versions:
//     - {name: v1, schema: {openAPIV3Schema: {type: object, properties: …}}}
//
//   XShop of example.org/v1    that schema
//   XShop of example.org/v2    xrd.yaml:4:3: XShop has no version v2; it has v1
//   Shop of example.org/v1     xrd.yaml:3:17: this defines XShop of example.org, not
//                              Shop of example.org
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/yaml/reader.h"

namespace loom {

// Whether the document is one of the two.
bool IsDefinition(const Value& document);

// A part of the definition, or nullptr if the version has no schema.
// FailedPrecondition: it is no definition, or that of another kind or version.
absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind);

}  // namespace loom

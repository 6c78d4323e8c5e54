// SPDX-License-Identifier: Apache-2.0
// CommonSchema is what is known of an object without the definition of its kind.
//
//   every object               metadata
//   Kubernetes' and            the members beside it: a ConfigMap has data, binaryData
//   Crossplane's own kinds       and immutable, and nothing else
//   a managed resource         spec: its own fields are in forProvider and initProvider,
//                                and the others are the same of all
//   a composite                spec and status
//   any other object           that spec, if it has one, is an object
//
//   {apiVersion: v1, kind: ConfigMap, dta: {a: b}}                   no field dta
//   {apiVersion: s3.example.org/v1, kind: Bucket,
//    spec: {forProvider: {}, region: eu}}                            no field spec.region
//   {apiVersion: example.org/v1, kind: Shop, spce: {}}               free, and spec is near
//
// A managed resource is known by its spec.forProvider. The rules are Kubernetes' and
// Crossplane's; that no provider adds others to spec is what the definitions of the large
// ones show, so what is found by it is likely and not certain.
#pragma once

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/crds/kind_schemas.h"

namespace loom {

// The schemas live as long as the program.
KindSchema CommonSchemaOf(const Value& object);
KindSchema CommonSchemaOfComposite(absl::string_view kind);

// What metadata has, of every object.
const Value& MetadataSchema();

}  // namespace loom

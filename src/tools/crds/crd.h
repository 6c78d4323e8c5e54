// SPDX-License-Identifier: Apache-2.0
// What a CRD or an XRD says of an object of its kind: the schema of a version, the
// defaults of an object, and what does not fit.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// SchemaOf finds the schema of a kind in the document that defines it: a
// CustomResourceDefinition, or a CompositeResourceDefinition (XRD), whose layouts
// are the same. An XRD may also define a claim. Of an XRD it is the schema as its author
// wrote it (see composite_schema.h).
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

// Whether the document is one of the two.
bool IsDefinition(const Value& document);

// A part of the definition, or nullptr if the version has no schema.
// FailedPrecondition: it is no definition, or that of another kind or version.
absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind);

// FillDefaults sets what an object leaves out and its schema has a default for, as
// the API server does when it stores the object.
//
//   properties: {spec: {default: {}, properties: {size: {default: 3}}}}
//
//   {}                      {spec: {size: 3}}
//   {spec: {size: 5}}       the same
//   {spec: {size: null}}    {spec: {size: 3}}, because size is not nullable
//
// Without `default: {}` of spec the first one stays {}: defaults are filled in only
// below what is there. The rules are Kubernetes'.
//
// The pool keeps what is added; the schema has to outlive it.
void FillDefaults(const Value& schema, Value& object, Pool* pool);

// ViolationsOf finds what the API server would refuse in an object of a kind with a
// structural schema, all of it at once:
//
//   spec.region: Required value
//   spec.size: Invalid value: want an integer, got a string
//   spec.mode: Unsupported value: "fasst": want one of "fast", "slow", did you mean
//   "fast"?
//   spec: unknown field "regoin", did you mean "region"?
//   spec.name: Invalid value: "A": want a text that matches ^[a-z]+$
//   spec.zones: Invalid value: want at most 3 elements, got 4
//   spec: Invalid value: fits none of the alternatives of anyOf
//
// Checked are type, nullable, enum, required, pattern, the limits of numbers,
// texts, lists and maps, anyOf, oneOf, allOf and not, and x-kubernetes-
// preserve-unknown-fields, -int-or-string and -embedded-resource. Not checked are
// format and x-kubernetes-validations. The rules are Kubernetes', the words ours.

struct Violation {
  // The names of members, and the indexes of elements in decimal.
  std::vector<std::string> path;
  std::string message;
  // Of an unknown field its name; the path is that of the object that has it.
  std::string unknown_member;
};

// `pool` may be the one of the object. In the order of the object's members.
std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool);

// CheckValue compares a value with what its schema says of it alone: enum, pattern,
// and the limits of numbers, texts, lists and maps. What it has inside, and its type,
// are checked by ViolationsOf.
//
//   {enum: [fast, slow]}, "fasst"   Unsupported value: "fasst": want one of "fast",
//                                  "slow", did you mean "fast"?
//   {maxItems: 1}, [1, 2]          Invalid value: want at most 1 elements, got 2
//   {minimum: 1}, 3                nothing
std::vector<std::string> CheckValue(const Value& schema, const Value& value,
                                    Pool* pool);

}  // namespace loom

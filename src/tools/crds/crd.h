// SPDX-License-Identifier: Apache-2.0
// These functions apply a CRD or an XRD to an object of its kind: they find the schema
// of a version, fill in defaults, and find violations.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// SchemaOf finds the schema of a kind in the document that defines it: a
// CustomResourceDefinition, or a CompositeResourceDefinition (XRD), which has the same
// layout. An XRD may also define a claim. For an XRD, the schema is returned as its
// author wrote it (see composite_schema.h).
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

// Returns whether the document is a CRD or an XRD.
bool IsDefinition(const Value& document);

// Returns the schema, which is a part of the definition, or nullptr if the version has
// no schema. FailedPrecondition: the document is not a definition, or is for another
// kind or version.
absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind);

// FillDefaults sets the fields that an object omits and for which its schema has a
// default, as the API server does when it stores the object.
//
//   properties: {spec: {default: {}, properties: {size: {default: 3}}}}
//
//   {}                      {spec: {size: 3}}
//   {spec: {size: 5}}       the same
//   {spec: {size: null}}    {spec: {size: 3}}, because size is not nullable
//
// Without `default: {}` for spec, the first object stays {}: defaults are filled in
// only inside existing objects. The rules are Kubernetes'.
//
// The pool keeps the added values; the schema must outlive them.
void FillDefaults(const Value& schema, Value& object, Pool* pool);

// ViolationsOf finds everything that the API server would refuse in an object of a kind
// with a structural schema:
//
//   spec.region: Required value
//   spec.size: Invalid value: want an integer, got a string
//   spec.mode: Unsupported value: "fasst": want one of "fast", "slow" (did you mean
//   "fast"?)
//   spec: unknown field "regoin" (did you mean "region"?)
//   spec.name: Invalid value: "A": want a string that matches ^[a-z]+$
//   spec.zones: Invalid value: want at most 3 elements, got 4
//   spec: Invalid value: fits none of the alternatives of anyOf
//
// It checks type, nullable, enum, required, pattern, the limits of numbers, strings,
// lists and maps, anyOf, oneOf, allOf and not, and
// x-kubernetes-preserve-unknown-fields, -int-or-string and -embedded-resource. It does
// not check format and x-kubernetes-validations. The rules are Kubernetes', the wording
// is ours.

enum class ViolationKind {
  kRequired,      // `path` is the path of the missing field
  kUnknownField,  // `path` is the path of the object that has it
  kType,
  kUnsupported,  // none of the values of enum
  kPattern,
  kMultiple,     // no multiple of a number
  kLimit,        // too small or too large, too few or too many
  kAlternative,  // what anyOf, oneOf and not say
  kRule,         // a rule of x-kubernetes-validations (validation_rules.h)
};

struct Violation {
  // The names of fields, and the decimal indexes of elements.
  std::vector<std::string> path;
  ViolationKind kind = ViolationKind::kType;
  std::string message = "";  // without the suggestion
  std::string meant = "";    // the name or the value that was probably meant
  std::string unknown_member = "";  // the name of an unknown field

  // Returns the message with the suggestion.
  std::string said() const;
};

// Returns the violations in the order of the object's fields. `pool` may be the pool of
// the object.
std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool);

// CheckValue checks a value alone against its schema: enum, pattern, and the limits of
// numbers, strings, lists and maps. ViolationsOf checks the type and nested values.
//
//   {enum: [fast, slow]}, "fasst"  Unsupported value: "fasst": want one of "fast",
//                                  "slow" (did you mean "fast"?)
//   {maxItems: 1}, [1, 2]          Invalid value: want at most 1 elements, got 2
//   {minimum: 1}, 3                nothing
//
// The violations have no path.
std::vector<Violation> CheckValue(const Value& schema, const Value& value,
                                  Pool* pool);

}  // namespace loom

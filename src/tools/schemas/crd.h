// SPDX-License-Identifier: Apache-2.0
// These functions apply a CRD or an XRD to an object of its kind: they find the schema
// of a version, fill in defaults, and find violations.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

bool IsDefinition(const Value& document);

// Returns the schema of a kind from the document that defines it: a
// CustomResourceDefinition, or a CompositeResourceDefinition (XRD), which has the same
// layout and may also define a claim. For an XRD, it is the schema as its author wrote
// it (see composite_schema.h). nullptr: the version has no schema. FailedPrecondition:
// the document is not a definition, or is for another kind or version.
absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind);

// FillDefaults sets the fields that an object omits and for which its schema has a
// default, as the API server does when it stores the object. A null counts as omitted
// if the field is not nullable. Defaults are filled in only inside existing objects.
// The rules are Kubernetes'. The pool keeps the added values; the schema must outlive
// them.
void FillDefaults(const Value& schema, Value& object, Pool* pool);

// Something that the API server would refuse in an object of a kind with a structural
// schema, such as:
//
//   spec.size: Invalid value: expected an integer, got a string
//   spec: unknown field "regoin" (did you mean "region"?)

enum class ViolationKind {
  kRequired,      // `path` is the path of the missing field
  kUnknownField,  // `path` is the path of the object that has it
  kType,
  kUnsupported,  // none of the values of enum
  kPattern,
  kMultiple,     // no multiple of a number
  kLimit,        // too small, large, few or many
  kAlternative,  // what anyOf, oneOf and not say
  kDuplicate,    // an element of a set, or the keys of one of a list of maps
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
//
// Checks type, nullable, enum, required, pattern, the limits of numbers, strings, lists
// and maps, anyOf, oneOf, allOf and not, and x-kubernetes-preserve-unknown-fields,
// -int-or-string, -embedded-resource and -list-type. Does not check format and
// x-kubernetes-validations. The rules are Kubernetes', the wording is ours.
std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool);

// Returns the compiled pattern of a schema. Compiling it takes much longer than matching,
// so each thread compiles it once.
const absl::StatusOr<Regexp>& PatternOfSchema(absl::string_view pattern);

// Checks a value alone against its schema: enum, pattern, and the limits of numbers,
// strings, lists and maps. ViolationsOf checks the type and nested values. The violations
// have no path.
std::vector<Violation> CheckValue(const Value& schema, const Value& value,
                                  Pool* pool);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// An ObjectQuery selects the objects of an entry of `environment.configs` or of
// `extraResources`: one by name, or those with certain labels, and in which namespace
// (namespace_of.h).
//
//   - type: Reference                      # the default
//     ref: {name: base}
//   - type: Selector
//     selector:
//       mode: Multiple                     # Single (the default): exactly one
//       minMatch: 1                        # for Multiple only, as are the next two
//       maxMatch: 3
//       sortByFieldPath: data.priority     # the default is metadata.name
//       matchLabels:                       # all of them have to match
//       - {type: Value, key: stage, value: prod}
//       - {key: region, valueFromFieldPath: spec.region}
//
//   - type: ConfigMap                      # or Secret; ref or selector
//     ref: {name: settings, namespace: team-a}
//
// The value of a matcher is read from the observed composite
// (FromCompositeFieldPath, the default) or from the environment
// (FromEnvironmentFieldPath), or it is a literal (Value). A matcher with
// fromFieldPathPolicy: Optional is left out if its value is missing; otherwise a
// missing value is an error. A selector whose matchers all have no value requests
// nothing. A selector without matchers requests all objects of the kind if
// QueryShape::takes_all is set, otherwise nothing.
//
// A selector together with another type is read and has no effect. In a drop-in input
// its errors are only noted, because the Go functions ignore it. Input that their
// decoder refuses is always an error.
//
// In extraResources of the native input, the name, the namespace and the values of labels
// may contain expressions, which read the environment as its patches leave it, and other
// required objects:
//
//   - ref: {name: "${required.settings.data.theme}"}
//
// The fields are those of function-environment-configs. In function-extra-resources
// every selector is Multiple, and neither `mode` nor FromEnvironmentFieldPath exists.
// Label values are strings; the native input also accepts numbers and booleans. Only
// the native input has kinds as types, and namespaces. Their errors:
//
//   environment.configs[0]: ref and selector cannot be combined
//   environment.configs[0]: one of ref and selector is required
//   environment.configs[0]: one of namespace, namespaceFromFieldPath and
//   namespaceFromExpression is required, because a ConfigMap has a namespace
//   environment.configs[0]: only a ConfigMap and a Secret have a namespace
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/inline_text.h"
#include "language/input/fields.h"
#include "sections/environment/namespace_of.h"

namespace loom {

struct Matcher {
  enum class From { kComposite, kEnvironment, kValue };

  std::string key;
  From from = From::kComposite;
  std::string value;
  std::optional<InlineText> computed;  // of a value with expressions
  std::string place;                   // of these in the input
  absl::StatusOr<Path> path = Path();
  bool optional = false;
};

// Which queries of a list have a namespace. kOfKinds: only those whose type is a kind.
// A drop-in list has none, or reads its own (kNone).
enum class QueryNamespaces { kNone, kOfKinds, kAll };

// How lists of queries differ: whether a selector has `mode`, whether a matcher may be
// a FromEnvironmentFieldPath, and the namespaces.
struct QueryShape {
  bool has_modes;
  bool reads_environment;
  QueryNamespaces namespaces = QueryNamespaces::kNone;
  bool takes_all = false;
  // The names that expressions in strings may use; empty: there are none.
  ExpressionNames names = {};
};

// What a query requests in a call.
struct Wish {
  // nullopt: it requests nothing.
  std::optional<Requirement> requirement = std::nullopt;
  // Why it requests nothing yet: an expression is pending (NotFound, with its location).
  absl::Status pending = absl::OkStatus();
};

struct ObjectQuery {
  enum class Type {
    kReference,
    kSelector,
    // A type that does not exist. The Go functions skip such an entry.
    kUnknown,
  };

  Type type = Type::kReference;
  absl::string_view kind;  // if it is the type; it lives as long as the program
  std::string name;        // of a Reference
  std::optional<InlineText> computed_name;
  std::string name_place;
  NamespaceOf ns;
  std::vector<Matcher> matchers;
  // Whether the name, the namespace or a label is an expression.
  bool has_expressions = false;
  bool multiple = false;
  bool all = false;  // a selector without matchers that asks for all objects
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  const Rules* rules = nullptr;

  // The entry in the input, its name in conditions, and what messages call its objects.
  std::string place;
  std::string subject;
  absl::string_view noun;
  // The kind of the objects. A drop-in entry may also have the namespace here.
  Requirement what;
  // What is known about the kind.
  std::optional<KnownKind> known;
  // Whether the access policies apply.
  bool guarded = false;
  // Whether a Reference, and in the native input a Single selector, may find nothing.
  bool optional = false;

  // Reads the fields type, ref and selector of an entry, and the namespace.
  static ObjectQuery Parse(Fields& entry, const QueryShape& shape);

  bool ReadsEnvironment() const;

  bool by_name() const { return type == Type::kReference; }

  // Finds what the query requests; `wish` is empty. NotFound: the value of a label or of
  // the namespace is missing. If only the namespace is missing, an optional query
  // requests nothing instead. FailedPrecondition: the value is not a string.
  absl::Status Ask(const QueryValues& values, Wish* wish) const;

 private:
  absl::Status Fill(const QueryValues& values, Requirement* requirement) const;
};

// Reads the field `policy`, and returns whether it is {resolution: Optional}.
bool ParseResolution(Fields& parent);

}  // namespace loom

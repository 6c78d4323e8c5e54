// SPDX-License-Identifier: Apache-2.0
// An object query says which objects an entry of `environment.configs` or of
// `extraResources` selects: one by its name, or those that have certain labels, and in
// which namespace (namespace_of.h).
//
//   - type: Reference                      # the default
//     ref: {name: base}
//   - type: Selector
//     selector:
//       mode: Multiple                     # Single (the default): exactly one
//       minMatch: 1                        # for Multiple only, as the next two
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
// fromFieldPathPolicy: Optional is left out if its value is missing; otherwise
// a missing value is an error. A selector none of whose matchers has a value
// asks for nothing. One without matchers asks for all objects of the kind where
// QueryShape::takes_all says so, and for nothing elsewhere.
//
// A selector beside another type is read and has no effect. In a drop-in input its
// mistakes are only noted, because the Go functions do not look at it; what their
// decoder refuses is an error anywhere.
//
// The members are those of function-environment-configs. In
// function-extra-resources every selector is Multiple, and neither `mode` nor
// FromEnvironmentFieldPath exists. Label values are texts; the native input
// also takes numbers and booleans, and it alone has kinds as types, and namespaces.
// Mistakes of these:
//
//   environment.configs[0]: ref and selector exclude each other
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
#include "data/fieldpath/path.h"
#include "language/input/fields.h"
#include "sections/environment/namespace_of.h"

namespace loom {

struct Matcher {
  enum class From { kComposite, kEnvironment, kValue };

  std::string key;
  From from = From::kComposite;
  std::string value;
  absl::StatusOr<Path> path = Path();
  bool optional = false;
};

// Which queries of a list have a namespace. kOfKinds: those whose type is a kind, which
// they alone may have. A drop-in list has none, or reads its own (kNone).
enum class QueryNamespaces { kNone, kOfKinds, kAll };

// In what the lists differ that contain queries: whether a selector has `mode`,
// whether a matcher may be a FromEnvironmentFieldPath, and the namespaces.
struct QueryShape {
  bool has_modes;
  bool reads_environment;
  QueryNamespaces namespaces = QueryNamespaces::kNone;
  bool takes_all = false;
};

// What a query wants to have in a call.
struct Wish {
  bool asks = false;
  // Why it does not ask yet: the expression of the namespace is pending (NotFound, with
  // its place).
  absl::Status pending = absl::OkStatus();
};

struct ObjectQuery {
  enum class Type {
    kReference,
    kSelector,
    // A type that does not exist. The Go functions pass over such an entry.
    kUnknown,
  };

  Type type = Type::kReference;
  absl::string_view
      kind;          // if that was the type; it lives as long as the program
  std::string name;  // of a Reference
  NamespaceOf ns;
  std::vector<Matcher> matchers;
  bool multiple = false;
  bool all = false;  // a selector without matchers that asks for all objects
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  const Rules* rules = nullptr;

  // Reads the members type, ref and selector of an entry, and the namespace.
  static ObjectQuery Parse(Fields& entry, const QueryShape& shape);

  bool ReadsEnvironment() const;

  // Adds what it reads, also of the objects that it finds.
  void AddReads(Reads* reads) const;

  // Adds the namespace, and the name or the labels, to the requirement. NotFound: the
  // value of a label or of the namespace is missing; a query that may find nothing
  // (`optional`) then asks for nothing if it is that of the namespace.
  // FailedPrecondition: the value is not a text.
  absl::StatusOr<Wish> Ask(const QueryValues& values, bool optional,
                           Requirement* requirement) const;
};

// Reads the member `policy` and returns whether it is {resolution: Optional}. A
// Reference, and in the native input a Single selector, may then find nothing.
bool ParseResolution(Fields& parent);

}  // namespace loom

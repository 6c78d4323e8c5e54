// SPDX-License-Identifier: Apache-2.0
// NamespaceOf is the namespace in which an entry of `environment.configs` or of
// `extraResources` looks for objects. It is one of three fields, next to `ref` and
// `selector`, or inside `ref`:
//
//   namespace: team-a
//   namespaceFromFieldPath: metadata.namespace      # of the observed composite
//   namespaceFromExpression: composite.spec.team + "-infra"
//
//   NotFound             the field is missing, or the expression is pending
//                        extraResources[0].namespaceFromFieldPath: spec.team: no such
//                        field
//   FailedPrecondition   anything else
//                        extraResources[0].namespaceFromFieldPath: spec.team: not a
//                        string
//                        extraResources[0].namespaceFromFieldPath: spec.team: no name
//                        of a namespace, which has at most 63 lower-case letters,
//                        digits and -
//
// namespaceFromExpression can use the names that are known before anything is required
// (kNamesOfRequest), so it has the same value in every round of a call. In
// extraResources, `namespace` may also contain expressions that read required objects.
// Errors:
//
//   extraResources[0]: namespace and ref.namespaceFromFieldPath cannot be combined
//   extraResources[0].namespace: Invalid value: "Team": no name of a namespace, …
//
// The rules for names are Kubernetes': a namespace is a DNS label.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/inline_text.h"
#include "language/input/fields.h"

namespace loom {
// QueryValues are the sources of the labels and namespaces in the entries of
// `environment.configs` and `extraResources`.

struct QueryValues {
  const Value& composite;  // observed
  const Value& environment;
  // For expressions; may be null if there are none.
  CelVariables* variables = nullptr;
  Pool* pool = nullptr;
};

class NamespaceOf {
 public:
  // Reads the fields of an entry, and of its field `ref` unless that is null.
  // If `names` is not empty, the string `namespace` may contain expressions that use
  // these names.
  static NamespaceOf Parse(Fields& entry, Fields* ref,
                           ExpressionNames names = {});

  // Reports whether any of the fields is present.
  bool given() const { return given_; }
  // Reports whether the author of the input wrote the namespace itself.
  bool is_fixed() const { return !path_.has_value() && !has_expression(); }
  bool has_expression() const {
    return expression_.has_value() || computed_.has_value();
  }
  // Reports whether the value may change once this step has merged the environment.
  bool ReadsEnvironment() const;

  // Returns the namespace; "" if none is given.
  absl::StatusOr<std::string> Read(const QueryValues& values) const;

 private:
  // Reads the fields of one object, and adds the names of those present to `given`,
  // with `prefix` before them.
  void ReadMembers(Fields& fields, absl::string_view prefix,
                   ExpressionNames names, std::vector<std::string>* given);
  absl::StatusOr<std::string> ReadField(const QueryValues& values) const;
  absl::StatusOr<std::string> ReadComputed(const QueryValues& values) const;

  bool given_ = false;
  std::string text_;
  std::optional<Path> path_;
  std::string place_;  // of the field that has the path, or is computed
  std::optional<InputExpression> expression_;
  std::optional<InlineText> computed_;
};

}  // namespace loom

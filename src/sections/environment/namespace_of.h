// SPDX-License-Identifier: Apache-2.0
// NamespaceOf says in which namespace an entry of `environment.configs` or of
// `extraResources` looks for objects. One of three members says it, which stands beside
// `ref` and `selector`, or in `ref`:
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
// An expression knows what is known before anything is required (kNamesOfRequest), so
// that it has the same value in every round of a call. Mistakes:
//
//   extraResources[0]: namespace and ref.namespaceFromFieldPath exclude each other
//   extraResources[0].namespace: Invalid value: "Team": no name of a namespace, …
//
// The rules of names are Kubernetes', those of a DNS label.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom {
// QueryValues are what the entries of `environment.configs` and of `extraResources` read
// the values of their labels and their namespaces from.

struct QueryValues {
  const Value& composite;  // observed
  const Value& environment;
  // Of expressions; may be null if there are none.
  CelVariables* variables = nullptr;
  Pool* pool = nullptr;
};

class NamespaceOf {
 public:
  // Reads the members of an entry, and of its member `ref` unless that is null.
  static NamespaceOf Parse(Fields& entry, Fields* ref);

  // Whether one of the members is there, in whichever way.
  bool given() const { return given_; }
  // Whether the author of the input wrote the namespace itself.
  bool is_fixed() const { return !path_.has_value() && !has_expression(); }
  bool has_expression() const { return expression_.has_value(); }
  // Whether it may be another one once this step has merged the environment.
  bool ReadsEnvironment() const;

  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // The namespace; "" if none is given.
  absl::StatusOr<std::string> Read(const QueryValues& values) const;

 private:
  // Reads the members of one object; those that are there are added to `given`, with
  // `prefix` in front.
  void ReadMembers(Fields& fields, absl::string_view prefix,
                   std::vector<std::string>* given);
  absl::StatusOr<std::string> ReadField(const QueryValues& values) const;

  bool given_ = false;
  std::string text_;
  std::optional<Path> path_;
  std::string place_;  // of the member that has the path
  std::optional<InputExpression> expression_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// The connection details of a composed resource, which become connection
// details of the composite. They have P&T's three types:
//
//   FromConnectionSecretKey   the observed detail fromConnectionSecretKey; one
//                             that is absent is left out, an empty one is kept
//   FromFieldPath             the field of the observed object, a text as it
//                             is and anything else as compact JSON; left out
//                             if the field cannot be read
//   FromValue                 the literal value
//
// The native input has one more, and transforms behind each:
//
//   FromExpression            the value of the expression, written as a field is; what
//                             is optional.none() is left out
//
//   connectionDetails:
//   - {name: host, type: FromFieldPath, fromFieldPath: status.address}
//   - {name: url, type: FromExpression, expression: "'https://' + object.status.host"}
//
// An expression or a transform that is pending leaves the detail as the composite has
// published it. Any other error of theirs makes the call FATAL.
//
// If two details have one name, the later one counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {

class ConnectionDetails {
 public:
  // `names` are those that expressions may use.
  static ConnectionDetails Parse(const std::vector<Input>& list,
                                 ExpressionNames names = {});

  // What they are read from.
  struct From {
    const Value& observed;
    const ObservedDetails& details;
    CelVariables* variables = nullptr;  // of expressions
  };
  // A detail whose expression is pending.
  struct Pending {
    absl::string_view name;
    absl::Status why;
  };

  // Adds to `details` those that the observed resource has. FailedPrecondition:
  // they exceed the budget of the call (data/value/budget.h), or an expression fails.
  absl::StatusOr<std::vector<Pending>> Extract(const From& from, Pool* pool,
                                               Details* details) const;

  // Adds what they read; `object` is the mask of the observed resource.
  void AddReads(Reads* reads, FieldMask* object) const;

  bool empty() const { return rows_.empty(); }
  bool has_expressions() const;

 private:
  struct Row;
  // The value of a row as it is observed; nullopt if there is none.
  using Made = absl::StatusOr<std::optional<Value>>;
  using Read = Made (*)(const Row& row, const From& from, Pool* pool);
  struct Type;
  struct Row {
    std::string name;
    Read read = nullptr;
    std::string text;  // the key, or the value
    absl::StatusOr<Path> path = Path();
    std::optional<InputExpression> expression;
    Transforms transforms;
  };

  static Made ReadKey(const Row& row, const From& from, Pool* pool);
  static Made ReadField(const Row& row, const From& from, Pool* pool);
  static Made ReadValue(const Row& row, const From& from, Pool* pool);
  static Made ReadExpression(const Row& row, const From& from, Pool* pool);
  static absl::Span<const Type> Types(const Rules& rules);
  static Row ParseRow(const Input& input, ExpressionNames names);
  static void ParseOperand(const Type& type, Fields& fields,
                           ExpressionNames names, Row* row);
  // With its transforms.
  static Made ValueOf(const Row& row, const From& from, Pool* pool);

  std::vector<Row> rows_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// ConnectionDetails reads the connection details of a composed resource, which become
// connection details of the composite. They have P&T's three types:
//
//   FromConnectionSecretKey   the observed detail fromConnectionSecretKey; a missing
//                             detail is left out, an empty one is kept
//   FromFieldPath             the field of the observed object: a string unchanged,
//                             any other value as compact JSON; left out if the field
//                             cannot be read
//   FromValue                 the literal value
//
// The native input has one more type, and every detail may have transforms:
//
//   FromExpression            the value of the expression: bytes and a string
//                             unchanged, any other value as compact JSON; left out
//                             if it is optional.none()
//
//   connectionDetails:
//   - {name: host, type: FromFieldPath, fromFieldPath: status.address}
//   - {name: url, type: FromExpression, expression: "'https://' + object.status.host"}
//
// If an expression or a transform is pending, the detail keeps the value that the
// composite has published. Any other error makes the call FATAL.
//
// If two details have the same name, the later one applies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {

class ConnectionDetails {
 public:
  // Reports errors in the list. Expressions may use `names`.
  static ConnectionDetails Parse(const std::vector<Input>& list,
                                 ExpressionNames names = {});

  // The sources of the details.
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

  // Adds the details of the observed resource to `details`, and returns those that are
  // pending. FailedPrecondition: they exceed the budget of the call
  // (data/value/budget.h), or an expression fails.
  absl::StatusOr<std::vector<Pending>> Extract(const From& from, Pool* pool,
                                               Details* details) const;

  bool empty() const { return rows_.empty(); }
  bool has_expressions() const;

 private:
  struct Row;
  // The value of a row; nullopt if it is left out.
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
  // Returns the value after the transforms of the row.
  static Made ValueOf(const Row& row, const From& from, Pool* pool);

  std::vector<Row> rows_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// InlineText is a string of the native input that contains expressions.
//
//   ${composite.spec.zones}                     the value, which may have any type
//   ${composite.metadata.name}-${item.key}      a string: shop-a
//   echo $${HOME}                               echo ${HOME}, without an expression
//
// An expression ends at its closing brace; braces inside its strings and maps do not
// count. If the whole string is one expression, the result is its value. In any other
// string, each expression must return a string, a number or a boolean, and integers are
// written without a point. Bytes have to be UTF-8 there, and the whole string then is
// bytes, so that it is encoded where they would be. If one of them is optional.none(),
// the result is optional.none().
//
// Errors are reported when the input is read, with line and column inside the string.
// Errors of an evaluation are those of InputExpression, with the same lines and
// columns. The caller adds the location of the string.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression.h"

namespace loom {

// Returns whether a string contains `${`, with or without an expression.
bool IsInline(absl::string_view text);

// A part of a string: literal characters, in which `$${` is already replaced by `${`,
// or an expression without its braces. `offset` is its position in the string, in
// bytes.
struct InlinePart {
  bool is_expression;
  std::string text;
  size_t offset;
};

// Returns InvalidArgument: `1:1: this ${ is not closed; add a }`.
absl::StatusOr<std::vector<InlinePart>> PartsOf(absl::string_view text);

class InlineText {
 public:
  // Reads the string at `at`. Returns nullopt after reporting an error.
  static std::optional<InlineText> Read(const Input& at, ExpressionNames names);

  // Returns an InlineText whose only expression returns the value of `at`, which may be
  // any value.
  static std::optional<InlineText> OfConstant(const Input& at);

  // Returns the value of a string without expressions; nullopt if it has expressions.
  std::optional<std::string> Constant() const;
  const std::vector<InputExpression>& expressions() const {
    return expressions_;
  }

  // Returns the value, whose type is kept if the string is a single expression. Both
  // arguments must outlive it.
  absl::StatusOr<CelValue> Evaluate(CelVariables* variables,
                                    CelContext* context) const;
  // Returns the value, which must be a string. NotFound: it is pending, or it is
  // optional.none(). FailedPrecondition: it is of another type.
  absl::StatusOr<std::string> String(CelVariables* variables, Pool* pool) const;
  // Returns nullopt if the value is optional.none().
  absl::StatusOr<std::optional<Value>> OptionalTree(
      CelVariables* variables, Pool* pool,
      BytesAs bytes = BytesAs::kText) const;

 private:
  // Whether the string is a single expression.
  bool IsAlone() const {
    return expressions_.size() == 1 && words_[0].empty() && words_[1].empty();
  }
  absl::Status Append(const InputExpression& expression, const Value& value,
                      std::string* text) const;

  // The literal parts before each expression, and the one after the last expression.
  std::vector<std::string> words_;
  std::vector<InputExpression> expressions_;
};

}  // namespace loom

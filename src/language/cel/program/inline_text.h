// SPDX-License-Identifier: Apache-2.0
// InlineText is a text of the native input with expressions in it.
//
//   ${composite.spec.zones}                     its value, whatever type that has
//   ${composite.metadata.name}-${item.key}      a text: shop-a
//   echo $${HOME}                               echo ${HOME}, which has no expression
//
// An expression ends at the brace that closes it; braces inside its texts and maps do not
// count. A text that is one expression has its value. In any other text each expression
// must give a string, a number or a bool, and whole numbers are written without a point.
// If one of them is optional.none(), so is the whole text.
//
// Mistakes are reported when the input is read, with line and column inside the text:
//
//   resources[0].template.spec.a: Invalid value: 1:6: unknown name "xr", …
//   resources[0].template.spec.b: Invalid value: 1:1: this ${ has no } that closes it
//
// Errors of an evaluation are those of InputExpression, with the same lines and columns;
// the caller adds the location of the text:
//
//   NotFound             pending: it refers to something that does not exist (yet)
//   FailedPrecondition   anything else: 1:3: want a string, number or bool, got a list
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression.h"

namespace loom {

// Whether a text has `${` in it, with an expression or without.
bool IsInline(absl::string_view text);

// A part of a text: words, in which `$${` is `${` already, or an expression without its
// braces. `offset` is where it begins in the text, in bytes.
struct InlinePart {
  bool is_expression;
  std::string text;
  size_t offset;
};

// InvalidArgument: `1:1: this ${ has no } that closes it`.
absl::StatusOr<std::vector<InlinePart>> PartsOf(absl::string_view text);

class InlineText {
 public:
  // Reads the text that is the value of `at`; nullopt if it has a mistake, which is
  // reported.
  static std::optional<InlineText> Read(const Input& at, ExpressionNames names);

  // The text of an expression that gives the value of `at`, whatever it is.
  static std::optional<InlineText> OfConstant(const Input& at);

  // The value of a text without expressions; nullopt if it has some.
  std::optional<std::string> Constant() const;
  const std::vector<InputExpression>& expressions() const {
    return expressions_;
  }

  // nullopt: the value is optional.none().
  absl::StatusOr<std::optional<Value>> OptionalTree(CelVariables* variables,
                                                    Pool* pool) const;

 private:
  absl::Status Append(const InputExpression& expression, const Value& value,
                      std::string* text) const;

  // The words in front of each expression, and those behind the last one.
  std::vector<std::string> words_;
  std::vector<InputExpression> expressions_;
};

}  // namespace loom

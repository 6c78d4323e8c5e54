// SPDX-License-Identifier: Apache-2.0
// A PublicString is a string of a condition or an event that everyone may read. It may
// contain expressions (language/cel/program/inline_text.h).
//
// Conditions and events are read by people who may not read Secrets. If the call has
// read a Secret, connection details or credentials, a value of an object may come from
// there, so it is not quoted, and the text says so instead. Booleans are still quoted,
// and so are the strings that the expression itself contains.
//
// The status of a condition has only three values, so it may be read from anything.
// `lint` finds the strings that will be replaced (WhyHidden). The rules are ours.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/program/inline_text.h"
#include "language/input/fields.h"

namespace loom {

// SecretNames are the names by which the expressions of an input can reach a Secret.
class SecretNames {
 public:
  static SecretNames Of(const Value& input);

  // Returns which secret the expression reads, such as `required.login is a Secret`, or
  // "". Sets `offset` to the offset of that name in the expression.
  std::string ReadBy(absl::string_view expression, size_t* offset) const;

  // Returns the location of an entry that reads a Secret, connection details or
  // credentials in each call, such as connectionDetails[0]; "" if none does.
  const std::string& read_at() const { return read_at_; }

 private:
  // `seen` are the values with names that were followed.
  std::string ReadThrough(absl::string_view expression, size_t* offset,
                          std::set<std::string>* seen) const;

  const Value* values_ = nullptr;  // the field of the input
  std::set<std::string> required_;
  std::set<std::string> resources_;
  std::string read_at_;
};

// Returns the first expression in a string that quotes a value of a Secret, such as
// `1:5: observed.resources.db.connection_details.p are connection details`; "" if none.
std::string WhyHidden(absl::string_view text, const SecretNames& secrets);
// Returns whether a string quotes any value, which is hidden if the call has read a
// Secret.
bool QuotesValues(absl::string_view text);

class PublicString {
 public:
  // Reads the field `member`. Returns nullopt if it is absent or has an error.
  static std::optional<PublicString> Read(Fields& fields,
                                          absl::string_view member,
                                          ExpressionNames names);

  // The string, if it has no expressions.
  std::optional<std::string> Constant() const { return text_->Constant(); }
  const std::vector<InputExpression>& expressions() const {
    return text_->expressions();
  }

  // Returns the value, which may come from a Secret: a string, or the result of the
  // expression if the string is exactly one expression.
  // NotFound: pending. The message has no location, because nothing is wrong.
  // FailedPrecondition: the expression fails.
  absl::StatusOr<Value> Of(CelVariables* variables, Pool* pool) const;
  // Returns the value as a string that everyone may read. FailedPrecondition also if it
  // is a list or an object, or if it may not be quoted (IsHidden).
  absl::StatusOr<std::string> TextOf(CelVariables* variables, Pool* pool) const;
  static bool IsHidden(const absl::Status& status);

 private:
  absl::Status MayQuote(CelVariables* variables, Pool* pool) const;
  absl::Status Placed(const absl::Status& status) const;

  std::string place_;
  std::shared_ptr<const InlineText> text_;
};

}  // namespace loom

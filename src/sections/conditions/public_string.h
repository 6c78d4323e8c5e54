// SPDX-License-Identifier: Apache-2.0
// A PublicString is a string of a condition or an event that everyone may read. It may
// contain expressions (language/cel/program/inline_text.h).
//
//   message: "${composite.spec.zones.size()} zones, ${composite.spec.stage}"
//
// Conditions and events are read by people who may not read Secrets. An expression that
// reads a Secret or connection details is therefore an error of the input:
//
//   conditions[0].message: Invalid value: 1:3: observed.resources.db.connection_details
//   are connection details, which a condition may not quote
//
// A Secret may also have been copied into another object. If the call has read a Secret,
// the strings of objects are not quoted either. Booleans are still quoted, and so are the
// strings that the expression itself contains:
//
//   ${composite.spec.ha ? 'three replicas' : 'one replica'}
//
// The rules are ours.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/reads.h"
#include "language/cel/program/inline_text.h"
#include "language/input/fields.h"

namespace loom {

// SecretNames are the names by which the expressions of an input can reach a Secret.
class SecretNames {
 public:
  // Reads the fields of the input `root`.
  static SecretNames Of(const Input& root);

  // Returns which secret the expression reads, such as `required.login is a Secret`, or "".
  // Sets `offset` to the offset of that name in the expression.
  std::string ReadBy(absl::string_view expression, size_t* offset) const;

 private:
  std::set<std::string> required_;
  std::set<std::string> resources_;
};

class PublicString {
 public:
  // Reads the field `member`. Returns nullopt if it is absent, or if it has an error, which
  // `fields` then holds.
  static std::optional<PublicString> Read(Fields& fields,
                                          absl::string_view member,
                                          ExpressionNames names,
                                          const SecretNames& secrets);

  // The string, if it has no expressions.
  std::optional<std::string> Constant() const { return text_->Constant(); }
  const std::vector<InputExpression>& expressions() const {
    return text_->expressions();
  }
  void AddReads(Reads* reads) const;

  // Returns the value: a string, or the result of the expression if the string is exactly
  // one expression.
  // NotFound: pending. The message has no location, because nothing is wrong.
  // FailedPrecondition: the expression fails, or its result may not be quoted.
  absl::StatusOr<Value> Of(CelVariables* variables, Pool* pool) const;
  // Returns the value as a string. FailedPrecondition also if it is a list or an object.
  absl::StatusOr<std::string> TextOf(CelVariables* variables, Pool* pool) const;

 private:
  absl::Status MayQuote(CelVariables* variables, Pool* pool) const;
  absl::Status Placed(const absl::Status& status) const;

  std::string place_;
  std::shared_ptr<const InlineText> text_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// An OwnCondition is an entry of `conditions`: a condition of the composite that the
// author defines.
//
// Of several entries with the same type, the first whose `when` holds sets the
// condition. If none does, the call does not set it, and Crossplane leaves it
// unchanged. A pending `when` does not hold. Other cases:
//
//   status is pending         Unknown, Waiting, with what it waits for
//   reason is pending         the status is set; the reason is Waiting
//   message is pending        the status and the reason are set; the message reports
//                             what it waits for
//   a reason or a message     the status is set; the reason is NotShown, and the
//   quotes a Secret           message says why
//   a string fails            Unknown, ExpressionFailed, with the error
//
// The status is a boolean, or True, False or Unknown. Types and reasons are CamelCase,
// as in Kubernetes; a computed reason that is not is an ExpressionFailed. The types
// that Crossplane and function-loom set themselves are refused. Strings follow
// sections/conditions/public_string.h. The rules are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/conditions/public_string.h"

namespace loom {

// Reports whether a string is CamelCase: letters and digits, beginning with a capital.
bool IsCamelCase(absl::string_view text);

// Returns the string, or the reason why it has no value: what it waits for if it is
// pending. Errors are those that end the call.
absl::StatusOr<std::string> TextOrWhy(const PublicString& text,
                                      CelVariables* variables, Pool* pool);

// Reads the field `reason`, which is required; nullopt: an error was reported.
std::optional<PublicString> ReadReason(Fields& fields, ExpressionNames names);
// Reads the field `target`, and returns whether the claim is included.
bool ReadTarget(Fields& fields, bool otherwise);

class OwnCondition {
 public:
  // `index` is the position of the entry in the list. nullopt: an error was reported.
  static std::optional<OwnCondition> Parse(const Input& input, size_t index);

  const std::string& type() const { return type_; }
  const std::string& place() const { return place_; }
  size_t index() const { return index_; }

  // Returns nullopt if `when` does not hold. Errors are those that end the call.
  absl::StatusOr<std::optional<Condition>> Of(Call& call) const;

 private:
  absl::Status Fill(Call& call, Condition* condition) const;

  std::string type_;
  std::string place_;
  size_t index_ = 0;
  std::optional<InputExpression> when_;
  std::optional<PublicString> status_, reason_, message_;
  bool tells_claim_ = true;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// OwnCondition is an entry of `conditions`, by which an author says how an aspect of the
// composite is.
//
//   conditions:
//   - type: DatabaseAvailable
//     when: has(observed.resources.db)
//     status: ${observed.resources.db.resource.status.phase == 'Running'}
//     reason: ${observed.resources.db.resource.status.phase}
//     message: "the database is ${observed.resources.db.resource.status.phase}"
//     target: CompositeAndClaim
//   - {type: DatabaseAvailable, status: Unknown, reason: Creating}
//
// Of several entries of a type, the first whose `when` holds sets the condition. If none
// does, the call does not set it, and Crossplane leaves it as it is. A pending `when` does
// not hold. What else may happen:
//
//   status is pending         Unknown, Waiting: waiting for composed resource "db", or
//                             waiting: no such key: "phase"
//   reason is pending         the status counts; the reason is Waiting
//   message is pending        the status and the reason count; it says what it waits for
//   a text cannot be made     Unknown, ExpressionFailed: conditions[0].status: 1:3: no such
//                             overload: _>_ of string and int
//
// The status is a bool, or True, False or Unknown. Types and reasons are CamelCase, as
// Kubernetes writes them; a computed reason that is not is an ExpressionFailed. The types
// that Crossplane and function-loom set themselves are refused:
//
//   conditions[0].type: Invalid value: "Ready" is Crossplane's: the member `ready` of the
//   input sets it
//
// Texts follow sections/conditions/public_string.h. The rules are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/fieldpath/reads.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/conditions/public_string.h"

namespace loom {

// Whether a text is CamelCase: letters and digits, of which the first is a capital.
bool IsCamelCase(absl::string_view text);

// The text; if it cannot be made, why: `waiting for composed resource "db"` if it is
// pending. Errors are those that end the call.
absl::StatusOr<std::string> TextOrWhy(const PublicString& text,
                                      CelVariables* variables, Pool* pool);

// Reads the field `reason`, which is required; nullopt: a mistake was reported.
std::optional<PublicString> ReadReason(Fields& fields, ExpressionNames names,
                                       const SecretNames& secrets);
// Reads the field `target`: whether it goes to the claim as well.
bool ReadTarget(Fields& fields, bool otherwise);

class OwnCondition {
 public:
  // `index` is its position in the list. nullopt: a mistake was reported.
  static std::optional<OwnCondition> Parse(const Input& input, size_t index,
                                           const SecretNames& secrets);

  const std::string& type() const { return type_; }
  const std::string& place() const { return place_; }
  size_t index() const { return index_; }
  void AddReads(Reads* reads) const;

  // Returns the condition; nullopt if `when` does not hold. Errors are those that end the
  // call.
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

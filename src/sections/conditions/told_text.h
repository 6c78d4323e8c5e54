// SPDX-License-Identifier: Apache-2.0
// ToldText is a text of a condition or of an event, with expressions in it
// (language/cel/program/inline_text.h).
//
//   message: "${composite.spec.zones.size()} zones, ${composite.spec.stage}"
//
// Conditions and events are read by people who may not read Secrets. So a text may not
// quote what an expression reads of a Secret or of connection details:
//
//   conditions[0].message: Invalid value: 1:3: observed.resources.db.connection_details
//   are connection details, which a condition may not quote
//
// In a call that has read such a thing anywhere, the texts of other objects are not quoted
// either, because a Secret may have come into them. Still quoted are bools, and texts that
// the expression has itself:
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

// What the expressions of an input name that is a Secret, or where one comes from.
class SecretNames {
 public:
  // Reads the input, whose members are those of `root`.
  static SecretNames Of(const Input& root);

  // What an expression reads that is secret: `required.login is a Secret`; "" if nothing.
  // `offset` becomes where it says so.
  std::string ReadBy(absl::string_view expression, size_t* offset) const;

 private:
  std::set<std::string> required_;
  std::set<std::string> resources_;
};

class ToldText {
 public:
  // Reads the field `member`; nullopt if it is absent or has a mistake, which is
  // reported.
  static std::optional<ToldText> Read(Fields& fields, absl::string_view member,
                                      ExpressionNames names,
                                      const SecretNames& secrets);

  // The text if it has no expressions.
  std::optional<std::string> Constant() const { return text_->Constant(); }
  const std::vector<InputExpression>& expressions() const {
    return text_->expressions();
  }
  void AddReads(Reads* reads) const;

  // Returns the value: a string, or if the text is one expression, whatever that gives.
  // NotFound: pending; the message has no location, because it is not a mistake.
  // FailedPrecondition: it cannot be evaluated, or may not be quoted.
  absl::StatusOr<Value> Of(CelVariables* variables, Pool* pool) const;
  // The same as a string, as it stands inside of other words; FailedPrecondition: it is a
  // list or an object.
  absl::StatusOr<std::string> TextOf(CelVariables* variables, Pool* pool) const;

 private:
  absl::Status MayQuote(CelVariables* variables, Pool* pool) const;
  absl::Status Placed(const absl::Status& status) const;

  std::string place_;
  std::shared_ptr<const InlineText> text_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Validations checks the rules of the field `validations`, in the words of
// x-kubernetes-validations (docs/status-and-conditions.md).
//
// If rules are false, the step is FATAL with the messages of all of them, so nothing is
// changed and nothing is deleted:
//
//   at most 3 replicas, not 7; failed rule: composite.spec.tier != 'none'
//
// Without a message, the rule is quoted. A rule that cannot be evaluated counts as false,
// and its message is the error. With the severity Warning, a rule only gives a warning. A
// pending rule is skipped and reported in ExpressionsResolved.
//
// Crossplane sends the result that ends a step only to the composite. With the target
// CompositeAndClaim, there is a warning before it, which the claim gets as well.
//
// The section runs twice. Before the resources, it checks the rules whose values cannot
// change any more, so that their messages come before an error that the same value causes
// in a template. At the end it checks all of them: `desired` has everything that the
// step desires. Messages follow sections/conditions/public_string.h. The rules are ours.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/conditions/public_string.h"

namespace loom {

// An entry of `validations`.
struct ValidationRule {
  std::string place;  // in the input
  InputExpression rule;
  std::optional<PublicString> message;
  bool only_warns = false;
  bool tells_claim = false;
  // Whether the rule or the message reads what later sections of the step change.
  bool reads_result = false;

  // nullopt: an error was reported.
  static std::optional<ValidationRule> Parse(const Input& input,
                                             bool environment_changes);
};

class Validations : public Section {
 public:
  static std::unique_ptr<const Section> ParseEarly(Fields& input);
  static std::unique_ptr<const Section> ParseLate(Fields& input);

  Validations(std::shared_ptr<const std::vector<ValidationRule>> list,
              bool early)
      : list_(std::move(list)), early_(early) {}

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::shared_ptr<const std::vector<ValidationRule>> list_;
  bool early_;
};

}  // namespace loom

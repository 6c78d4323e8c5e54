// SPDX-License-Identifier: Apache-2.0
// A ReadinessRule is what an author says of when composed resources are ready: one of
// these members of an entry of `rules` or `kinds` (readiness_input.h).
//
//   ready: Condition             # the condition Ready is True; the default
//   ready: Exists                # it is observed
//   ready: Ignore                # always, even if it is not observed; not for kinds
//   checks:                      # all of them hold (sections/shared/readiness_checks/readiness.h)
//   - {type: NonEmpty, fieldPath: status.arn}
//   readyWhen: object.status.phase == 'Running'    # a bool over the observed object
//
// Of the conditions only that of the type Ready is read, and the others may be
// malformed. A readyWhen that names what is not there (yet) is not ready.
//
// A check that cannot be run, because a field has another type, is not ready, as in
// P&T, and says why. An expression that fails is an error of the call:
//
//   db: readiness.rules[0].readyWhen: 1:21: no such overload: _>_ of string and int
//
// Mistakes:
//
//   readiness.rules[0]: ready, checks and readyWhen exclude each other
//   readiness.rules[0].ready: Invalid value: "Checks": list them in checks, in place of
//   ready
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call_variables.h"
#include "data/fieldpath/reads.h"
#include "language/cel/program/input_expression.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/readiness.h"

namespace loom {

// What a rule says of an observed object.
struct RuleVerdict {
  bool ready = false;
  // Why its checks could not be run, or what its expression waits for.
  absl::Status failure = {};
};

class ReadinessRule {
 public:
  enum class Kind { kCondition, kExists, kIgnore, kChecks, kExpression };

  // Reads the members above. `may_ignore`: Ignore is one of the words of `ready`.
  static ReadinessRule Parse(Fields& fields, bool may_ignore);

  Kind kind() const { return kind_; }
  // Of the entry, such as readiness.rules[0].
  const std::string& place() const { return place_; }

  // Adds what it reads; `object` is the mask of the objects that it judges.
  void AddReads(Reads* reads, FieldMask* object) const;

  // An error is one of the expression or of the account of the call.
  absl::StatusOr<RuleVerdict> Judge(const Value& observed,
                                    CallVariables* variables, Pool* pool) const;

 private:
  absl::StatusOr<RuleVerdict> Evaluate(const Value& observed,
                                       CallVariables* variables,
                                       Pool* pool) const;

  Kind kind_ = Kind::kCondition;
  std::string place_;
  std::optional<Readiness> checks_;
  std::optional<InputExpression> expression_;
};

}  // namespace loom

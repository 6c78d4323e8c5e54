// SPDX-License-Identifier: Apache-2.0
// Readiness decides whether an observed resource is ready: all checks of a
// template have to hold, and the first that does not, or fails, ends the
// matter. The checks are P&T's:
//
//   (none)            the condition Ready is True
//   None              always
//   NonEmpty          the field exists, even if it is null or empty
//   MatchString       the field equals matchString
//   MatchInteger      the field equals matchInteger
//   MatchTrue/False   the field is true / false
//   MatchCondition    the condition has the status; {type: Ready, status: True}
//                     if matchCondition is absent
//
//   readinessChecks: [{type: MatchString, fieldPath: status.phase,
//                      matchString: Running}]
//
// A field that is missing is not ready; one of another type is an error:
//   cannot run readiness check at index 0: status.phase: not a string
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/input.h"

namespace loom {

struct ReadinessCheck;

class Readiness {
 public:
  // The checks of a template; the default check if the list is empty.
  static Readiness Parse(const std::vector<Input>& list);

  // FailedPrecondition: a check cannot be answered, for example because the
  // field has another type. The message begins with the check's index.
  absl::StatusOr<bool> Check(const Value& observed, Pool* pool) const;

 private:
  std::vector<ReadinessCheck> checks_;
};

// What a check compares with; which of the members count is up to its type.
struct ReadinessOperands {
  absl::StatusOr<Path> path = Path();
  std::string text;
  int64_t integer = 0;
  std::string condition_type;
  std::string condition_status;
};

// A row of the table of types, with the operands an author gave.
struct ReadinessCheck {
  absl::StatusOr<bool> (*check)(const ReadinessOperands&, const Value& observed,
                                Pool*);
  ReadinessOperands operands;
};

}  // namespace loom

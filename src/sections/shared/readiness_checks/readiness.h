// SPDX-License-Identifier: Apache-2.0
// Readiness decides whether an observed resource is ready. It is ready if all
// checks of its template pass. The checks run in order, up to the first that
// does not pass or fails with an error. The rules are P&T's:
//
//   type              the check passes if
//   (no checks)       the Ready condition is True
//   None              always
//   NonEmpty          the field exists, even if it is null or empty
//   MatchString       the field equals matchString
//   MatchInteger      the field equals matchInteger
//   MatchTrue         the field is true
//   MatchFalse        the field is false
//   MatchCondition    the condition has the status; without matchCondition,
//                     {type: Ready, status: True} is used
//
//   readinessChecks:
//   - {type: MatchString, fieldPath: status.phase, matchString: Running}
//
// If the field is missing, the resource is not ready. A field of another type
// is an error:
//   cannot run readiness check at index 0: status.phase: not a string
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "language/input/input.h"

namespace loom {

struct ReadinessCheck;

class Readiness {
 public:
  // Reads the checks of a template. An empty list means the default check.
  static Readiness Parse(const std::vector<Input>& list);

  // Reports whether this is the default check because the author wrote none.
  bool is_default() const { return is_default_; }

  // Reports whether all checks pass. FailedPrecondition: a check cannot run,
  // for example because the field has another type. The message begins with the
  // index of the check. `passed` receives the number of checks that passed up to then.
  absl::StatusOr<bool> Check(const Value& observed, Pool* pool,
                             size_t* passed = nullptr) const;

 private:
  static absl::StatusOr<bool> Check(const ReadinessCheck& check,
                                    const Value& observed, Pool* pool);

  std::vector<ReadinessCheck> checks_;
  bool is_default_ = false;
};

// The operands of a check. Each type of check uses some of them.
struct ReadinessOperands {
  absl::StatusOr<Path> path = Path();
  std::string text;
  int64_t integer = 0;
  std::string condition_type;
  std::string condition_status;
};

// A check: the function of its type, and the operands from the input.
struct ReadinessCheck {
  absl::StatusOr<bool> (*check)(const ReadinessOperands&, const Value& observed,
                                Pool*);
  ReadinessOperands operands;
};

}  // namespace loom

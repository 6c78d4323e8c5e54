// SPDX-License-Identifier: Apache-2.0
// The macros of this project. Both evaluate an expression and, if its result is
// an error, return that error from the function they stand in; the function
// therefore returns absl::Status or absl::StatusOr.
//
//   LOOM_RETURN_IF_ERROR(Check(object));
//   LOOM_ASSIGN_OR_RETURN(std::string line, ReadLine(text));
//
// The second one declares or assigns its first argument. That argument cannot
// contain a comma outside of parentheses: std::map<A, B> has to be written
// auto.
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#define LOOM_CONCAT_INNER(a, b) a##b
#define LOOM_CONCAT(a, b) LOOM_CONCAT_INNER(a, b)

#define LOOM_RETURN_IF_ERROR(expression)       \
  do {                                         \
    auto loom_status = (expression);           \
    if (!loom_status.ok()) return loom_status; \
  } while (false)

#define LOOM_ASSIGN_OR_RETURN(left, expression)                         \
  LOOM_ASSIGN_OR_RETURN_INNER(LOOM_CONCAT(loom_value_, __LINE__), left, \
                              expression)
#define LOOM_ASSIGN_OR_RETURN_INNER(result, left, expression) \
  auto result = (expression);                                 \
  if (!result.ok()) return std::move(result).status();        \
  left = *std::move(result)

namespace loom {
// Annotate adds to an error where it happened: `where` and a colon are put in
// front of the message. The code and the payloads of the error do not change,
// because callers decide by them: what was NotFound is still NotFound, and an
// error with a reason (crossplane/contract/outcome.h) keeps it.
//
//   absl::Status status = absl::NotFoundError("spec.x: no such field");
//   status = Annotate(status, "patches[2]");
//   // NotFound: "patches[2]: spec.x: no such field"
//
// The place and the message may quote texts of tenants of any length. Of each,
// only the first limits::kError bytes are kept, and then `…`: an error that
// travels up through the places of a call stays small, and the outermost place,
// which comes first, is always kept.

// Returns OK for OK. `where` is shown even by a call that has read a Secret
// (base/discretion.h), so it must not quote a value.
absl::Status Annotate(const absl::Status& status, absl::string_view where);

}  // namespace loom

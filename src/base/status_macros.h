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

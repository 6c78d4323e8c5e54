// SPDX-License-Identifier: Apache-2.0
// The two macros of this project: leave the function with the error, if there
// is one.
//
//   LOOM_RETURN_IF_ERROR(Check(x));
//   LOOM_ASSIGN_OR_RETURN(Path path, Path::Parse(text));
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

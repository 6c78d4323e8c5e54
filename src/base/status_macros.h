// SPDX-License-Identifier: Apache-2.0
// The two macros of this project: leave the function with the error, if there
// is one.
//
//   FN_RETURN_IF_ERROR(Check(x));
//   FN_ASSIGN_OR_RETURN(Path path, Path::Parse(text));
#pragma once

#include <utility>

#define FN_CONCAT_INNER(a, b) a##b
#define FN_CONCAT(a, b) FN_CONCAT_INNER(a, b)

#define FN_RETURN_IF_ERROR(expression)     \
  do {                                     \
    auto fn_status = (expression);         \
    if (!fn_status.ok()) return fn_status; \
  } while (false)

#define FN_ASSIGN_OR_RETURN(left, expression) \
  FN_ASSIGN_OR_RETURN_INNER(FN_CONCAT(fn_value_, __LINE__), left, expression)
#define FN_ASSIGN_OR_RETURN_INNER(result, left, expression) \
  auto result = (expression);                               \
  if (!result.ok()) return std::move(result).status();      \
  left = *std::move(result)

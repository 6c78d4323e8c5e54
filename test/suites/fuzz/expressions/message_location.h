// SPDX-License-Identifier: Apache-2.0
// CheckLocation ends the process unless a message about an expression begins with a line
// and a column that the expression has, and is UTF-8.
//
//   CheckLocation("1:3: division by zero", "1 / 0")
//
// A column behind the last character of a line is its end.
#pragma once

#include "absl/strings/string_view.h"

namespace loom::testing {

void CheckLocation(absl::string_view message, absl::string_view expression);

}  // namespace loom::testing

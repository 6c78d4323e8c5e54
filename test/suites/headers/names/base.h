// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "base/byte_budget.h"
#include "base/errors.h"
#include "test/suites/headers/names.h"

namespace loom::example::base {

absl::Status Check(const Value& object);
absl::StatusOr<std::string> ReadLine(absl::string_view text);
extern ByteBudget budget;

}  // namespace loom::example::base

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "absl/status/statusor.h"
#include "data/value/budget.h"
#include "data/value/value.h"

namespace loom::example::data_value {

extern Pool* pool;
absl::StatusOr<const Value*> Read(const Value& object);
absl::Status KeepWhatWasThere();

}  // namespace loom::example::data_value

// SPDX-License-Identifier: Apache-2.0
// ForEachIndex calls a function with each index below `count`, on as many threads as the
// machine has cores, and returns when all calls have. The calls are independent of each
// other, and come in no order.
//
//   std::vector<size_t> squares(100);
//   ForEachIndex(squares.size(), [&](size_t i) { squares[i] = i * i; });
//
// `lint` reads its files and CRDs in this way: it spends 57 % of its instructions in the
// YAML library.
#pragma once

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace loom {

void ForEachIndex(size_t count, absl::FunctionRef<void(size_t)> call);

}  // namespace loom

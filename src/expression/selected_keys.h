// SPDX-License-Identifier: Apache-2.0
// SelectedKeys says which keys of a variable an expression selects:
//
//   required.vpc.id + required["a"][i] + (has(required.b) ? "c" in required : "")
//       vpc, a, b, c
//   required[i], size(required)        the variable as a whole
//   [1].map(required, required.x)      nothing: this is a variable of the macro
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "grammar/expr.h"

namespace loom {

struct SelectedKeys {
  struct Key {
    std::string name;
    size_t offset = 0;  // where it is selected
  };

  // In the order of the expression.
  std::vector<Key> keys;
  // Whether it is used in another way, too.
  bool whole = false;

  static SelectedKeys Of(const Expr& expr, absl::string_view variable);
};

}  // namespace loom

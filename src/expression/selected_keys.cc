// SPDX-License-Identifier: Apache-2.0
#include "expression/selected_keys.h"

#include <algorithm>
#include <variant>

#include "absl/strings/strip.h"

namespace loom {
namespace {

const std::string* TextOf(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral
             ? std::get_if<std::string>(&expr.literal)
             : nullptr;
}

class Walk {
 public:
  explicit Walk(absl::string_view variable) : variable_(variable) {}

  // `hidden`: a variable of a macro has the name here.
  void Visit(const Expr& expr, bool hidden) {
    if (IsVariable(expr, hidden)) {
      found_.whole = true;
      return;
    }
    if (Selects(expr, hidden)) return;
    const bool inside =
        hidden ||
        std::count(expr.variables.begin(), expr.variables.end(), variable_) > 0;
    for (size_t i = 0; i < expr.args.size(); ++i) {
      // The range of a macro does not know its variables.
      Visit(*expr.args[i], i == 0 ? hidden : inside);
    }
  }

  SelectedKeys Take() { return std::move(found_); }

 private:
  bool IsVariable(const Expr& expr, bool hidden) const {
    if (expr.kind != ExprKind::kName) return false;
    absl::string_view name = expr.name;
    const bool global = absl::ConsumePrefix(&name, ".");
    return name == variable_ && (global || !hidden);
  }

  // Whether the node selects a key that stands in the expression.
  bool Selects(const Expr& expr, bool hidden) {
    const std::string* key = nullptr;
    size_t operand = 0;
    if (expr.kind == ExprKind::kSelect || expr.kind == ExprKind::kHas) {
      key = &expr.name;
    } else if (expr.kind == ExprKind::kCall && expr.args.size() == 2) {
      operand = expr.name == "@in" ? 1 : 0;
      const bool is_index = expr.name == "_[_]" || expr.name == "_[?_]";
      if (is_index || operand == 1) key = TextOf(*expr.args[1 - operand]);
    }
    if (key == nullptr || !IsVariable(*expr.args[operand], hidden)) {
      return false;
    }
    found_.keys.push_back({*key, expr.offset});
    return true;
  }

  const absl::string_view variable_;
  SelectedKeys found_;
};

}  // namespace

SelectedKeys SelectedKeys::Of(const Expr& expr, absl::string_view variable) {
  Walk walk(variable);
  walk.Visit(expr, /*hidden=*/false);
  return walk.Take();
}

}  // namespace loom

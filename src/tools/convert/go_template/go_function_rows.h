// SPDX-License-Identifier: Apache-2.0
// GoFunctionRow is a row of the tables of functions: a name, how many arguments it takes,
// and what it is as an expression. Each file has the functions of one subject.
//
//   {"lower", 1, 1, Lower}      lower .spec.name    composite.spec.name.lowerAscii()
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/convert/go_template/symbol.h"

namespace loom {

using GoArguments = const std::vector<Symbol>&;

struct GoFunctionRow {
  absl::string_view name;
  size_t least;
  size_t most;
  Symbol (*call)(GoArguments);
};

inline constexpr size_t kAnyNumber = 1000;

absl::Span<const GoFunctionRow> GoTextRows();
absl::Span<const GoFunctionRow> GoCollectionRows();

// Whether it is a constant string.
inline bool IsConstantText(const Symbol& symbol) {
  return symbol.form == Symbol::Form::kLiteral && IsString(symbol);
}

// A value that Go's function would take as a string. The expression waits for it.
inline std::string StringCel(const Symbol& symbol,
                             CelLevel level = CelLevel::kPrimary) {
  const bool is_unknown =
      symbol.form == Symbol::Form::kCel && symbol.type == Symbol::Type::kAny;
  return is_unknown ? CelOf(symbol, level) : CelText(symbol, level);
}

inline Symbol StringSymbol(std::string cel,
                           CelLevel level = CelLevel::kPrimary) {
  return CelSymbol(std::move(cel), Symbol::Type::kString, level);
}

inline Symbol BoolSymbol(std::string cel, CelLevel level = CelLevel::kPrimary) {
  return CelSymbol(std::move(cel), Symbol::Type::kBool, level);
}

}  // namespace loom

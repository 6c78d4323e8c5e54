// SPDX-License-Identifier: Apache-2.0
// Library is the functions of one dialect of CEL, by name.
//
//   const Library& library = Library::Of(CelDialect::kDropIn);
//
//   library.Find("size")             the overloads of size in the order of the tables
//   library.Find("lowerAscii")       none: that is an extension of the native dialect
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/values/function_row.h"

namespace loom {

// The two dialects: that of function-sequencer and function-auto-ready, and that of the
// native input.
enum class CelDialect { kDropIn, kNative };

class Library {
 public:
  static const Library& Of(CelDialect dialect);

  // Empty if there is no function of that name.
  const std::vector<Overload>& Find(absl::string_view name) const;
  // All names that are not operators, for a guess at a mistyped one.
  std::vector<std::string> Names() const;

 private:
  explicit Library(CelDialect dialect);
  void Add(absl::Span<const FunctionRow> rows);

  std::map<std::string, std::vector<Overload>, std::less<>> overloads_;
};

}  // namespace loom

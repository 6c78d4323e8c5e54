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
#include "absl/types/span.h"
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

// The functions of CEL, a table a file. library.h puts them together.
//
//   absl::string_view signature = ArithmeticRows()[0].signature;   // "_+_(int, int): int"
//
// Errors are those of CEL, as values: an overflow, a division by zero, a text that is no
// number. A function that walks a list or makes a text pays for it (cel_context.h).

// ── The standard functions, of both dialects ─────────────────────────────────

// + - * / % and the minus in front. Whole numbers overflow with an error.
absl::Span<const FunctionRow> ArithmeticRows();
// int(x), uint(x), double(x), string(x), bytes(x), bool(x), timestamp(x), duration(x),
// dyn(x), type(x).
absl::Span<const FunctionRow> ConversionRows();
// size(x), and contains, startsWith, endsWith and matches of texts.
absl::Span<const FunctionRow> TextRows();
// getFullYear and its like.
absl::Span<const FunctionRow> TimeRows();
// The types of operators that are evaluated without a table: == != < <= > >= in [] !
// Across kinds of numbers is what only the native dialect may compare statically.
absl::Span<const FunctionRow> OperatorRows();
absl::Span<const FunctionRow> ComparisonsAcrossKinds();

// ── The extensions, of the native dialect ────────────────────────────────────

// charAt indexOf lastIndexOf join lowerAscii upperAscii replace split substring trim
// reverse, strings.quote.
absl::Span<const FunctionRow> TextExtensionRows();
// format, as cel-go has it: %s %d %f %e %b %x %X %o.
absl::Span<const FunctionRow> FormatRows();
// sum min max indexOf lastIndexOf isSorted slice flatten distinct sort reverse first
// last, lists.range.
absl::Span<const FunctionRow> ListRows();
// math.*
absl::Span<const FunctionRow> MathRows();
// sets.contains sets.equivalent sets.intersects
absl::Span<const FunctionRow> SetRows();
// base64.encode base64.decode, find findAll.
absl::Span<const FunctionRow> EncodingRows();
// quantity isQuantity and the methods of Kubernetes.
absl::Span<const FunctionRow> QuantityRows();
// ip isIP cidr isCIDR and the methods of Kubernetes.
absl::Span<const FunctionRow> NetworkRows();
// optional.of optional.none optional.ofNonZeroValue hasValue value or orValue
absl::Span<const FunctionRow> OptionalRows();

}  // namespace loom

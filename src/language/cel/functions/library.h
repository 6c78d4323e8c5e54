// SPDX-License-Identifier: Apache-2.0
// Library contains the functions of one dialect of CEL, by name: Find("size") returns
// the overloads of size in the order of the tables.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "language/cel/values/function_row.h"

namespace loom {
// The two dialects: kDropIn is that of function-sequencer and function-auto-ready, and
// kNative that of the native input.
enum class CelDialect { kDropIn, kNative };

class Library {
 public:
  static const Library& Of(CelDialect dialect);
  // Returns the functions of ComparisonsAcrossKinds alone.
  static const Library& OfComparisonsAcrossKinds();

  // Returns the overloads of a function; empty if no function has that name.
  const std::vector<Overload>& Find(absl::string_view name) const;
  // Returns all names that are not operators, to suggest one for a mistyped name.
  std::vector<std::string> Names() const;

 private:
  Library() = default;
  explicit Library(CelDialect dialect);
  void Add(absl::Span<const FunctionRow> rows);

  std::map<std::string, std::vector<Overload>, std::less<>> overloads_;
};

// The tables of the functions of CEL, which Library combines. Errors are CEL's and are
// returned as values: an overflow, a division by zero, a string that is not a number. A
// function that iterates over a list or makes a string pays for it
// (language/cel/values/cel_context.h).

// ── The standard functions, of both dialects ─────────────────────────────────

// + - * / % and unary minus. Integer overflow is an error.
absl::Span<const FunctionRow> ArithmeticRows();
// int(x), uint(x), double(x), string(x), bytes(x), bool(x), timestamp(x), duration(x),
// dyn(x), type(x).
absl::Span<const FunctionRow> ConversionRows();
// size(x), and contains, startsWith, endsWith and matches for strings.
absl::Span<const FunctionRow> TextRows();
// getFullYear and the other accessors of timestamps and durations.
absl::Span<const FunctionRow> TimeRows();
// The types of the operators that are evaluated without a table: == != < <= > >= in []
// ! and ?:. ComparisonsAcrossKinds has the comparisons of numbers of different types.
// If the types of the operands are known, the drop-in dialect accepts these only after
// a macro, as cel-go does (NodeCompiler::after_macro_).
absl::Span<const FunctionRow> OperatorRows();
absl::Span<const FunctionRow> ComparisonsAcrossKinds();

// ── The extensions, of the native dialect ────────────────────────────────────

// charAt indexOf lastIndexOf join lowerAscii upperAscii replace split substring trim
// reverse, and strings.quote.
absl::Span<const FunctionRow> TextExtensionRows();
// format, as in cel-go: %s %d %f %e %b %x %X %o.
absl::Span<const FunctionRow> FormatRows();
// sum min max indexOf lastIndexOf isSorted slice flatten distinct sort reverse first
// last, and lists.range. Lists with one element changed, as kro has them:
// lists.setAtIndex lists.insertAtIndex lists.removeAtIndex.
absl::Span<const FunctionRow> ListRows();
// math.*
absl::Span<const FunctionRow> MathRows();
// sets.contains sets.equivalent sets.intersects
absl::Span<const FunctionRow> SetRows();
// merge, as kro has it, in which the argument wins, and deepMerge, which
// also merges the maps in both. omit() is optional.none() of any type, which leaves a
// field out.
absl::Span<const FunctionRow> MapRows();
// json.marshal json.unmarshal, as kro has them, and the same of yaml.
absl::Span<const FunctionRow> DocumentRows();
// hash.sha256 hash.md5 hash.fnv64a random.seededString random.seededInt, as in kro.
absl::Span<const FunctionRow> HashRows();
// base64.encode base64.decode, and find findAll of strings.
absl::Span<const FunctionRow> EncodingRows();
// quantity isQuantity, and the methods that Kubernetes has for quantities.
absl::Span<const FunctionRow> QuantityRows();
// ip isIP cidr isCIDR, and the methods that Kubernetes has for addresses and networks;
// and subnet, which is cidrsubnet of Terraform.
absl::Span<const FunctionRow> NetworkRows();
// url isURL, and the methods that Kubernetes has for URLs.
absl::Span<const FunctionRow> UrlRows();
// semver isSemver, and the methods that Kubernetes has for semantic versions.
absl::Span<const FunctionRow> SemverRows();
// format.named and validate, and a function for each format that Kubernetes names, such
// as format.dns1123Label.
absl::Span<const FunctionRow> NamedFormatRows();
// optional.of optional.none optional.ofNonZeroValue optional.unwrap unwrapOpt hasValue
// value or orValue
absl::Span<const FunctionRow> OptionalRows();

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/library.h"

#include "absl/strings/ascii.h"

namespace loom {
Library::Library(CelDialect dialect) {
  for (absl::Span<const FunctionRow> rows :
       {OperatorRows(), ArithmeticRows(), ConversionRows(), TextRows(),
        TimeRows()}) {
    Add(rows);
  }
  if (dialect == CelDialect::kDropIn) return;
  for (absl::Span<const FunctionRow> rows :
       {ComparisonsAcrossKinds(), TextExtensionRows(), FormatRows(), ListRows(),
        MapRows(), MathRows(), SetRows(), DocumentRows(), HashRows(),
        EncodingRows(), QuantityRows(), NetworkRows(), UrlRows(), SemverRows(),
        NamedFormatRows(), OptionalRows()}) {
    Add(rows);
  }
}

void Library::Add(absl::Span<const FunctionRow> rows) {
  for (const FunctionRow& row : rows) {
    Overload overload = ReadSignature(row);
    overloads_[overload.name].push_back(overload);
  }
}

const Library& Library::Of(CelDialect dialect) {
  static const auto& drop_in = *new Library(CelDialect::kDropIn);
  static const auto& native = *new Library(CelDialect::kNative);
  return dialect == CelDialect::kDropIn ? drop_in : native;
}

const Library& Library::OfComparisonsAcrossKinds() {
  static const auto& library = *[] {
    auto* made = new Library();
    made->Add(ComparisonsAcrossKinds());
    return made;
  }();
  return library;
}

const std::vector<Overload>& Library::Find(absl::string_view name) const {
  static const auto& none = *new std::vector<Overload>();
  auto found = overloads_.find(name);
  return found == overloads_.end() ? none : found->second;
}

std::vector<std::string> Library::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, unused] : overloads_) {
    if (absl::ascii_isalpha(name[0])) names.push_back(name);
  }
  return names;
}

}  // namespace loom

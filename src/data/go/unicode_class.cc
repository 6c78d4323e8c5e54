// SPDX-License-Identifier: Apache-2.0
#include "data/go/unicode_class.h"

#include "absl/strings/ascii.h"

namespace loom {
namespace {

// Rows by their canonical name, which has no separators and one capital, in
// front.
constexpr struct {
  absl::string_view name;
  absl::string_view category;
} kAliases[] = {
    {"Closepunctuation", "Pe"},
    {"Cntrl", "Cc"},
    {"Combiningmark", "M"},
    {"Connectorpunctuation", "Pc"},
    {"Control", "Cc"},
    {"Currencysymbol", "Sc"},
    {"Dashpunctuation", "Pd"},
    {"Decimalnumber", "Nd"},
    {"Digit", "Nd"},
    {"Enclosingmark", "Me"},
    {"Finalpunctuation", "Pf"},
    {"Format", "Cf"},
    {"Initialpunctuation", "Pi"},
    {"Letter", "L"},
    {"Letternumber", "Nl"},
    {"Lineseparator", "Zl"},
    {"Lowercaseletter", "Ll"},
    {"Mark", "M"},
    {"Mathsymbol", "Sm"},
    {"Modifierletter", "Lm"},
    {"Modifiersymbol", "Sk"},
    {"Nonspacingmark", "Mn"},
    {"Number", "N"},
    {"Openpunctuation", "Ps"},
    {"Other", "C"},
    {"Otherletter", "Lo"},
    {"Othernumber", "No"},
    {"Otherpunctuation", "Po"},
    {"Othersymbol", "So"},
    {"Paragraphseparator", "Zp"},
    {"Privateuse", "Co"},
    {"Punct", "P"},
    {"Punctuation", "P"},
    {"Separator", "Z"},
    {"Spaceseparator", "Zs"},
    {"Spacingmark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecaseletter", "Lt"},
    {"Uppercaseletter", "Lu"},
};

}  // namespace

std::string ClassInRe2(absl::string_view name) {
  std::string canonical;
  for (char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    canonical.push_back(canonical.empty() ? absl::ascii_toupper(c)
                                          : absl::ascii_tolower(c));
  }
  for (const auto& alias : kAliases) {
    if (alias.name == canonical) return std::string(alias.category);
  }
  return canonical;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Fields reads the fields of an object in the input by name. A field of the wrong
// type is reported and then counts as absent. Reading continues after an error, so
// the author gets all errors at once, each with its location, in the order in which
// they were found.
//
//   Fields fields(root);                                // root is an object
//   absl::string_view name = fields.Required("name");
//   int64_t group = fields.Integer("group").value_or(0);
//   for (const Input& patch : fields.List("patches")) ParsePatch(patch);
//   fields.Done();                                      // unknown fields
//   if (!problems.empty()) Fatal(problems.Joined());
//
// {"nam": "x"} reports
//   unknown field "nam" (did you mean "name"?)
// and does not report in addition that name is missing.
// A number instead of a string reports
//   name: Invalid value: expected a string, got a number
//
// As in Go's decoder, null counts as absent and names are case-sensitive. An unknown
// field is an error wherever the set of fields is fixed, as it is in P&T, ENV and
// XRES.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "data/go/regexp.h"
#include "data/value/value.h"
#include "language/input/input.h"

namespace loom {
// How a string that is not one of the choices is reported: by Input::Invalid or by
// Input::Mistake.
enum class IfUnknown { kInvalid, kMistake };
// Whether an empty string counts as absent or as an unknown choice. Go distinguishes
// the two if its field is a pointer.
enum class IfEmpty { kAbsent, kUnknown };

class Fields {
 public:
  explicit Fields(const Input& object);

  const Input& at() const { return at_; }

  // Accepts a field without reading it, because it is read elsewhere or has no
  // effect.
  void Allow(absl::string_view name) { known_.push_back(name); }
  // Returns whether the field exists and is not null. Done still reports it as
  // unknown unless it is also read or allowed.
  bool Has(absl::string_view name) const { return Peek(name) != nullptr; }

  std::optional<Input> Any(absl::string_view name);
  std::optional<Input> Object(absl::string_view name);
  std::optional<absl::string_view> String(absl::string_view name);
  std::optional<int64_t> Integer(absl::string_view name);
  // Returns a number. Integers are read as by Integer; other numbers do not change.
  std::optional<Value> Number(absl::string_view name);
  std::optional<bool> Bool(absl::string_view name);
  // Returns the elements of a list; an empty vector if the field is absent.
  std::vector<Input> List(absl::string_view name);

  // Like Object and List, but for a section of the input. If the rules refuse null
  // sections (rules.h), a null section is an error, because it looks like a section
  // with its defaults but has no effect:
  //   providerConfig: Invalid value: null: write {} for the section with its
  //   defaults, or leave it out
  std::optional<Input> Section(absl::string_view name);
  std::vector<Input> ListSection(absl::string_view name);

  // Reads a string that must exist and not be empty. Otherwise, reports an error and
  // returns "".
  absl::string_view Required(absl::string_view name);
  // Returns the table row whose `name` equals the field, or `absent` if the field is
  // absent. If no row has that name, reports an error and returns nullptr:
  //   type: Invalid value: "Replce": expected one of Replace, MergeObjects (did you
  //   mean "Replace"?)
  template <typename Rows>
  auto Choice(absl::string_view name, const Rows& rows,
              decltype(std::data(rows)) absent,
              IfUnknown if_unknown = IfUnknown::kInvalid,
              IfEmpty if_empty = IfEmpty::kAbsent)
      -> decltype(std::data(rows)) {
    std::optional<absl::string_view> text = String(name);
    if (!text.has_value()) return absent;
    if (text->empty() && if_empty == IfEmpty::kAbsent) return absent;
    for (const auto& row : rows) {
      if (row.name == *text) return &row;
    }
    std::vector<std::string> names;
    for (const auto& row : rows) names.emplace_back(row.name);
    NoneOf(name, *text, names, if_unknown);
    return nullptr;
  }
  // Returns the field if it is one of `names`, or `fallback` if it is absent or
  // empty. If it is any other string, reports it in the same way and returns
  // `fallback`.
  absl::string_view OneOf(absl::string_view name,
                          absl::Span<const absl::string_view> names,
                          absl::string_view fallback,
                          IfUnknown if_unknown = IfUnknown::kMistake);
  // Reports that `text`, the value of the field `name`, is not one of `names`.
  void NoneOf(absl::string_view name, absl::string_view text,
              const std::vector<std::string>& names,
              IfUnknown if_unknown) const;

  // Reports the fields that were neither read nor allowed as unknown fields, sorted
  // by name.
  void Done();

 private:
  const Value* Peek(absl::string_view name) const;
  const Value* Get(absl::string_view name);
  void RefuseNull(absl::string_view name, absl::string_view empty);
  void WrongType(absl::string_view name, absl::string_view want);

  Input at_;
  std::vector<absl::string_view> known_;
};

// ReadRegexp compiles a regular expression from the input and reports its errors at
// its location:
//
//   absl::string_view text = fields.Required("match");
//   std::optional<Regexp> pattern = ReadRegexp(fields.at(), "match", text);
//
//   match: Invalid value: "[": invalid regexp: missing ]: [
//
// Equal patterns of an input share one program, because a program, with the automata
// that RE2 builds while it matches, can take up to 8 MiB. kPatternSteps (base/limits.h)
// limits the total size of the programs of an input. A pattern that exceeds the limit
// is refused; a smaller one may still fit.

// `member` names the field of `at` that holds `pattern`. nullopt: an error was
// reported.
std::optional<Regexp> ReadRegexp(const Input& at, absl::string_view member,
                                 absl::string_view pattern);

// Like ReadRegexp, but reports nothing. Use it for a pattern that is only part of a
// field.
// InvalidArgument: the pattern is malformed, or the input has too many large regular expressions.
absl::StatusOr<Regexp> CompilePattern(const Input& at,
                                      absl::string_view pattern);

}  // namespace loom

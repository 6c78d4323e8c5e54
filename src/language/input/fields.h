// SPDX-License-Identifier: Apache-2.0
// Fields reads the members of an object that an author wrote, by name. A member
// of a wrong type is reported, and then counts as absent. Reading goes on after
// an error, so that an author gets all errors at once, each with its place, in
// the order in which they were found.
//
//   Fields fields(root);                                // root is an object
//   absl::string_view name = fields.Required("name");
//   int64_t group = fields.Integer("group").value_or(0);
//   for (const Input& patch : fields.List("patches")) ParsePatch(patch);
//   fields.Done();                                      // unknown members
//   if (!problems.empty()) Fatal(problems.Joined());
//
// {"nam": "x"} reports
//   name: Required value: name is required
//   unknown field "nam", did you mean "name"?
// and a number in place of a text
//   name: Invalid value: want a string, got a number
//
// As in Go's decoder, null counts as absent and names are case-sensitive. An
// unknown member is an error wherever the members are fixed, as it is in P&T,
// ENV and XRES.
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
// How a text is reported that is none of the choices: by Input::Invalid or by
// Input::Mistake.
enum class IfUnknown { kInvalid, kMistake };
// Whether an empty text counts as absent, or as a text that is none of the
// choices. Go distinguishes the two where its field is a pointer.
enum class IfEmpty { kAbsent, kUnknown };

class Fields {
 public:
  explicit Fields(const Input& object);

  const Input& at() const { return at_; }

  // Accepts a member without reading it, because it is read elsewhere or has no
  // effect.
  void Allow(absl::string_view name) { known_.push_back(name); }
  // Whether the member exists and is not null. Done still reports it as
  // unknown, unless it is also read or allowed.
  bool Has(absl::string_view name) const { return Peek(name) != nullptr; }

  std::optional<Input> Any(absl::string_view name);
  std::optional<Input> Object(absl::string_view name);
  std::optional<absl::string_view> String(absl::string_view name);
  std::optional<int64_t> Integer(absl::string_view name);
  std::optional<bool> Bool(absl::string_view name);
  // The elements of a list; empty if the member is absent.
  std::vector<Input> List(absl::string_view name);

  // As Object and List, for a section of the input. Where the rules refuse null
  // sections (rules.h), a section that is null is an error, because it looks
  // like one with its defaults and has no effect:
  //   providerConfig: Invalid value: null: write {} to have the section with
  //   its defaults, or leave it out
  std::optional<Input> Section(absl::string_view name);
  std::vector<Input> ListSection(absl::string_view name);

  // A text that must exist and not be empty. Otherwise that is reported and ""
  // is returned.
  absl::string_view Required(absl::string_view name);
  // The row of a table whose `name` equals the member; `absent` if the member
  // is absent; nullptr if no row has that name, which is reported:
  //   type: Invalid value: "Replce": want one of Replace, MergeObjects, did you
  //   mean "Replace"?
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
  // The member if it is one of `names`. `fallback` if it is absent or empty, or
  // if it is another text, which is reported in the same way.
  absl::string_view OneOf(absl::string_view name,
                          absl::Span<const absl::string_view> names,
                          absl::string_view fallback,
                          IfUnknown if_unknown = IfUnknown::kMistake);
  // Reports that `text`, the value of the member `name`, is none of `names`.
  void NoneOf(absl::string_view name, absl::string_view text,
              const std::vector<std::string>& names,
              IfUnknown if_unknown) const;

  // Reports the members that were neither read nor allowed as unknown fields, in
  // the order of their names.
  void Done();

 private:
  const Value* Peek(absl::string_view name) const;
  const Value* Get(absl::string_view name);
  void RefuseNull(absl::string_view name, absl::string_view empty);
  void WrongType(absl::string_view name, absl::string_view want);

  Input at_;
  std::vector<absl::string_view> known_;
};

// ParseGoDuration reads a duration as Go's time.ParseDuration does: numbers with an
// optional fraction, each with a unit, and a sign in front of all of them. The units
// are ns, us, ms, s, m and h, and us may be written with either of the two letters
// mu. Zero needs no unit. The range is that of nanoseconds in 64 bits.
//
//   ParseGoDuration("1h0.5s")   3600.5 s
//   ParseGoDuration("-5s")      -5 s
//   ParseGoDuration("0")        0
//   ParseGoDuration("60")       missing unit in duration "60"
//   ParseGoDuration("1d")       unknown unit "d" in duration "1d"
//   ParseGoDuration("soon")     invalid duration "soon"

// InvalidArgument: it is none. The messages are Go's.
absl::StatusOr<absl::Duration> ParseGoDuration(absl::string_view text);

// ReadRegexp compiles a regular expression that an author wrote and reports
// what is wrong with it at its place:
//
//   absl::string_view text = fields.Required("match");
//   std::optional<Regexp> pattern = ReadRegexp(fields.at(), "match", text);
//
//   match: Invalid value: "[": invalid regexp: missing ]: [
//
// Equal patterns of an input share one program, because each program keeps up
// to 8 MiB of what it learnt from the texts that it met. All programs of an
// input together are bounded by kPatternSteps (base/limits.h); a pattern that
// exceeds this bound is refused, and a smaller one may still fit.

// `member` names the member of `at` that holds `pattern`. nullopt: the mistake
// was reported.
std::optional<Regexp> ReadRegexp(const Input& at, absl::string_view member,
                                 absl::string_view pattern);

// The same without a report, for a pattern that is a part of what an author wrote.
// InvalidArgument: it is none, or the input has too many large ones.
absl::StatusOr<Regexp> CompilePattern(const Input& at,
                                      absl::string_view pattern);

}  // namespace loom

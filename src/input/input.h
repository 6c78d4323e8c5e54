// SPDX-License-Identifier: Apache-2.0
// Input is one value of the input that an author wrote, with its place, such as
// `resources[2].patches`. Reading goes on after an error, so that an author
// gets all errors at once, each with its place, in the order in which they were
// found.
//
//   Problems problems;
//   Input root(value, Dialect::kNative, &problems);
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
// ENV and XRES. Texts and values that are returned refer to the tree that was
// given.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/limits.h"
#include "fieldpath/path.h"
#include "input/rules.h"
#include "value/value.h"

namespace loom {

// Problems collects what is wrong with an input, in the order in which it is
// found. A problem makes the input invalid. A note tells of a mistake in a
// drop-in input that its Go function accepts; it is only logged.
class Problems {
 public:
  void Add(absl::string_view place, absl::string_view message);
  void Note(absl::string_view place, absl::string_view message);
  bool empty() const { return problems_.empty(); }
  // The problems, joined by "; ". After the first 64 follows only the number of
  // the others.
  std::string Joined() const;
  const std::vector<std::string>& notes() const { return notes_; }

  // Counts a compiled pattern of the input, whose program has that many steps.
  // false: with it, the patterns would have more than kMaxPatternSteps
  // together, and it is not counted. A pattern of twenty bytes can compile to
  // megabytes, and an input may have thousands of patterns.
  bool AddPattern(size_t steps);
  static constexpr size_t kMaxPatternSteps = limits::kPatternSteps;
  size_t pattern_steps() const { return pattern_steps_; }

  // A cache of what was made of texts of the input, so that equal texts are
  // compiled once. MadeOf returns the entry of a text, which is nullptr until
  // the caller sets it. An entry does not know its type, so a caller puts that
  // into the text: input/read_regexp.cc looks up `regexp <pattern>`.
  using Made = std::shared_ptr<const void>;
  Made& MadeOf(absl::string_view text) { return made_[std::string(text)]; }

 private:
  std::map<std::string, Made> made_;
  size_t pattern_steps_ = 0;
  std::vector<std::string> problems_;
  std::vector<std::string> notes_;
};

class Input {
 public:
  Input(const Value& value, Dialect dialect, Problems* problems)
      : value_(&value),
        rules_(&RulesOf(dialect)),
        problems_(problems),
        mistakes_(problems) {}

  const Value& value() const { return *value_; }
  const std::string& place() const { return place_; }
  const Rules& rules() const { return *rules_; }

  // Reports a problem at this place, or at a member of it.
  void Problem(absl::string_view message) const;
  void Problem(absl::string_view member, absl::string_view message) const;
  // Report "Required value: …" and "Invalid value: …", as Kubernetes words
  // them. Without a reason, Missing says "<member> is required". Missing
  // reports nothing if the member exists and is not empty: it has a wrong type,
  // which was reported before.
  void Missing(absl::string_view member) const;
  void Missing(absl::string_view member, absl::string_view reason) const;
  void Invalid(absl::string_view member, absl::string_view message) const;
  // Reports a mistake that a Go function accepts. In the native input it is
  // Invalid. In a drop-in input it is a note, because such an input must work
  // where the Go function works.
  void Mistake(absl::string_view member, absl::string_view message) const;

  // As Problems::AddPattern.
  bool AffordsPattern(size_t steps) const {
    return problems_->AddPattern(steps);
  }

  // As Problems::MadeOf.
  Problems::Made& MadeOf(absl::string_view text) const {
    return problems_->MadeOf(text);
  }

  // Parses the field path in a member. A malformed path is a Mistake, because
  // the Go functions notice it only when they use the path. The caller keeps
  // the error and returns it when the path is used.
  absl::StatusOr<Path> ParsePath(absl::string_view member,
                                 absl::string_view text) const;

  // The same value, for which Missing and Invalid report to `later`. Wrong
  // types and unknown members are still reported at once. This is for mistakes
  // that a Go function notices only when it uses the value. Under rules that
  // refuse mistakes (rules.h) nothing is deferred.
  Input Deferring(Problems* later) const;

  // The same value with another place in messages. For example,
  // `patchSets[tags].patches[1]` tells an author more than an index.
  Input At(std::string place) const;

  // A member and an element of this value.
  Input Member(absl::string_view name, const Value& value) const;
  Input Element(size_t index, const Value& value) const;

 private:
  const Value* value_;
  const Rules* rules_;
  Problems* problems_;
  Problems* mistakes_;  // where Missing and Invalid report
  std::string place_;
};

// How a text is reported that is none of the choices: by Input::Invalid or by
// Input::Mistake.
enum class IfUnknown { kInvalid, kMistake };
// Whether an empty text counts as absent, or as a text that is none of the
// choices. Go distinguishes the two where its field is a pointer.
enum class IfEmpty { kAbsent, kUnknown };

// Fields reads the members of an object by name. A member of a wrong type is
// reported, and then counts as absent.
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

  // Reports the members that were neither read nor allowed as unknown fields.
  void Done();

 private:
  const Value* Peek(absl::string_view name) const;
  const Value* Get(absl::string_view name);
  void RefuseNull(absl::string_view name, absl::string_view empty);
  void WrongType(absl::string_view name, absl::string_view want);

  Input at_;
  std::vector<absl::string_view> known_;
};

// "a string", "a number", …: how messages name the kind of a value.
absl::string_view KindName(const Value& value);

}  // namespace loom

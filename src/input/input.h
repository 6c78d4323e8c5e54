// SPDX-License-Identifier: Apache-2.0
// Input is one value of what an author wrote, and the place where it stands.
// Reading goes on after an error, so that an author is told all of them at
// once, in the order of the input, each with its place.
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
// As in Go's decoder, null counts as absent, names are case-sensitive, and an
// unknown member is an error wherever the shape is fixed (P&T, ENV and XRES
// alike). Values handed out refer to the tree that was given.
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

// What is wrong with an input, in the order it was found: problems, which stop
// it, and mistakes of a drop-in input that its Go function lets pass, which are
// only noted.
class Problems {
 public:
  void Add(absl::string_view place, absl::string_view message);
  void Note(absl::string_view place, absl::string_view message);
  bool empty() const { return problems_.empty(); }
  // "; " stands between them; the first 64, and how many more there are.
  std::string Joined() const;
  const std::vector<std::string>& notes() const { return notes_; }

  // Adds to what the compiled patterns of the input hold, in steps of their
  // programs; false: it is more than they may. A pattern of twenty bytes can
  // take megabytes, and an input may have thousands.
  bool AddPattern(size_t steps);
  static constexpr size_t kMaxPatternSteps = limits::kPatternSteps;
  size_t pattern_steps() const { return pattern_steps_; }

  // What was made of a text of the input, for whoever meets the same text
  // again. What it is, is known to him who put it there.
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

  // Reports at this place, or at a member of it.
  void Problem(absl::string_view message) const;
  void Problem(absl::string_view member, absl::string_view message) const;
  // "Required value: …" and "Invalid value: …", as Kubernetes words them.
  // Without a reason, Missing says "<member> is required".
  // A member of a wrong type was reported already and is not missing, too.
  void Missing(absl::string_view member) const;
  void Missing(absl::string_view member, absl::string_view reason) const;
  void Invalid(absl::string_view member, absl::string_view message) const;
  // What a Go function lets pass: Invalid in the native input; noted in a
  // drop-in one, which must not stop where the Go function does not.
  void Mistake(absl::string_view member, absl::string_view message) const;

  // Whether the input may hold one more compiled pattern (Problems).
  bool AffordsPattern(size_t steps) const {
    return problems_->AddPattern(steps);
  }

  // The same of all that is made of this text (Problems).
  Problems::Made& MadeOf(absl::string_view text) const {
    return problems_->MadeOf(text);
  }

  // A field path that stands in a member. A malformed one is a Mistake: Go's
  // functions meet it when they walk it, as whoever holds the result does.
  absl::StatusOr<Path> ParsePath(absl::string_view member,
                                 absl::string_view text) const;

  // The same value, of which only the shape (types, unknown members) is judged
  // now: what Missing and Invalid report goes to `later`. This is for mistakes
  // that a Go function meets only when it gets there. Under rules that refuse
  // mistakes (rules.h) nothing is deferred.
  Input Deferring(Problems* later) const;

  // The same value with another place in messages, such as
  // `patchSets[tags].patches[1]`, which says more than an index.
  Input At(std::string place) const;

  // What stands below this one.
  Input Member(absl::string_view name, const Value& value) const;
  Input Element(size_t index, const Value& value) const;

 private:
  const Value* value_;
  const Rules* rules_;
  Problems* problems_;
  Problems* mistakes_;  // of Missing and Invalid
  std::string place_;
};

// What a text is that is not among those that may be chosen (Input::Invalid,
// Input::Mistake).
enum class IfUnknown { kInvalid, kMistake };

// The members of an object, asked for by name. A wrong type is reported once
// and then counts as absent.
class Fields {
 public:
  explicit Fields(const Input& object);

  const Input& at() const { return at_; }

  // The member may be there, whatever it holds: somebody else reads it, or
  // nobody does.
  void Allow(absl::string_view name) { known_.push_back(name); }
  // Whether the member is there and not null. Does not allow it.
  bool Has(absl::string_view name) const { return Peek(name) != nullptr; }

  std::optional<Input> Any(absl::string_view name);
  std::optional<Input> Object(absl::string_view name);
  std::optional<absl::string_view> String(absl::string_view name);
  std::optional<int64_t> Integer(absl::string_view name);
  std::optional<bool> Bool(absl::string_view name);
  // The elements; none if the member is absent.
  std::vector<Input> List(absl::string_view name);

  // A section of the input: as Object and List, but one that is present and null
  // is an error where the rules say so. A null section looks as if it had its
  // defaults, and does nothing.
  //   providerConfig: Invalid value: null: write {} to have the section with its
  //   defaults, or leave it out
  std::optional<Input> Section(absl::string_view name);
  std::vector<Input> ListSection(absl::string_view name);

  // A text that has to be there and not empty; "" once that was reported.
  absl::string_view Required(absl::string_view name);
  // The row of a table whose `name` the member gives; `absent` if it is absent
  // or empty; nullptr if no row has that name, which is reported as Invalid, or
  // as a Mistake if the Go function lets it pass:
  //   type: Invalid value: "Replce": want one of Replace, MergeObjects, did you
  //   mean "Replace"?
  template <typename Rows>
  auto Choice(absl::string_view name, const Rows& rows,
              decltype(std::data(rows)) absent,
              IfUnknown if_unknown = IfUnknown::kInvalid)
      -> decltype(std::data(rows)) {
    absl::string_view text = String(name).value_or("");
    if (text.empty()) return absent;
    for (const auto& row : rows) {
      if (row.name == text) return &row;
    }
    std::vector<std::string> names;
    for (const auto& row : rows) names.emplace_back(row.name);
    NoneOf(name, text, names, if_unknown);
    return nullptr;
  }
  // One of these names; `fallback` if the member is absent, empty or none of
  // them, which is reported likewise.
  absl::string_view OneOf(absl::string_view name,
                          absl::Span<const absl::string_view> names,
                          absl::string_view fallback,
                          IfUnknown if_unknown = IfUnknown::kMistake);
  // Reports a text that is none of these names.
  void NoneOf(absl::string_view name, absl::string_view text,
              const std::vector<std::string>& names,
              IfUnknown if_unknown) const;

  // Reports the members that nobody asked for.
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

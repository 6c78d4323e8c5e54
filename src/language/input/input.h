// SPDX-License-Identifier: Apache-2.0
// Input is one value of the input that an author wrote, with its place, such as
// `resources[2].patches`. Mistakes are reported to the Problems of the whole
// input, with that place.
//
//   Problems problems;
//   Input root(value, Dialect::kNative, &problems);
//   root.Missing("name");   // name: Required value: name is required
//   root.Invalid("kind", "want a Bucket");  // kind: Invalid value: want a …
//
// fields.h reads the members of an object. Texts and values that are returned
// refer to the tree that was given.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/problems.h"
#include "language/input/rules.h"

namespace loom {

class Input {
 public:
  Input(const Value& value, Dialect dialect, Problems* problems)
      : Input(value, RulesOf(dialect), problems) {}
  Input(const Value& value, const Rules& rules, Problems* problems)
      : value_(&value),
        rules_(&rules),
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

  // Reports what an author wrote in vain, which no input refuses.
  void Note(absl::string_view member, absl::string_view message) const;

  // As Problems::TakesPatterns, CountCompiled and AddPattern.
  bool TakesPatterns() const { return problems_->TakesPatterns(); }
  void CountCompiled(size_t steps) const { problems_->CountCompiled(steps); }
  bool AffordsPattern(size_t steps, size_t growth) const {
    return problems_->AddPattern(steps, growth);
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

// "a string", "a number", …: how messages name the kind of a value.
absl::string_view KindName(const Value& value);

}  // namespace loom

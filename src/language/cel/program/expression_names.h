// SPDX-License-Identifier: Apache-2.0
// The names that expressions of the native input may use. Some are known only where
// there is something to be named by them:
//
//   observed, desired, context   as in function-sequencer (declarations.h); `desired` and
//                                `context` have what this step has made so far
//   composite     the observed composite: observed.composite.resource
//   environment   the merged environment
//   required      what entries of extraResources and references read, by their names:
//                 a list of an entry of extraResources (sections/environment/extra_resources.h),
//                 one object of a reference that reads one (sections/references/references.h)
//   object        the observed composed resource; {} while it is not observed
//   item, key, index   an element of forEach, its key, its position from 0
//   value         what a transform is given
//
// A name that is known elsewhere only is an author error that says so:
//
//   1:1: "item" is known inside forEach only
//
// A name of an entry that is not there yet is pending, as other keys are: required.vpc
// while Crossplane has not found the object, or may not show it. A name that no entry
// has is an author error (required_names.h).
//
// A set of them is a sum: kNamesOfCall | ExpressionName::kItem.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/program/declarations.h"
#include "language/input/input.h"

namespace loom {
// The numbers that Declarations gives them.
enum class ExpressionName {
  kObserved,
  kDesired,
  kContext,
  kComposite,
  kEnvironment,
  kRequired,
  kObject,
  kItem,
  kKey,
  kIndex,
  kValue,
};

class ExpressionNames {
 public:
  constexpr ExpressionNames() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a name is a set of one
  constexpr ExpressionNames(ExpressionName name)
      : bits_(1U << unsigned(name)) {}

  constexpr bool Has(ExpressionName name) const {
    return (bits_ & (1U << unsigned(name))) != 0;
  }
  // Whether the two have a name in common.
  constexpr bool Meets(ExpressionNames others) const {
    return (bits_ & others.bits_) != 0;
  }
  friend constexpr ExpressionNames operator|(ExpressionNames a,
                                             ExpressionNames b) {
    ExpressionNames sum;
    sum.bits_ = a.bits_ | b.bits_;
    return sum;
  }

 private:
  uint32_t bits_ = 0;
};

// What is known before any section has run.
inline constexpr ExpressionNames kNamesOfRequest =
    ExpressionNames(ExpressionName::kObserved) | ExpressionName::kDesired |
    ExpressionName::kContext | ExpressionName::kComposite |
    ExpressionName::kEnvironment;
inline constexpr ExpressionNames kNamesOfCall =
    kNamesOfRequest | ExpressionName::kRequired;
inline constexpr ExpressionNames kNamesOfItem =
    ExpressionNames(ExpressionName::kItem) | ExpressionName::kKey |
    ExpressionName::kIndex;

// The declarations of these names, by which an expression is compiled.
Declarations DeclarationsOf(ExpressionNames names);

// RequiredNames knows which names `required` has in an input, and which of them its
// expressions use. The sections that read objects declare the names of their entries,
// and InputExpression::Read notes what an expression selects of `required`:
//
//   required.vpc.status.id, required["vpc"], has(required.vpc)
//                                  use the name vpc
//   "vpc" in required, size(required), required[composite.spec.net]
//                                  may use any name, and count as using all
//
// Check comes when the whole input is read. A name that no entry has is a mistake, at
// the place of the expression:
//
//   resources[0].condition: Invalid value: 1:9: unknown entry "netz", did you mean
//   "nets"?
//   resources[0].condition: Invalid value: 1:9: the reference "arn" does not read one
//   object
//
// In a call, the sections make known what they have read only if it is used:
//
//   bool wanted = names->Uses("vpc");

class RequiredNames {
 public:
  // The names of the input of which this is a part.
  static std::shared_ptr<RequiredNames> Of(const Input& part);

  // An entry has this name. If it is not one that `required` can have, `refusal` says
  // why. The same name may be declared again.
  void Declare(absl::string_view name, absl::string_view refusal = "");
  // An expression that names `required` stands in a member of `at`.
  void AddUses(const Input& at, absl::string_view member,
               absl::string_view text);
  // Reports the names that are used and that no entry has.
  void Check();

  // Whether any name is used, and whether this one is.
  bool any() const { return all_ || !used_.empty(); }
  bool Uses(absl::string_view name) const {
    return all_ || used_.find(name) != used_.end();
  }

 private:
  struct Use {
    Input at;
    std::string member;
    std::string name;
    std::string place;  // 1:9
  };

  bool all_ = false;
  std::set<std::string, std::less<>> used_;
  // Until Check.
  std::map<std::string, std::string, std::less<>> declared_;
  std::vector<Use> uses_;
};

// Checks the names of an input that has been read.
void CheckRequiredNames(const Input& input);

}  // namespace loom

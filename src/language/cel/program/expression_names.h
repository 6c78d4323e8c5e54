// SPDX-License-Identifier: Apache-2.0
// ExpressionNames is a set of the names that an expression of the native input may use.
// Some names are available only in certain fields:
//
//   observed, desired, context   as in function-sequencer (declarations.h); `desired` and
//                                `context` include what this step has made so far
//   composite     the observed composite: observed.composite.resource
//   environment   the merged environment
//   required      the objects of the entries of extraResources and references, by the
//                 names of the entries: a list for an entry of extraResources
//                 (sections/environment/extra_resources.h), an object for a reference
//                 that reads one object (sections/references/references.h)
//   object        the observed composed resource; {} while it is not observed. In an
//                 overlay, the resource as it is desired so far
//   item, key, index   an element of forEach, its key, its position from 0
//   value         the input of a transform
//   conditions    the conditions that this call sets from the field `conditions`, by
//                 type: type, status, reason and message (sections/conditions)
//   params        the parameters of a patch set (sections/shared/patches/patch_set.h)
//   values        the values with names (named_values.h)
//   name          the name of the composed resource that an overlay changes
//
// Using a name where it is not available is an error in the input with its own message.
//
// If an entry has no result yet, its name is pending, like any missing key:
// required.vpc is pending while Crossplane has not found the object, or if the step is
// not allowed to read it. A name that no entry has is an error in the input
// (RequiredNames).
//
// Combine names with |: kNamesOfCall | ExpressionName::kItem.
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
// A name; its value is the number of the variable in Declarations.
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
  kConditions,
  kParams,
  kValues,
  kName,
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
  // Returns whether the two sets have a name in common.
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

// The names that are available before any section has run.
inline constexpr ExpressionNames kNamesOfRequest =
    ExpressionNames(ExpressionName::kObserved) | ExpressionName::kDesired |
    ExpressionName::kContext | ExpressionName::kComposite |
    ExpressionName::kEnvironment | ExpressionName::kValues;
inline constexpr ExpressionNames kNamesOfCall =
    kNamesOfRequest | ExpressionName::kRequired;
inline constexpr ExpressionNames kNamesOfItem =
    ExpressionNames(ExpressionName::kItem) | ExpressionName::kKey |
    ExpressionName::kIndex;

Declarations DeclarationsOf(ExpressionNames names);
// Returns the first name of `names` that `allowed` lacks, and why it is not available:
// `"item", which is available only inside forEach`; "" if it has all.
std::string FirstRefused(ExpressionNames names, ExpressionNames allowed);
// Returns whether it is the name of a variable, here or in expressions elsewhere.
bool IsExpressionName(absl::string_view name);

// A use of a name of `required` that no entry of the input has.
struct UnknownEntry {
  std::string name;
  Problem problem;  // of the expression, if the step does not require the name
};

// RequiredNames collects the names that `required` has in an input and the ones that
// its expressions use. The sections that read objects declare the names of their
// entries. InputExpression::Read adds the names that an expression selects from
// `required`:
//
//   required.vpc.status.id, required["vpc"], has(required.vpc)
//                                  use the name vpc
//   "vpc" in required, size(required), required[composite.spec.net]
//                                  may use any name, and count as using all
//
// Call Check after the whole input is read. It reports names that `required` cannot
// have, and returns those that no entry has. The step itself may require them, in its
// `requirements`, so they are an error only if Crossplane sends no objects for the
// name.
//
// In a call, a section provides the objects of an entry only if its name is used:
//
//   bool wanted = names->Uses("vpc");

class RequiredNames {
 public:
  static std::shared_ptr<RequiredNames> Of(const Input& part);

  // Declares the name of an entry. If `required` cannot have it, `refusal` is the
  // reason. The same name may be declared again.
  void Declare(absl::string_view name, absl::string_view refusal = "");
  // Adds the names that the expression `text`, in the field `member` of `at`, uses.
  void AddUses(const Input& at, absl::string_view member,
               absl::string_view text);
  // Reports and returns the names as described above.
  std::vector<UnknownEntry> Check();

  // Return whether any name is used, and whether `name` is used.
  bool any() const { return all_ || !used_.empty(); }
  bool Uses(absl::string_view name) const {
    return all_ || used_.find(name) != used_.end();
  }

 private:
  struct Use {
    Input at;
    std::string member;
    std::string name;
    std::string place;  // line and column in the expression: 1:9
  };

  bool all_ = false;
  std::set<std::string, std::less<>> used_;
  // Cleared by Check.
  std::map<std::string, std::string, std::less<>> declared_;
  std::vector<Use> uses_;
};

std::vector<UnknownEntry> CheckRequiredNames(const Input& input);

}  // namespace loom

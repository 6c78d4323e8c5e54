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

#include "language/cel/program/declarations.h"

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

}  // namespace loom

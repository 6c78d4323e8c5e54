// SPDX-License-Identifier: Apache-2.0
// A Failure is the reason why something that the input refers to has no value. It becomes
// an entry of a condition such as ReferencesResolved.
//
//   {.reason = "ReferenceNotFound", .cause = "object not found",
//    .where = "v1 ConfigMap infra/common data.region"}
//
// The reason determines the status of the condition: Unknown while the failure may
// resolve by itself, False when a person has to act. Neither string quotes a value of
// an object.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"

namespace loom {

// The state of something that is looked up: a kind, an object or a value.
enum class LookupState {
  kFound,
  kPending,  // a requirement is not answered yet
  kFailed,   // there is a Failure
  kNothing,  // an optional part is missing, so nothing is required
};

struct Failure {
  absl::string_view reason;
  std::string cause;
  // What was looked for; "" if the error is in what the author wrote.
  std::string where = {};
  // Additional detail for the event, such as which part of a name is wrong.
  std::string detail = {};
};

// The reasons. StatusOf returns the status that each one implies.
namespace reasons {
inline constexpr absl::string_view kNotFound = "ReferenceNotFound";
inline constexpr absl::string_view kNotReady = "ReferenceNotReady";
inline constexpr absl::string_view kFieldMissing = "FieldMissing";
inline constexpr absl::string_view kAmbiguous = "AmbiguousMatch";
inline constexpr absl::string_view kNotInstalled = "ReferencedKindNotInstalled";
inline constexpr absl::string_view kVersionNotServed = "VersionNotServed";
inline constexpr absl::string_view kNotAllowed = "ReferenceNotAllowed";
inline constexpr absl::string_view kInvalid = "InvalidReference";
inline constexpr absl::string_view kCycle = "ReferenceCycle";
// Typed references.
inline constexpr absl::string_view kTerminal = "ReferenceTerminal";
inline constexpr absl::string_view kBothGiven = "ReferenceAndValueSet";
inline constexpr absl::string_view kNeitherGiven = "ReferenceOrValueRequired";
// External references.
inline constexpr absl::string_view kNoDependency = "DependencyNotFound";
inline constexpr absl::string_view kDependencyNotReady = "DependencyNotReady";
inline constexpr absl::string_view kDependencyInvalid = "DependencyInvalid";
}  // namespace reasons

inline ConditionStatus StatusOf(const Failure& failure) {
  for (absl::string_view passing :
       {reasons::kNotFound, reasons::kNotReady, reasons::kFieldMissing,
        reasons::kAmbiguous, reasons::kNoDependency,
        reasons::kDependencyNotReady}) {
    if (failure.reason == passing) return ConditionStatus::kUnknown;
  }
  return ConditionStatus::kFalse;
}

}  // namespace loom

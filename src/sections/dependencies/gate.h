// SPDX-License-Identifier: Apache-2.0
// A gate decides whether a dependent that is not observed may be created, with respect
// to one of its prerequisites. If not, it returns what the dependent waits for:
//
//   what is found                          it waits for
//   all composed resources hold            nothing
//   some do not                            waiting for node-.* (2 of 3 ready)
//   none exists, and no step desires one   dependency db is missing
//   an object does not hold                waiting for shared (0 of 1 ready)
//   an object does not exist               dependency Object shared is missing
//   an object may not be read              dependency Object shared: not allowed by the
//                                          secret policy
//
// If a missing name is similar to another one, the message suggests that. With
// whenMissing: Ignore, nothing waits for what is missing. A resource does not wait for
// itself, and an item of a template with forEach does not wait for the name of its
// template.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "sections/dependencies/found_prerequisite.h"

namespace loom {

inline constexpr absl::string_view kDependenciesReady = "DependenciesReady";

// The reasons of this condition.
namespace reasons {
inline constexpr absl::string_view kWaiting = "WaitingForDependencies";
inline constexpr absl::string_view kMissing = "DependencyMissing";
inline constexpr absl::string_view kInvalidDependency = "InvalidDependency";
inline constexpr absl::string_view kKept = "KeptForDependents";
inline constexpr absl::string_view kLeftBehind = "ObjectLeftBehind";
}  // namespace reasons

struct Wait {
  absl::string_view reason;
  std::string text;
};

// The gate of composed resources.
class ResourceGate {
 public:
  // The condition for all dependents of one mode: the conditions hold or, for
  // references, the resources are observed.
  enum class Wants { kConditions, kObserved };

  // `prerequisite` and `found` must outlive this object. `suggestion` is a name that
  // the author may have meant, or "".
  ResourceGate(const Prerequisite& prerequisite, const FoundResources& found,
               bool ignores_missing, std::string suggestion);

  // Returns what the dependent waits for; nullopt: nothing.
  std::optional<Wait> Judge(absl::string_view dependent, Wants wants) const;

 private:
  const Prerequisite& prerequisite_;
  const FoundResources& found_;
  const bool ignores_missing_;
  const std::string suggestion_;
  size_t observed_ = 0;
  size_t holding_ = 0;
};

// The gate of an object of this kind outside the composite.
std::optional<Wait> JudgeObject(const Prerequisite& prerequisite,
                                absl::string_view kind,
                                const FoundObject& found, bool ignores_missing);

}  // namespace loom

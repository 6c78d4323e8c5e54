// SPDX-License-Identifier: Apache-2.0
// A ReferenceReport collects what became of the references of one section in one
// call, and makes remarks of the condition ReferencesResolved of it:
//
//   subnet spec.forProvider.cidrBlock: object not found (ec2.example.org/v1 VPC
//   main-vpc spec.forProvider.cidrBlock)
//
// A reference that has no value stops the later ones of its target, but not those
// of others: they get no new value, and their last values stay. Nothing is said of
// them. What else follows for each:
//
//   no value, and the target is     effect
//   a resource not observed yet     it is withheld, and the composite is not ready
//   anything else, and a value      the last value stays
//   is there
//   anything else                   the field stays unset, and the composite is
//                                   not ready
//
// Composed resources that wait for each other are reported as one cycle:
//
//   a: reference cycle a -> b -> a
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "sections/shared/targets/decision.h"
#include "sections/shared/targets/target.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

// A reference that has no value.
struct Unresolved {
  absl::string_view field;  // of the target; "" if it is the whole target
  Keep kept = Keep::kNothing;
  const Failure& failure;
  size_t order = 0;         // in the input, among all references
  absl::string_view entry;  // its place in the input
  bool fatal = false;
  // The composed resource that it needs and that is not there yet; "" if none.
  std::string waits_for = {};
};

class ReferenceReport {
 public:
  // Both must outlive this object.
  ReferenceReport(Call* call, Outcome* outcome)
      : call_(*call), outcome_(*outcome) {}

  // A reference has something to do in this call.
  void Begin() { busy_ = true; }
  // Whether a reference before has stopped those of this place.
  bool HasStopped(const Place& place) const {
    return stopped_.contains(place.Shown());
  }
  // A required reference at this place has no value.
  absl::Status Add(const Place& place, const Unresolved& unresolved);
  // A required reference was stopped, and its field has what was kept.
  absl::Status AddStopped(const Place& place, Keep kept);
  // Tells a mistake of whoever made the composite.
  void AddMistake(std::string mistake, size_t order);
  // What is to be said once all references are resolved. An error makes the call
  // FATAL.
  absl::Status Finish();

 private:
  // What a withheld resource waits for, and its remark.
  struct Waiting {
    std::string source;
    std::optional<size_t> remark;  // nullopt: nothing is said of it
  };

  // What follows if a field has no value.
  absl::Status Withhold(const Place& place, Waiting waiting);
  void TellCycles();

  Call& call_;
  Outcome& outcome_;
  bool busy_ = false;
  std::set<std::string> stopped_;
  std::map<std::string, Waiting> withheld_;
  absl::Status fatal_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// A ReferenceReport collects the results of the references of one section in one call,
// and turns them into remarks of the ReferencesResolved condition:
//
//   subnet spec.forProvider.cidrBlock: object not found (ec2.example.org/v1 VPC
//   main-vpc spec.forProvider.cidrBlock)
//
// A reference without a value stops the later references of the same target, but not
// those of other targets. The stopped ones get no new value, keep their last value, and
// are not reported. Further effects of each:
//
//   no value, and the target is     effect
//   a resource not observed yet     it is withheld, and the composite is not ready
//   any other, with a value         the last value stays
//   any other, without a value      the field stays unset, and the composite is
//                                   not ready
//
// Composed resources that wait for each other are reported as one cycle:
//
//   a: reference cycle a -> b -> a
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/call/resolution.h"
#include "crossplane/contract/outcome.h"

namespace loom {

// A reference without a value.
struct Unresolved {
  absl::string_view field;  // of the target; "" if it is the whole target
  Keep kept = Keep::kNothing;
  const Failure& failure;
  size_t order = 0;         // in the input, among all references
  absl::string_view entry;  // its location in the input
  bool fatal = false;
  // The missing composed resource that it needs; "" if none.
  std::string waits_for = {};
};

class ReferenceReport {
 public:
  // Both must outlive this object.
  ReferenceReport(Call* call, Outcome* outcome)
      : call_(*call), outcome_(*outcome) {}

  // Records that a reference is active in this call.
  void Begin() { busy_ = true; }
  // Reports whether an earlier reference has stopped those of this target.
  bool HasStopped(const Place& place) const {
    return !stopped_.empty() && stopped_.contains(place.Shown());
  }
  // Records a required reference without a value.
  absl::Status Add(const Place& place, const Unresolved& unresolved);
  // Records a required reference that was stopped, and the value that was kept.
  absl::Status AddStopped(const Place& place, Keep kept);
  // Adds an error of the user who created the composite.
  void AddMistake(std::string mistake, size_t order);
  // Reports the results once all references are resolved. An error makes the call
  // FATAL.
  absl::Status Finish();

 private:
  // A reference without a value.
  struct Waiting {
    std::string source;  // the resource that it waits for; "" if none
    size_t remark = 0;   // its index
    std::string why;
    std::string entry;
  };

  // Applies the effects of a field without a value.
  absl::Status Withhold(const Place& place, Waiting waiting);
  void TellCycles();

  Call& call_;
  Outcome& outcome_;
  bool busy_ = false;
  // The target of each reference without a value, and why it waits.
  std::map<std::string, Waiting> stopped_;
  std::map<std::string, Waiting> withheld_;
  absl::Status fatal_;
};

// CyclesOf finds the resources that wait for each other. Each waits for at most one
// other.
//
//   CyclesOf({{"a", "b"}, {"b", "a"}, {"c", "a"}})   {{"a", "b"}}
//
// A cycle begins with its smallest name, and each element waits for the next. A
// resource that waits for a cycle without being part of it (c) is not included.

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for);

}  // namespace loom

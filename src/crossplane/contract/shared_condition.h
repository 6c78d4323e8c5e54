// SPDX-License-Identifier: Apache-2.0
// A shared condition, such as ReferencesResolved, is one condition to which several
// sections contribute, in this step and in earlier steps of the pipeline. Crossplane
// keeps the last condition of each type, so each step reports the condition of all
// steps so far:
//
//   status    False if any remark is False, else Unknown if any is Unknown, else True
//   reason    that of the first remark with this status: earlier steps come first, and
//             the remarks of this step have the order of the input
//   message   the messages of all remarks that are not True, sorted and joined by "; ",
//             with "; and N more" after the third; none if the condition is True
//
// A step whose sections all have nothing to do (Remark::idle) does not report a
// condition that an earlier step has reported, unless a remark of that step no longer
// applies.
//
// A change of the condition gives a result (transition.h), once, although several steps
// report the condition and none of them knows the later ones:
//
//   an entry of the message is new          the step that adds the entry
//   the condition becomes True              the first step that knows all entries of the
//                                           condition in the observed composite; no step,
//                                           if none knows all of them
//
// An entry is not new if the condition of the observed composite shows it, or may hide
// it behind "and N more". All rules are ours.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"

namespace loom {

// EarlierRemarks are the remarks of earlier steps about one condition, as far as later
// steps need them.
struct EarlierRemarks {
  ConditionStatus status = ConditionStatus::kTrue;  // kTrue: there is none
  std::string reason = {};
  // The first three messages, sorted, and the number of the others.
  std::vector<std::string> texts = {};
  size_t more = 0;
  // Whether a step has made remarks that each step makes again (Remark::is_made_again).
  // These are not listed, so a later step reports the condition even if it is idle.
  bool made_again = false;
  // The entries of the condition in the observed composite that steps know, and whether
  // a step has sent the result for the condition that became True.
  std::set<std::string, std::less<>> known = {};
  bool announced = false;

  void Add(const std::vector<Remark>& remarks);
};

// Combines the remarks of this step, at least one, all of the same type, with those of
// earlier steps. Condition::is_news is set if the condition is not True. `before` is
// the condition of the observed composite. Returns nullopt if this step has nothing to
// report.
std::optional<Condition> ConditionOf(const std::vector<Remark>& remarks,
                                     const std::optional<Condition>& before,
                                     const EarlierRemarks& earlier = {});

std::vector<absl::string_view> EntriesShown(const Condition& condition);

// Returns the message of a condition with several entries, of which `more` are not in
// the list. They are sorted and joined by "; ". "; and N more" follows the third.
std::string JoinedEntries(std::vector<std::string> entries, size_t more = 0);

}  // namespace loom

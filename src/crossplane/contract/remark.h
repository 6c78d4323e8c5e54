// SPDX-License-Identifier: Apache-2.0
// Remarks are what sections have to say of conditions that several of them share,
// such as ReferencesResolved. The function makes one condition of all remarks of a
// type (ConditionOf):
//
//   status    False over Unknown over True
//   reason    that of the first remark, in the order of the input, with that status
//   message   the texts of all remarks that are not True, sorted and joined by
//             "; ", after the third "; and N more"; none if the condition is True
//
//   outcome->remarks.push_back({.type = "ReferencesResolved",
//                                .status = ConditionStatus::kFalse,
//                                .reason = "ReferenceCycle",
//                                .text = "a: reference cycle a -> b -> a"});
//
// A section that had nothing to do says so with `idle`: if all say that, a composite
// without the condition gets none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crossplane/contract/condition.h"

namespace loom {

struct Remark {
  std::string type;
  ConditionStatus status = ConditionStatus::kTrue;
  std::string reason;
  std::string text = {};
  // What only the event says behind the text.
  std::string detail = {};
  // The order in the input.
  size_t order = 0;
  bool idle = false;
};

// The condition of remarks of one type, of which there is at least one. `before`
// is the condition of the observed composite.
std::optional<Condition> ConditionOf(std::vector<Remark> remarks,
                                     const std::optional<Condition>& before);

}  // namespace loom

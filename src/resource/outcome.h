// SPDX-License-Identifier: Apache-2.0
// Outcome is what a section gives back, beside what it changed in the call. The
// function folds the outcomes of all sections into one response
// (function/run.h) and needs to know nothing else of them.
//
//   absl::Status Labels::Run(Call& call, Outcome* outcome) const {
//     …
//     outcome->withheld.push_back("db");     // not before its network is there
//     outcome->conditions.push_back({"LabelsReady", ConditionStatus::kFalse,
//                                    "NetworkMissing", "db: no network yet"});
//   }
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "resource/condition.h"
#include "resource/requirement.h"
#include "resource/result.h"

namespace loom {

struct Outcome {
  // What Crossplane shall send, in every round of a call: what was asked for
  // before, too, and what stands behind an entry that failed.
  Requirements requirements;
  SchemaRequirements schemas;
  // Something that was asked for is not here yet. The answer to this call is
  // then made from the request, whatever was changed until then.
  bool waits = false;

  // Desired resources that are taken away again: they are not observed yet, and
  // something that they need is missing. The composite is then not ready.
  std::vector<absl::string_view> withheld;
  bool not_ready = false;

  // What the composite is told. A condition says how things are on every call,
  // and the results that tell of its changes are made from it
  // (resource/transition.h); `results` are those that come on every call.
  std::vector<Condition> conditions;
  std::vector<Result> results;

  // Whether the next call should come soon (`pendingTTL`). A condition that is
  // not True asks for the same.
  bool unresolved = false;
};

}  // namespace loom

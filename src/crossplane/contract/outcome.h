// SPDX-License-Identifier: Apache-2.0
// Outcome is what a section returns besides the changes that it made to the
// call. The function combines the outcomes of all sections into one response
// (function/run.h). A section that withholds a resource until its network
// exists writes:
//
//   outcome->withheld.push_back("db");
//   outcome->conditions.push_back({.type = "LabelsReady",
//                                  .status = ConditionStatus::kFalse,
//                                  .reason = "NetworkMissing",
//                                  .message = "db: no network yet"});
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/contract/condition.h"
#include "crossplane/contract/remark.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/contract/result.h"

namespace loom {

struct Outcome {
  // What Crossplane is asked to send. Every round of a call has to ask for all
  // of it: also for what earlier rounds asked for, and for what the entries
  // after a failed one need.
  Requirements requirements;
  SchemaRequirements schemas;
  // True if something that was asked for is missing. The response is then made
  // from the request, and all changes of the call are dropped.
  bool waits = false;

  // Names of desired resources that the response leaves out, because they are
  // not observed yet and something that they need is missing. The composite is
  // then not ready.
  std::vector<absl::string_view> withheld;
  bool not_ready = false;

  // A condition describes a state, and every call has to set it. A result that
  // announces its change is derived from it (crossplane/contract/transition.h). `results`
  // are sent as they are, on every call.
  std::vector<Condition> conditions;
  // What the section has to say of conditions that it shares with others.
  std::vector<Remark> remarks;
  std::vector<Result> results;

  // Whether the next call should come soon (`pendingTTL`). A condition that is
  // not True asks for the same, unless its changes are silent
  // (condition_types.h).
  bool unresolved = false;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Outcome is what a section reports, besides the changes that it makes to the
// call. The function folds the outcomes of all sections into one response
// (function/run.h).
//
//   Outcome outcome;
//   outcome.withheld.push_back("db");     // its network is missing
//   outcome.conditions.push_back({"LabelsReady", ConditionStatus::kFalse,
//                                 "NetworkMissing", "db: no network yet"});
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "resource/condition.h"
#include "resource/requirement.h"
#include "resource/result.h"

namespace loom {

struct Outcome {
  // What Crossplane shall send. A section lists all its requirements in every
  // round of a call: also those that were answered before, because Crossplane
  // sends only what the last response required, and those of entries that
  // follow one that failed.
  Requirements requirements;
  SchemaRequirements schemas;
  // A requirement has not been answered yet. The response to this call is then
  // made from the request, and what sections changed is dropped.
  bool waits = false;

  // The logical names of resources that are removed from the desired ones: they
  // are not observed yet, and something that they need is missing. If there are
  // any, the composite is not ready.
  std::vector<absl::string_view> withheld;
  // The composite is not ready for another reason.
  bool not_ready = false;

  // A condition stands in every response, and the function makes a result of
  // each of its changes (resource/transition.h). `results` are given as they
  // are, on every call.
  std::vector<Condition> conditions;
  std::vector<Result> results;

  // The next call should come soon: the response has the TTL `pendingTTL`
  // (plan/settings.h). A condition that is not True has the same effect.
  bool unresolved = false;
};

}  // namespace loom

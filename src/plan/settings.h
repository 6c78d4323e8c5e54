// SPDX-License-Identifier: Apache-2.0
// Settings are the members of the native input that concern a call as a whole.
//
//   requirements: {compat: Auto}    ResourcesOnly, Both
//   ttl: 60s                        how long an answer may count, and
//   pendingTTL: 15s                 how long one that leaves something unresolved
//
// Durations are written as in Go, from 1s to 24h: `1m30s`. Crossplane may call
// again before, and does so after a change. One that is not accepted:
//   ttl: Invalid value: "soon": want a duration from 1s to 24h, such as 1m30s
#pragma once

#include "absl/time/time.h"
#include "input/input.h"

namespace loom {

// In which fields of a response it says what it requires: `resources`, and the
// older `extra_resources`, which Crossplane before 2.0 answers. Auto fills both
// unless Crossplane says that it knows the newer one.
enum class RequirementFields { kAuto, kResourcesOnly, kBoth };

struct Settings {
  RequirementFields requirement_fields = RequirementFields::kAuto;
  absl::Duration ttl = absl::Seconds(60);
  absl::Duration pending_ttl = absl::Seconds(15);

  static Settings Parse(Fields& input);
};

}  // namespace loom

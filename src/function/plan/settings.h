// SPDX-License-Identifier: Apache-2.0
// Settings are the members of the native input that concern a call as a whole.
// The members `kinds` (crossplane/kinds/kinds.h) and `security` (crossplane/kinds/access_policy.h) are
// settings, too; sections read them themselves.
//
//   condition: composite.spec.enabled    # false: the step changes nothing (function/run.h)
//   requirements: {compat: Auto}    # ResourcesOnly, Both
//   ttl: 60s                        # how long Crossplane may use a response
//   pendingTTL: 15s                 # the same, if something is unresolved
//
// Durations are written as in Go, from 1s to 24h: `1m30s`. Crossplane may call
// again earlier, and does so after a change. One that is refused:
//   ttl: Invalid value: "soon": want a duration from 1s to 24h, such as 1m30s
#pragma once

#include <memory>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "crossplane/kinds/access_policy.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom {

// Which fields of a response contain the requirements: `resources`, or also the
// older `extra_resources`, the only one that Crossplane before 2.0 reads. Auto
// fills both, unless the request says that Crossplane knows the newer one.
enum class RequirementFields { kAuto, kResourcesOnly, kBoth };

struct Settings {
  RequirementFields requirement_fields = RequirementFields::kAuto;
  absl::Duration ttl = absl::Seconds(60);
  // Whether the input says so.
  bool says_ttl = false;
  absl::Duration pending_ttl = absl::Seconds(15);
  // The member `security`.
  std::shared_ptr<const AccessPolicy> access;
  std::optional<InputExpression> condition;

  // The members that are settings and that no other input has.
  static constexpr absl::string_view kMembers[] = {
      "requirements", "ttl", "pendingTTL", "kinds", "security"};
  static Settings Parse(Fields& input);
  // Those of a drop-in input that has only the first, under this name, and takes
  // every duration of Go.
  static Settings ParseTtl(Fields& input, absl::string_view name);
};

}  // namespace loom

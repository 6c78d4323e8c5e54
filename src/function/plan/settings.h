// SPDX-License-Identifier: Apache-2.0
// Settings are the fields of the native input that concern the whole call: `condition`,
// `requirements`, `ttl`, `pendingTTL` and `values`. The fields `kinds` (crossplane/kinds/kinds.h)
// and `security` (crossplane/kinds/access_policy.h) are also settings; sections read
// them directly.
//
// Durations are written as in Go, from 1s to 24h. Crossplane may call the function
// earlier, and does so after a change.
#pragma once

#include <memory>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "crossplane/kinds/access_policy.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/named_values.h"
#include "language/input/fields.h"

namespace loom {

// Which fields of a response contain the requirements: `resources` alone, or also the
// older `extra_resources`, the only one that Crossplane before 2.0 reads. Auto fills
// both, unless the capabilities in the request show that Crossplane reads `resources`.
enum class RequirementFields { kAuto, kResourcesOnly, kBoth };

struct Settings {
  RequirementFields requirement_fields = RequirementFields::kAuto;
  absl::Duration ttl = absl::Seconds(60);
  bool says_ttl = false;
  absl::Duration pending_ttl = absl::Seconds(15);
  std::shared_ptr<const AccessPolicy> access;
  std::optional<InputExpression> condition;
  std::shared_ptr<const NamedValues> values;

  // The names of the settings that no other input has.
  static constexpr absl::string_view kMembers[] = {
      "requirements", "ttl", "pendingTTL", "kinds", "security", "values"};
  static Settings Parse(Fields& input);
  // Reads the settings of a drop-in input, which has only the TTL, in the field `name`.
  // The TTL may be any Go duration.
  static Settings ParseTtl(Fields& input, absl::string_view name);
};

}  // namespace loom

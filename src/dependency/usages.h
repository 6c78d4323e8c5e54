// SPDX-License-Identifier: Apache-2.0
// AddUsages orders deletion: for each dependent and each of its prerequisites, both of
// which are observed, it adds a Usage to the desired resources (usage.h), which is
// ready at once. Its logical name is its name.
//
// Gates play no part, and neither does what is desired: a dependent that is no longer
// desired still exists for a while, and what it depends on has to outlive it. A pair
// of which one is not observed gets none. A resource does not use itself, nor an item of a
// template with forEach another one because of the name of the template.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "call/call.h"
#include "dependency/dependency.h"
#include "dependency/found_prerequisite.h"
#include "resource/outcome.h"

namespace loom {

struct UsageOptions {
  UsageVersion version;
  absl::string_view ignore_label;
};

// For each pair that cannot have a Usage, because of usageVersion v1, `refused` gets
// a text: `app: usageVersion v1 has no Usage for db, which is namespaced`. Errors are
// those of the request and of the account of the call.
absl::Status AddUsages(const std::vector<absl::string_view>& dependents,
                       const FoundResources& prerequisites,
                       const UsageOptions& options, Call& call,
                       std::vector<std::string>* refused);

}  // namespace loom

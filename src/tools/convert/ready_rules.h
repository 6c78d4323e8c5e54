// SPDX-License-Identifier: Apache-2.0
// ReadReadyRules says what a step of function-auto-ready (sections/drop_in/auto_ready/auto_ready.h) becomes
// in the native input: the section `readiness`.
//
//   no input, or one without rules          readiness: {}
//
//   celHealthCheckCustomization:            readiness:
//     example.org_v1_Db:                      kinds:
//       object.status.ok == true              - apiVersion: example.org/v1
//                                               kind: Db
//                                               readyWhen: object.status.ok == true
//
// function-auto-ready reads its rules only behind a feature gate, and here they always
// count. One that fails is a warning there, and FATAL here. Both is said by a note. What cannot be said in the native input is why the step
// stays:
//
//   the rules that it takes from the context (celHealthCheckCustomizationFrom) have no
//   place in the native input
//   the rule example.org_v1_Db: 1:17: numbers of objects are whole numbers …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/value/value.h"
#include "tools/yaml/node_remark.h"

namespace loom {

struct ReadyRule {
  std::string key;  // group_version_kind
  std::string api_version;
  std::string kind;
  std::string ready_when;
};

struct ReadyRules {
  std::vector<ReadyRule> kinds;
  // Why the step stays as it is.
  std::optional<NodeRemark> refusal;
  std::vector<NodeRemark> notes;
};

// `input` is that of a step, at `path` of its document; nullptr: it has none.
ReadyRules ReadReadyRules(const Value* input, const NodePath& path);

// The section.
Value ReadinessOf(const ReadyRules& rules, Pool* pool);

}  // namespace loom

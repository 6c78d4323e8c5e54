// SPDX-License-Identifier: Apache-2.0
// ReadyState says whether a composed resource is ready, from what is known of it at
// this moment of the call. The first of these that says something decides:
//
//   1. READY_TRUE or READY_FALSE, as an earlier step or the checks of the
//      resource's own template set it
//   2. its own template has readiness checks, and they do not hold: not ready
//   3. it is not observed: not ready
//   4. the table of Kubernetes' own kinds (readiness/kind_check.h)
//   5. the condition Ready is True
//
//   ReadyState ready(templates, &call);
//   LOOM_ASSIGN_OR_RETURN(bool is_ready, ready.Of("db"));
//
// The order of the steps of a pipeline plays no part: a resource is ready as soon as
// the cluster says so, whether a step has said it yet or not. The rules are ours.
#pragma once

#include <map>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "call/call.h"
#include "render/own_templates.h"

namespace loom {

class ReadyState {
 public:
  // Both must outlive this object.
  ReadyState(const OwnTemplates& templates, Call* call)
      : templates_(templates), call_(*call) {}

  // An error is one of the request or of the account of the call. The characters
  // of `name` have to outlive this object.
  absl::StatusOr<bool> Of(absl::string_view name);

 private:
  absl::StatusOr<bool> Find(absl::string_view name);

  const OwnTemplates& templates_;
  Call& call_;
  std::map<absl::string_view, bool> known_;
};

// Rules 4 and 5, for any object that is observed.
absl::StatusOr<bool> IsReady(const Value& object, Pool* pool);

}  // namespace loom

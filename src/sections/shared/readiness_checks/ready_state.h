// SPDX-License-Identifier: Apache-2.0
// ReadyState decides whether a composed resource is ready, from the state of the call
// so far. The first of these that applies decides:
//
//   1. READY_TRUE or READY_FALSE, as an earlier step or the readiness checks of the
//      resource's own template set it
//   2. its own template has readiness checks that do not pass: not ready
//   3. the first rule of `readiness` for its name; unless the rule is Ignore, the
//      resource is not ready while it is not observed
//   4. it is not observed: not ready
//   5. the first rule of `readiness` for its kind
//   6. READY_TRUE, as the default check of its own template set it
//   7. the table of Kubernetes' own kinds (kind_check.h), unless `builtIn` is false
//   8. the Ready condition is True
//
// A template whose condition is false does not count as a resource's own template
// (crossplane/call/call.h).
//
//   ReadyState ready(rules, templates, &call);
//   LOOM_ASSIGN_OR_RETURN(Judgement db, ready.Of("db"));
//   bool wait = !db.ready;
//
// Both `readiness` and `dependencies` use it, so they agree on whether a resource is
// ready. The order of the pipeline steps has no effect: a resource is ready as soon as
// the cluster shows it, even if no step has set it yet. The rules are ours.
#pragma once

#include <map>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "sections/shared/readiness_checks/readiness_rule.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// Whether something is ready, and what decided it.
struct Judgement {
  enum class Ground { kSaid, kChecks, kAbsent, kRule, kKind, kCondition };

  bool ready = false;
  Ground ground = Ground::kSaid;
  const ReadinessRule* rule = nullptr;  // kRule
  // Why the checks of the rule cannot run, or what its expression waits for.
  absl::Status failure = {};
};

class ReadyState {
 public:
  // All must outlive this object.
  ReadyState(const ReadinessInput& input, const OwnTemplates& templates,
             Call* call)
      : input_(input), templates_(templates), call_(*call), variables_(call) {}

  // Judges the resource `name`, whose characters must outlive this object. An error
  // comes from an expression, the request or the account of the call.
  absl::StatusOr<Judgement> Of(absl::string_view name);

  // Applies rules 5, 7 and 8 to any observed object.
  absl::StatusOr<Judgement> OfObject(const Value& object);

 private:
  absl::StatusOr<Judgement> Find(absl::string_view name);
  absl::StatusOr<bool> IsSaidByDefault(absl::string_view name, Ready ready);
  absl::StatusOr<Judgement> ByRule(const ReadinessRule& rule,
                                   const Value& object);
  absl::StatusOr<Judgement> ByItself(const Value& object);

  const ReadinessInput& input_;
  const OwnTemplates& templates_;
  Call& call_;
  CallVariables variables_;
  std::map<absl::string_view, Judgement> known_;
};

}  // namespace loom

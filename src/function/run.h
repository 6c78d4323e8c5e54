// SPDX-License-Identifier: Apache-2.0
// Runs a plan on one call. The steps, in order:
//
//   requirements ─ unanswered? ask, and leave everything as it came
//     → environment: defaults < incoming < selected configs
//     → extra resources into the context
//     → environment patches
//     → each resource template: base → observed name → patches → readiness,
//       connection details
//     → connection secret
//     → provider config, last, over the resources of earlier steps too
//     → the response: what was changed is encoded, the rest goes on as bytes
//
// A FATAL result leaves desired state and context as they came in; requirements
// and warnings from before it stay.
#pragma once

#include "absl/status/status.h"
#include "call/state.h"
#include "plan/plan.h"

namespace loom {

// The context key under which a native call notes what it asked for. Crossplane
// hands the context of one round to the next, so a call that finds the note and
// still lacks one of its keys comes from a Crossplane that does not answer.
// Such a call is FATAL: an asking answer that became final would delete
// everything that this step makes.
inline constexpr absl::string_view kAskedKey = "loom.fn.crossplane.io/asked";

// Leaves the whole response in `state->response`. InvalidArgument: the request
// holds something that is no object on the wire. Cancelled: nobody waits any
// more.
absl::Status Run(const Plan& plan, State* state);

// Makes the response a FATAL result over what came in.
void Fail(std::string message, State* state);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Runs a plan on one call: every section of the input in turn, whose outcomes
// are folded into one response. This knows no section by name.
//
//   section ─ Outcome ┐                 requirements   all of them, every round
//   section ─ Outcome ┼─ fold ─ Response  withheld     taken away at once
//   section ─ Outcome ┘                 conditions     in the order of their types
//
// Three ways in which a call ends:
//
//   something is waited for   the answer is made from the request, whatever the
//                             sections did until then: desired state and context
//                             as they came, requirements, TTL 0, no results
//   a section failed          a FATAL result; desired state and context as they
//                             came; requirements, conditions and results that
//                             were known before it
//   otherwise                 the response: what was changed is encoded, the rest
//                             goes on as bytes
//
// A call is never FATAL while a requirement may still be answered: sections that
// come after one that waits or has failed are run only to ask for what they
// know already (Call::incomplete), and what they find wrong is found again.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "call/call.h"
#include "plan/plan.h"
#include "sdk/response.h"

namespace loom {

// The context key under which a native call notes what it asked for. Crossplane
// hands the context of one round to the next, so a call that finds the note and
// still lacks one of its keys comes from a Crossplane that does not answer.
// Such a call is FATAL: an asking answer that became final would delete
// everything that this step makes.
inline constexpr absl::string_view kAskedKey = "loom.fn.crossplane.io/asked";

// Leaves the whole response in `*response`, whose values refer to the call.
// InvalidArgument: the request holds something that is no object on the wire.
// Cancelled: nobody waits any more.
absl::Status Run(const Plan& plan, Call& call, Response* response);

// Makes the response a FATAL result over what came in.
void Fail(std::string message, const Request& request, Response* response);

}  // namespace loom

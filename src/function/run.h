// SPDX-License-Identifier: Apache-2.0
// Run runs a plan on one call: every section of the plan in turn. The outcomes
// of the sections (crossplane/contract/outcome.h) are folded into one response. Run knows
// no section by name.
//
//   section → Outcome ┐                   requirements  all, in every round
//   section → Outcome ┼─ fold → Response  withheld      removed at once
//   section → Outcome ┘                   conditions    in the order of their
//                                                       types
//
// A call ends in one of three ways:
//
//   a requirement is   the response is made from the request, and all changes
//   not answered yet   are dropped: it has the desired state and the context as
//                      they came, the requirements, and no results; in the
//                      native input the TTL is 0, and kAskedKey is set
//   a section failed   the response has a FATAL result, the desired state and
//                      the context as they came, all requirements, and the
//                      conditions and results of the sections up to that one
//   otherwise          the response has all that sections changed; everything
//                      else goes on as bytes
//
// A native input may have a condition (function/plan/settings.h). If it is false, no section runs
// and the response has what the request has. If it is pending, the sections run, and
// what they make that is not observed yet is withheld, so that nothing is lost either
// way.
//
// A native call is never FATAL while a requirement may still be answered.
// Sections that follow one that waits or has failed are run only to ask for
// what they already know to be required (Call::incomplete). If they find an
// error, it is dropped, because they find it again in a later round.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/response.h"
#include "function/plan/plan.h"

namespace loom {

// The context key under which a native call notes the keys of its requirements.
// Crossplane passes the context of one round on to the next. So if a call finds
// the note and one of these keys is still not answered, this Crossplane does
// not answer requirements, and the call is FATAL. Otherwise Crossplane would
// take the response that only asks as the final one, and delete all resources
// that this step makes.
inline constexpr absl::string_view kAskedKey = "loom.fn.crossplane.io/asked";

// Makes the whole response, whose values refer to the call. InvalidArgument:
// the bytes of an object in the request are malformed. Cancelled: nobody waits
// for the response any more. ResourceExhausted: all calls together need too much
// memory.
absl::Status Run(const Plan& plan, Call& call, Response* response);

// Makes a response with a FATAL result, and with the desired state and the
// context of the request.
void Fail(std::string message, const Request& request, Response* response,
          std::string reason = "");

}  // namespace loom

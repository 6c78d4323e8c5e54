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

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/response.h"
#include "function/plan/plan.h"

namespace loom {
// CallOptions is what a caller of Function gives to one call beside the bytes
// of the request, and CallFacts is what it learns of the call beside the
// response.

class Observer;

struct CallOptions {
  // The call asks this now and then, on the thread that runs it. If it returns
  // true, because nobody waits for the response any more, the call ends with
  // Cancelled. `steps` (data/value/account.h) counts what the call has done; if it
  // is about to begin something that takes long, the most that this may take is
  // included.
  std::function<bool(uint64_t steps)> stopped = nullptr;
  // Is told what the call does (crossplane/call/observer.h); may be null.
  Observer* observer = nullptr;
};

// Facts about a call for logs and metrics: sizes, counts, the kind of its
// input, and its tag. They contain no values of objects.
struct CallFacts {
  // meta.tag of the request, by which the call is found in Crossplane's logs. A call
  // that fails has it, too, and mostly has none of the facts below.
  std::string tag = {};
  // apiVersion and kind of the input as its author wrote them, shortened if
  // they are long.
  std::string input = {};
  bool plan_was_cached = false;
  // The numbers of observed and required resources in the request, and of
  // desired resources in the response. `required` counts each requirement once.
  size_t observed = 0;
  size_t required = 0;
  size_t desired = 0;
  // Whether the response only asks Crossplane for resources.
  bool asked = false;
  // The numbers of results: FATAL, Warning, Normal.
  std::array<size_t, 3> results{};
};

// LargestParts lists what makes a response large: its three largest desired
// resources and context keys, with their sizes.
//
//   resource "crd": 2097152 bytes, resource "policy": 1048576 bytes, context
//   key "objects": 4096 bytes

// The parts are measured and not written, so a response of any size may be asked
// about.
std::string LargestParts(const Response& response);

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

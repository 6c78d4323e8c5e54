// SPDX-License-Identifier: Apache-2.0
// Run runs all sections of a plan on one call, in order, and folds the outcomes of the
// sections (crossplane/contract/outcome.h) into one response. It does not depend on any
// particular section.
//
//   section → Outcome ┐                   requirements  all, in every round
//   section → Outcome ┼─ fold → Response  withheld      removed at once
//   section → Outcome ┘                   conditions    ordered by type
//
// A call ends in one of three ways:
//
//   a requirement is   the response has the desired state and the context of the
//   not answered yet   request, the requirements, and no results; all changes are
//                      dropped. With the native input, the TTL is 0, and kAskedKey
//                      is set
//   a section failed   the response has a FATAL result, the desired state and the
//                      context of the request, all requirements, and the conditions
//                      and results of the sections up to the one that failed
//   otherwise          the response has everything that sections changed, and the
//                      rest as bytes of the request
//
// The native input may have a condition (function/plan/settings.h). If it is false, no
// section runs, and the response repeats the request's desired state and context. If it
// is pending, the sections run, but the resources that they create and that are not
// observed yet are withheld, so that nothing is lost either way.
//
// A native call is never FATAL while a requirement may still be answered. After a
// section that waits or has failed, later sections run only to ask for the objects that
// they already know to be required (Call::incomplete). Any error that they find is
// dropped, because they find it again in a later round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/response.h"
#include "function/plan/plan.h"

namespace loom {
class Observer;

// The inputs of one call of Function besides the request.
struct CallOptions {
  // The call invokes this function from time to time, on its own thread. If the
  // function returns true, because no client waits for the response any more, the call
  // ends with Cancelled. `steps` (data/value/account.h) counts the work that the call
  // has done. If the call is about to begin a long operation, `steps` includes its
  // maximum cost.
  std::function<bool(uint64_t steps)> stopped = nullptr;
  // The call invokes this function instead, every 10 ms, while it waits for another
  // call to read the same input.
  std::function<bool()> stopped_waiting = nullptr;
  // The plan of the request's input, if the caller has it.
  std::shared_ptr<const Plan> plan = nullptr;
  // Receives the events of the call (crossplane/call/observer.h); may be null.
  Observer* observer = nullptr;
};

// Facts about a call for logs and metrics, the outputs of a call besides the response.
// No other fact than the message of a FATAL result contains a value of an object.
struct CallFacts {
  // meta.tag of the request, which identifies the call in Crossplane's logs. A failed
  // call also has it, unless the request cannot be parsed, but usually none of the
  // facts below.
  std::string tag = {};
  // apiVersion and kind of the input as its author wrote them, shortened if long.
  std::string input = {};
  bool plan_was_cached = false;
  // The numbers of observed and required resources in the request, and of desired
  // resources in the response. `required` counts each requirement once, however many
  // objects it has.
  size_t observed = 0;
  size_t required = 0;
  size_t desired = 0;
  // Whether the response only asks Crossplane for resources.
  bool asked = false;
  // The numbers of results: FATAL, Warning, Normal.
  std::array<size_t, 3> results{};
  // The message of the FATAL result, which Crossplane shows in the Synced condition of
  // the composite; "" if there is none. It quotes no value of a Secret
  // (base/redacted_message.h).
  std::string fatal = {};
};

// Lists the three largest desired resources and context keys of a response, with their
// sizes. Measures the parts without serializing them, so the response may have any
// size.
std::string LargestParts(const Response& response);

// The context key under which a native call notes the keys of its requirements.
// Crossplane passes the context of one round on to the next. If a call finds the note
// and one of these keys is still not answered, this Crossplane does not answer
// requirements, and the call is FATAL. Otherwise Crossplane would take the response
// that only asks as the final one, and would delete all resources that this step
// creates.
inline constexpr absl::string_view kAskedKey = "loom.fn.crossplane.io/asked";

// Fills in the whole response, whose values refer to the call. The errors are:
//
//   InvalidArgument     the bytes of an object in the request are malformed
//   Cancelled           no client waits for the response any more
//   ResourceExhausted   all calls together need too much memory
absl::Status Run(const Plan& plan, Call& call, Response* response);

// Fills in a response with a FATAL result, and with the desired state and the context
// of the request.
void Fail(std::string message, const Request& request, Response* response,
          std::string reason = "");

}  // namespace loom

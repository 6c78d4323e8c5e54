// SPDX-License-Identifier: Apache-2.0
// CallOptions is what a caller of Function gives to one call beside the bytes
// of the request, and CallFacts is what it learns of the call beside the
// response.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace loom {

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

}  // namespace loom

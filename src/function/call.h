// SPDX-License-Identifier: Apache-2.0
// What a caller of Function gives one call besides its bytes, and what it
// learns of it besides the answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace loom {

struct CallOptions {
  // Asked now and then, by the thread that runs the call: true once nobody
  // waits for the answer any more. The call then ends with Cancelled. `steps`
  // (value/allowance.h) is what it has done and, if it is about to begin
  // something that takes long, what that may come to.
  std::function<bool(uint64_t steps)> stopped = nullptr;
};

// For logs and metrics: sizes and kinds, nothing of what the call is about but
// its input's kind and what it was tagged with.
struct CallFacts {
  // meta.tag, by which a call is found again in Crossplane's own logs.
  std::string tag = {};
  // apiVersion and kind of the input, as its author wrote them.
  std::string input = {};
  bool plan_was_cached = false;
  // Resources that came and those that are wanted afterwards.
  size_t observed = 0;
  size_t required = 0;
  size_t desired = 0;
  // Whether the answer only asks Crossplane for resources.
  bool asked = false;
  // Fatal, warning, normal.
  std::array<size_t, 3> results{};
};

}  // namespace loom

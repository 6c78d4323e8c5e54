// SPDX-License-Identifier: Apache-2.0
// CompositeIn finds the composite of a request, for the log. It does not decode the
// request. The request may be truncated, because a refused request is not kept whole.
//
//   CalledComposite composite = CompositeIn(bytes);
//   // {"example.org/v1", "Shop", "team-a", "orders", "3f8e…"}
//
// A field that is absent or truncated is "". The strings point into the bytes and are
// shortened to limits::kName.
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

struct CalledComposite {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view ns;
  absl::string_view name;
  absl::string_view uid;
};

CalledComposite CompositeIn(absl::string_view request);

}  // namespace loom

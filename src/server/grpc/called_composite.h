// SPDX-License-Identifier: Apache-2.0
// CompositeIn finds out which composite a request is about, for the log. Nothing is
// decoded, and the request may be cut off, because one that is refused is not kept whole.
//
//   CalledComposite composite = CompositeIn(bytes);
//   // {"example.org/v1", "Shop", "team-a", "orders", "3f8e…"}
//
// What is not there, or comes after the cut, is "". The texts refer to the bytes, and are
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

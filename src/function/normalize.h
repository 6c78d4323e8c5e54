// SPDX-License-Identifier: Apache-2.0
// Rewrites a RunFunctionRequest so that nothing odd is left in it: singular
// messages that came twice are merged, of equal map keys the last one stays.
// Protobuf itself does it, at its own price; no real client sends such wire.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// InvalidArgument: the bytes are no RunFunctionRequest.
absl::StatusOr<std::string> Normalize(absl::string_view request);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// WriteWhole gives a file another text, or leaves it as it is: a file system that is
// full cuts no file.
//
//   LOOM_RETURN_IF_ERROR(WriteWhole("composition.yaml", "kind: Composition\n"));
//
// The text is written to a file beside it, which then takes its place, with its mode
// and, where that is allowed, its owner. A link stays a link; what it leads to is
// replaced. InvalidArgument: `cannot write composition.yaml: no space left on device`.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

absl::Status WriteWhole(const std::string& path, absl::string_view text);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// ReadEverything reads all parts of a request, with the functions that sections
// call for the parts that they need, and decodes every object in them.
//
//   absl::Status status = ReadEverything(bytes);    // the first error
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom::testing {

absl::Status ReadEverything(absl::string_view request);

}  // namespace loom::testing

// SPDX-License-Identifier: Apache-2.0
// ReadEverything reads all parts of a request, with the functions that sections
// call for the parts that they need, and decodes every object in them.
//
//   bool odd = false;
//   absl::Status status = ReadEverything(bytes, &odd);
//
// The status is the first error. *odd becomes true if the bytes have odd wire,
// so that protobuf has to rewrite them (function/normalize.h).
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom::testing {

absl::Status ReadEverything(absl::string_view request, bool* odd);

}  // namespace loom::testing

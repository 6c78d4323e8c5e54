// SPDX-License-Identifier: Apache-2.0
// Annotate says where an error happened: the message gets a prefix, the code
// stays what it was, so that "not found" is still "not found" to the caller.
//
//   Annotate(NotFoundError("spec.x: no such field"), "patches[2]")
//     == NotFoundError("patches[2]: spec.x: no such field")
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

// `where` is told even by a call that has read a Secret (base/discretion.h), so
// it must not quote a value. OK stays OK.
absl::Status Annotate(const absl::Status& status, absl::string_view where);

}  // namespace loom

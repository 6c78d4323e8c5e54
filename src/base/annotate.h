// SPDX-License-Identifier: Apache-2.0
// Annotate adds to an error where it happened: `where` and a colon are put in
// front of the message. The code and the payloads of the error do not change,
// because callers decide by them: what was NotFound is still NotFound, and an
// error with a reason (crossplane/contract/fatal_reason.h) keeps it.
//
//   absl::Status status = absl::NotFoundError("spec.x: no such field");
//   status = Annotate(status, "patches[2]");
//   // NotFound: "patches[2]: spec.x: no such field"
//
// The place and the message may quote texts of tenants of any length. Of each,
// only the first limits::kError bytes are kept, and then `…`: an error that
// travels up through the places of a call stays small, and the outermost place,
// which comes first, is always told.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

// Returns OK for OK. `where` is told even by a call that has read a Secret
// (base/discretion.h), so it must not quote a value.
absl::Status Annotate(const absl::Status& status, absl::string_view where);

}  // namespace loom

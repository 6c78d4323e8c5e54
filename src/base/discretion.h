// SPDX-License-Identifier: Apache-2.0
// Discretion decides what of an error a call may tell that has read a Secret.
//
// The message of an error may quote a value: `convert` quotes the text that is
// not a number. Results, conditions and logs are read by people who may not
// read Secrets, and where a value came from cannot be traced through patches
// and the environment. So a call that has read a Secret, connection details or
// credentials is discreet: its messages quote no value of any object. The rule
// is ours.
//
// An error therefore carries, beside its message, the harmless part of it,
// which may always be told: kinds and names of objects, paths, types of patches
// and transforms, and the type that was expected. What is not declared harmless
// is hidden, so a new error is hidden until a part of it is declared harmless.
//
//   absl::Status status = absl::FailedPreconditionError("\"x7\" is no number");
//   DiscreetMessage(Annotate(status, "transforms[0] (convert)"));
//     // "transforms[0] (convert): the value does not fit (it is not shown, …)"
//   DiscreetMessage(Harmless(absl::NotFoundError("spec.x: no such field")));
//     // "spec.x: no such field"
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

// The text that replaces the hidden part of a message.
inline constexpr absl::string_view kHidden =
    "the value does not fit (it is not shown, because this call has read a "
    "Secret, connection details or credentials)";

// Declares the whole message harmless: it quotes only what an author wrote.
absl::Status Harmless(absl::Status status);

// Declares that a discreet call may tell `told` in place of the message.
absl::Status Harmless(absl::Status status, absl::string_view told);

// The harmless part of the message, with kHidden in place of the rest.
std::string DiscreetMessage(const absl::Status& status);

// The message that a call may tell. `discreet` says whether the call has read a
// Secret (Pool::discreet in data/value/value.h).
inline std::string MessageOf(const absl::Status& status, bool discreet) {
  return discreet ? DiscreetMessage(status) : std::string(status.message());
}

}  // namespace loom

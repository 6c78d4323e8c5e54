// SPDX-License-Identifier: Apache-2.0
// Discretion: what of an error may be told by a call that has read a Secret.
//
// The message of an error may quote a value: convert says what text is no
// number. Results, conditions and logs are read by people who may not read
// Secrets, and where a value came from cannot be traced through patches and the
// environment. So once a call has read a Secret, connection details or
// credentials, it quotes no value of any object. The rule is ours.
//
// An error therefore carries, beside its message, the part of it that may be
// told in any case: kinds and names of objects, paths, types of patches and
// transforms, what type was expected. Whatever was not declared to be harmless
// is hidden, so an error that nobody thought of is hidden, too.
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

// What stands for the part of a message that is hidden.
inline constexpr absl::string_view kHidden =
    "the value does not fit (it is not shown, because this call has read a "
    "Secret, connection details or credentials)";

// Declares that the whole message quotes nothing but what an author wrote.
absl::Status Harmless(absl::Status status);

// Declares that `told` may be told in place of the message.
absl::Status Harmless(absl::Status status, absl::string_view told);

// The message, without what may quote a value.
std::string DiscreetMessage(const absl::Status& status);

// The message that a call may tell: `discreet` if it has read a Secret.
inline std::string MessageOf(const absl::Status& status, bool discreet) {
  return discreet ? DiscreetMessage(status) : std::string(status.message());
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// RedactedMessage returns the redacted form of an error message, which quotes no value.
//
// People who may not read Secrets read results, conditions and logs, and the origin of
// a value cannot be traced through patches and the environment. So if a call has read a
// Secret, connection details or credentials, its messages quote no value of any object.
// The rule is ours.
//
// An error carries the harmless part of its message, which may always be shown: kinds
// and names of objects, paths, types of patches and transforms, and the expected type.
// A new error is hidden completely until a part of it is declared harmless.
//
//   absl::Status status = absl::FailedPreconditionError("\"x7\" is no number");
//   RedactedMessage(Annotate(status, "transforms[0] (convert)"));
//     // "transforms[0] (convert): the value does not fit (it is not shown, …)"
#pragma once

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/errors.h"

namespace loom {

// Replaces the hidden part of a message.
inline constexpr absl::string_view kHidden =
    "the value does not fit (it is not shown, because this call has read a "
    "Secret, connection details or credentials)";

// Declares that a call may show `shown` instead of the message if its messages are
// redacted.
inline absl::Status Harmless(absl::Status status, absl::string_view shown) {
  return WithFact(std::move(status), Fact::kShown, shown);
}

// Declares the whole message harmless: it quotes only what the author of the input
// wrote.
inline absl::Status Harmless(absl::Status status) {
  const std::string whole(status.message());
  return Harmless(std::move(status), whole);
}

// Returns the harmless part of the message, or kHidden if there is none.
inline std::string RedactedMessage(const absl::Status& status) {
  return HasFact(status, Fact::kShown) ? FactOf(status, Fact::kShown)
                                       : std::string(kHidden);
}

// Returns the message that a call may show. `redacted` is true if the messages of the
// call are redacted (Pool::redacted in data/value/value.h).
inline std::string MessageOf(const absl::Status& status, bool redacted) {
  return redacted ? RedactedMessage(status) : std::string(status.message());
}

}  // namespace loom

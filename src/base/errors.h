// SPDX-License-Identifier: Apache-2.0
// Macros and functions that pass errors on. LOOM_RETURN_IF_ERROR and
// LOOM_ASSIGN_OR_RETURN return the error of an expression from the enclosing function,
// which must return absl::Status or absl::StatusOr.
//
//   LOOM_RETURN_IF_ERROR(Check(object));
//   LOOM_ASSIGN_OR_RETURN(std::string line, ReadLine(text));
//
// The first argument must not contain a comma outside parentheses: write auto instead
// of std::map<A, B>.
#pragma once

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#define LOOM_CONCAT_INNER(a, b) a##b
#define LOOM_CONCAT(a, b) LOOM_CONCAT_INNER(a, b)

#define LOOM_RETURN_IF_ERROR(expression)       \
  do {                                         \
    auto loom_status = (expression);           \
    if (!loom_status.ok()) return loom_status; \
  } while (false)

#define LOOM_ASSIGN_OR_RETURN(left, expression)                         \
  LOOM_ASSIGN_OR_RETURN_INNER(LOOM_CONCAT(loom_value_, __LINE__), left, \
                              expression)
#define LOOM_ASSIGN_OR_RETURN_INNER(result, left, expression) \
  auto result = (expression);                                 \
  if (!result.ok()) return std::move(result).status();        \
  left = *std::move(result)

namespace loom {
// Adds a location to an error: puts `where` and a colon in front of the message, and in
// front of its redacted form (base/redacted_message.h). Keeps the code and the other
// payloads, because callers rely on them.
//
//   status = Annotate(status, "patches[2]");
//   // NotFound: "patches[2]: spec.x: no such field"
//
// A part longer than limits::kError bytes is cut there and ends with `…`, so an error
// stays small while each caller adds a location, and the outermost one is always kept.
// `where` must not quote a value, because a call that has read a Secret shows it too.
absl::Status Annotate(const absl::Status& status, absl::string_view where);

// Records, as a payload, which field of the input an error is about, so that the code
// that prints the error can point at a line without parsing the message. The innermost
// location is kept, because it is set where the error was found. An empty `place`
// changes nothing.
//
//   status = WithPlace(status, "resources[0].patches[1].transforms[0]");
absl::Status WithPlace(absl::Status status, absl::string_view place);

// Does the same and also adds the location to the message, as Annotate does.
absl::Status AnnotatePlace(const absl::Status& status, absl::string_view place);

// Returns the location as a path in the input, or "" if the status has none.
std::string PlaceOf(const absl::Status& status);

// WithMeant suggests a name that was probably meant: it adds DidYouMean (base/strings.h)
// to the end of the message, and the name as a payload.
//
//   status = WithMeant(absl::InvalidArgumentError("unknown name \"sise\""), "size");
//   status.message();          // unknown name "sise" (did you mean "size"?)
//   MeantOf(status);           // "size"
//   MessageWithoutMeant(status);   // unknown name "sise"

// Returns OK for OK, and the same status if `meant` is "". The redacted form of the
// message does not change.
absl::Status WithMeant(const absl::Status& status, absl::string_view meant);

// Returns the name, or "" if the status suggests none.
std::string MeantOf(const absl::Status& status);
// Returns the message without the suggestion.
absl::string_view MessageWithoutMeant(const absl::Status& status);

}  // namespace loom

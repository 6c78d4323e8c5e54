// SPDX-License-Identifier: Apache-2.0
// LOOM_RETURN_IF_ERROR and LOOM_ASSIGN_OR_RETURN return the error of an expression from
// the enclosing function, which must return absl::Status or absl::StatusOr. Without an
// error, the function continues.
//
//   LOOM_RETURN_IF_ERROR(Check(object));
//   LOOM_ASSIGN_OR_RETURN(std::string line, ReadLine(text));
//
// LOOM_ASSIGN_OR_RETURN declares its first argument or assigns to it. The argument must
// not contain a comma outside parentheses: write auto instead of std::map<A, B>.
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
// Annotate adds a location to an error: it puts `where` and a colon in front of the
// message, and in front of its redacted form (base/redacted_message.h). The code and
// the other payloads do not change, because callers rely on them: NotFound stays
// NotFound, and an error with a reason (crossplane/contract/outcome.h) keeps it.
//
//   absl::Status status = absl::NotFoundError("spec.x: no such field");
//   status = Annotate(status, "patches[2]");
//   // NotFound: "patches[2]: spec.x: no such field"
//
// `where` and the message may quote strings of tenants of any length. If one of them is
// longer than limits::kError bytes, it is cut there and ends with `…`. So an error
// stays small while each caller adds a location, and the outermost location, which
// comes first, is always kept.

// Returns OK for OK. `where` must not quote a value, because a call that has read a
// Secret shows it too (base/redacted_message.h).
absl::Status Annotate(const absl::Status& status, absl::string_view where);

// WithPlace records which field of the input an error is about. The code that prints
// the error can then point at a line without parsing the message. The location is a
// payload. The innermost location is kept, because it is set where the error was found.
//
//   status = WithPlace(status, "resources[0].patches[1].transforms[0]");
//   status = WithPlace(Annotate(status, "bucket"), "resources[0].patches[1]");
//   PlaceOf(status);     // "resources[0].patches[1].transforms[0]"

// Returns OK for OK, and the same status if `place` is empty.
absl::Status WithPlace(absl::Status status, absl::string_view place);

// Does the same and also adds the location to the message, as Annotate does:
// "resources[0].forEach: no such key".
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

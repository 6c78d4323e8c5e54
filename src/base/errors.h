// SPDX-License-Identifier: Apache-2.0
// An error is an absl::Status with a code and a message. Facts about it that other code
// needs stand beside the message, so that nobody parses it.
//
// Macros and functions pass errors on. LOOM_RETURN_IF_ERROR and
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

enum class Fact {
  kPlace,      // the path in the input of the field that it is about
  kMeant,      // the name that was probably meant
  kShown,      // what a redacted call shows of it (base/redacted_message.h)
  kWrongType,  // it results from the type of a value, whatever the value is
  kPending,    // see IsPending
  kHidden,     // the value is not shown, because the call has read a Secret
  kEnds,       // it ends the call (EndsCall in data/value/account.h)
  kReason,     // the reason of the FATAL result, a word for programs
};

// Adds a fact to an error, or replaces it. `text` is its text, if it has one.
//
//   return WithFact(absl::FailedPreconditionError("a string is not a list"),
//                   Fact::kWrongType);
absl::Status WithFact(absl::Status status, Fact fact,
                      absl::string_view text = "");

bool HasFact(const absl::Status& status, Fact fact);

// Returns the text of a fact, or "" if the error lacks it.
std::string FactOf(const absl::Status& status, Fact fact);

// Reports whether an expression reads a value that may exist in a later call. The code of
// such an error is NotFound; a missing field of a path is NotFound, but not pending.
inline bool IsPending(const absl::Status& status) {
  return HasFact(status, Fact::kPending);
}

// Adds a location to an error: puts `where` and a colon in front of the message, and in
// front of its redacted form (base/redacted_message.h). Keeps the code and the facts.
//
//   status = Annotate(status, "patches[2]");
//   // NotFound: "patches[2]: spec.x: no such field"
//
// A part longer than limits::kError bytes is cut there and ends with `…`, so an error
// stays small while each caller adds a location, and the outermost one is always kept.
// `where` must not quote a value, because a call that has read a Secret shows it too.
absl::Status Annotate(const absl::Status& status, absl::string_view where);

// Adds the fact kPlace, so that the code that prints the error can point at a line. The
// innermost location is kept, because it is set where the error was found. An empty
// `place` changes nothing.
//
//   status = WithPlace(status, "resources[0].patches[1].transforms[0]");
absl::Status WithPlace(absl::Status status, absl::string_view place);

// Does the same and also adds the location to the message, as Annotate does.
absl::Status AnnotatePlace(const absl::Status& status, absl::string_view place);

// WithMeant suggests a name that was probably meant: it adds DidYouMean (base/strings.h)
// to the end of the message, and the fact kMeant.
//
//   status = WithMeant(absl::InvalidArgumentError("unknown name \"sise\""), "size");
//   status.message();          // unknown name "sise" (did you mean "size"?)
//   MessageWithoutMeant(status);   // unknown name "sise"

// Returns OK for OK, and the same status if `meant` is "". The redacted form of the
// message does not change.
absl::Status WithMeant(const absl::Status& status, absl::string_view meant);

// Returns the message without the suggestion.
absl::string_view MessageWithoutMeant(const absl::Status& status);

}  // namespace loom

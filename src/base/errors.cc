// SPDX-License-Identifier: Apache-2.0
#include "base/errors.h"

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"

namespace loom {
namespace {

// The type of the payload of a fact, in the order of Fact.
absl::string_view TypeOf(Fact fact) {
  constexpr absl::string_view kTypes[] = {
      "loom/place",   "loom/meant",  "loom/shown",     "loom/wrong-type",
      "loom/pending", "loom/hidden", "loom/ends-call", "loom/reason"};
  return kTypes[size_t(fact)];
}

std::string Placed(absl::string_view where, absl::string_view message) {
  return absl::StrCat(Cut(where, limits::kError), ": ",
                      Cut(message, limits::kError));
}

// Returns the same error with another message.
absl::Status Saying(absl::string_view message, const absl::Status& status) {
  absl::Status other(status.code(), message);
  status.ForEachPayload(
      [&other](absl::string_view type, const absl::Cord& payload) {
        other.SetPayload(type, payload);
      });
  return other;
}

}  // namespace

absl::Status WithFact(absl::Status status, Fact fact, absl::string_view text) {
  status.SetPayload(TypeOf(fact), absl::Cord(text));
  return status;
}

bool HasFact(const absl::Status& status, Fact fact) {
  return status.GetPayload(TypeOf(fact)).has_value();
}

std::string FactOf(const absl::Status& status, Fact fact) {
  const auto text = status.GetPayload(TypeOf(fact));
  return text.has_value() ? std::string(*text) : "";
}

absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  return Harmless(Saying(Placed(where, status.message()), status),
                  Placed(where, RedactedMessage(status)));
}

absl::Status WithPlace(absl::Status status, absl::string_view place) {
  if (status.ok() || place.empty() || HasFact(status, Fact::kPlace)) {
    return status;
  }
  return WithFact(std::move(status), Fact::kPlace, place);
}

absl::Status AnnotatePlace(const absl::Status& status,
                           absl::string_view place) {
  return Annotate(WithPlace(status, place), place);
}

absl::Status WithMeant(const absl::Status& status, absl::string_view meant) {
  if (status.ok() || meant.empty()) return status;
  return WithFact(
      Saying(absl::StrCat(status.message(), DidYouMean(meant)), status),
      Fact::kMeant, meant);
}

absl::string_view MessageWithoutMeant(const absl::Status& status) {
  return absl::StripSuffix(status.message(),
                           DidYouMean(FactOf(status, Fact::kMeant)));
}

}  // namespace loom

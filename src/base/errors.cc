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

constexpr absl::string_view kPlace = "loom/place";
constexpr absl::string_view kMeant = "loom/meant";

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

absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  return Harmless(Saying(Placed(where, status.message()), status),
                  Placed(where, RedactedMessage(status)));
}

absl::Status WithPlace(absl::Status status, absl::string_view place) {
  if (status.ok() || place.empty() || status.GetPayload(kPlace).has_value()) {
    return status;
  }
  status.SetPayload(kPlace, absl::Cord(place));
  return status;
}

absl::Status AnnotatePlace(const absl::Status& status,
                           absl::string_view place) {
  return Annotate(WithPlace(status, place), place);
}

std::string PlaceOf(const absl::Status& status) {
  const auto place = status.GetPayload(kPlace);
  return place.has_value() ? std::string(*place) : "";
}

absl::Status WithMeant(const absl::Status& status, absl::string_view meant) {
  if (status.ok() || meant.empty()) return status;
  absl::Status suggesting =
      Saying(absl::StrCat(status.message(), DidYouMean(meant)), status);
  suggesting.SetPayload(kMeant, absl::Cord(meant));
  return suggesting;
}

std::string MeantOf(const absl::Status& status) {
  const auto meant = status.GetPayload(kMeant);
  return meant.has_value() ? std::string(*meant) : "";
}

absl::string_view MessageWithoutMeant(const absl::Status& status) {
  return absl::StripSuffix(status.message(), DidYouMean(MeantOf(status)));
}

}  // namespace loom

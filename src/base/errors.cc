// SPDX-License-Identifier: Apache-2.0
#include "base/errors.h"

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"

namespace loom {
namespace {

constexpr absl::string_view kPlace = "loom/place";

std::string Placed(absl::string_view where, absl::string_view message) {
  return absl::StrCat(Cut(where, limits::kError), ": ",
                      Cut(message, limits::kError));
}

}  // namespace

absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  absl::Status placed(status.code(), Placed(where, status.message()));
  status.ForEachPayload(
      [&placed](absl::string_view type, const absl::Cord& payload) {
        placed.SetPayload(type, payload);
      });
  return Harmless(std::move(placed), Placed(where, RedactedMessage(status)));
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

}  // namespace loom

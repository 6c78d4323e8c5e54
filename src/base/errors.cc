// SPDX-License-Identifier: Apache-2.0
#include "base/errors.h"

#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "base/limits.h"
#include "base/strings.h"

namespace loom {
namespace {

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
  return Harmless(std::move(placed), Placed(where, DiscreetMessage(status)));
}

}  // namespace loom

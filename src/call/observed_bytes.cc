// SPDX-License-Identifier: Apache-2.0
#include "call/observed_bytes.h"

#include "base/status_macros.h"

namespace loom {

absl::StatusOr<std::optional<absl::string_view>> ObservedBytes(
    absl::string_view name, Call& call) {
  const absl::string_view* bytes = call.request.observed.resources.Find(name);
  if (bytes == nullptr) return std::nullopt;
  absl::StatusOr<Resource> parts =
      Resource::Parse(*bytes, call.decoder.odd_flag());
  LOOM_RETURN_IF_ERROR(
      call.decoder.Check(parts.status(), "observed resource", name));
  return parts->object;
}

}  // namespace loom

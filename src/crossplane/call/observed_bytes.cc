// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/observed_bytes.h"

#include "base/status_macros.h"
#include "data/wire/map_entry.h"

namespace loom {
namespace {

// The object of a Resource that has nothing else but connection details, which are not
// read; nullopt if it is written in any other way.
std::optional<absl::string_view> OnlyObject(absl::string_view resource) {
  constexpr uint8_t kObject = 1 << 3 | 2;
  constexpr uint8_t kDetail = 2 << 3 | 2;
  const char* at = resource.data();
  const char* end = at + resource.size();
  absl::string_view object, detail;
  if (!ReadUsualField(kObject, &at, end, &object)) return std::nullopt;
  while (ReadUsualField(kDetail, &at, end, &detail)) {
  }
  if (at != end) return std::nullopt;
  return object;
}

}  // namespace

absl::StatusOr<std::optional<absl::string_view>> ObservedBytes(
    absl::string_view name, Call& call) {
  const absl::string_view* bytes = call.request.observed.resources.Find(name);
  if (bytes == nullptr) return std::nullopt;
  if (auto object = OnlyObject(*bytes)) return object;
  absl::StatusOr<Resource> parts = Resource::Parse(*bytes);
  LOOM_RETURN_IF_ERROR(
      call.decoder.Check(parts.status(), "observed resource", name));
  return parts->object;
}

}  // namespace loom

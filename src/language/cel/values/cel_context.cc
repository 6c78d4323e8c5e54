// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_context.h"

#include "base/strings.h"

namespace loom {

CelValue CelContext::Error(CelError::Kind kind, absl::string_view message) {
  // Most messages quote something.
  constexpr uint64_t kTelling = 50;
  Note(kTelling);
  auto* error = New<CelError>();
  error->kind = kind;
  error->message = pool_->Keep(Shortened(message, limits::kError));
  return CelValue::Error(error);
}

CelValue CelContext::Made(absl::string_view text, bool bytes) {
  if (absl::Status fits = CheckText(text.size()); !fits.ok()) {
    // It was made all the same.
    Note(Reading(text.size()));
    return Failed(fits.message());
  }
  if (absl::Status status = Charge(text.size(), pool_); !status.ok()) {
    return End(std::move(status));
  }
  absl::string_view kept = pool_->Keep(text);
  return bytes ? CelValue::OfBytes(kept) : CelValue::String(kept);
}

}  // namespace loom

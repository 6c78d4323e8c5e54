// SPDX-License-Identifier: Apache-2.0
#include "call/object_decoder.h"

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "value/budget.h"

namespace loom {

absl::Status ObjectDecoder::Check(const absl::Status& status,
                                  absl::string_view what,
                                  absl::string_view name) {
  if (status.ok()) return status;
  absl::Status named =
      Annotate(status, name.empty() ? std::string(what)
                                    : absl::StrCat(what, " \"", name, "\""));
  if (malformed_.ok()) malformed_ = named;
  return named;
}

// Takes the steps that decoding costs off the allowance of the call: one for
// each value, which has about 16 bytes at least.
absl::Status ObjectDecoder::Affords(absl::string_view bytes) {
  return Spend(1 + bytes.size() / 16, pool_);
}

// Checks the memory of the call after a large object was decoded, because the
// memory that an object takes is known only then.
absl::StatusOr<Value> ObjectDecoder::Afforded(absl::string_view bytes,
                                              Value made) {
  constexpr size_t kLarge = 64 << 10;
  if (bytes.size() >= kLarge) {
    LOOM_RETURN_IF_ERROR(pool_->allowance().Look(pool_->Size()));
  }
  return made;
}

absl::StatusOr<Value> ObjectDecoder::Object(absl::string_view bytes,
                                            absl::string_view what,
                                            absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> object = decoder_.Struct(bytes);
  if (object.ok()) return Afforded(bytes, *std::move(object));
  return Check(object.status(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Observed(absl::string_view bytes,
                                              absl::string_view what,
                                              absl::string_view name) {
  if (managed_fields_) return Object(bytes, what, name);
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> object =
      decoder_.StructWithout(bytes, "metadata", "managedFields");
  if (object.ok()) return Afforded(bytes, *std::move(object));
  return Check(object.status(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Any(absl::string_view bytes,
                                         absl::string_view what,
                                         absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> value = decoder_.Any(bytes);
  if (value.ok()) return Afforded(bytes, *std::move(value));
  return Check(value.status(), what, name);
}

}  // namespace loom

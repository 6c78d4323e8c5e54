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

// Spends the steps that decoding takes: four for each value, which has about 16
// bytes.
absl::Status ObjectDecoder::Affords(absl::string_view bytes) {
  return Spend(1 + bytes.size() / 4, pool_);
}

absl::StatusOr<Value> ObjectDecoder::Object(absl::string_view bytes,
                                            absl::string_view what,
                                            absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> object = decoder_.Struct(bytes);
  if (object.ok()) return object;
  return Check(object.status(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Observed(absl::string_view bytes,
                                              absl::string_view what,
                                              absl::string_view name) {
  if (managed_fields_) return Object(bytes, what, name);
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> object =
      decoder_.StructWithout(bytes, "metadata", "managedFields");
  if (object.ok()) return object;
  return Check(object.status(), what, name);
}

absl::StatusOr<Value> ObjectDecoder::Any(absl::string_view bytes,
                                         absl::string_view what,
                                         absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> value = decoder_.Any(bytes);
  if (value.ok()) return value;
  return Check(value.status(), what, name);
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/object_decoder.h"

#include <new>

#include "base/errors.h"
#include "data/value/budget.h"
#include "data/value/struct_codec.h"

namespace loom {

absl::Status ObjectDecoder::Check(const absl::Status& status,
                                  absl::string_view what,
                                  absl::string_view name) {
  if (status.ok()) return status;
  return pool_->account().End(Annotate(status, NameOf({pool_, what, name})));
}

// Spends the steps that decoding takes: four for each value of about 16 bytes.
absl::Status ObjectDecoder::Affords(absl::string_view bytes) {
  return Spend(1 + bytes.size() / 4, pool_);
}

const ObjectOrigin& ObjectDecoder::OriginOf(absl::string_view what,
                                            absl::string_view name) {
  void* place = pool_->allocator().Malloc(sizeof(ObjectOrigin));
  return *new (place) ObjectOrigin{pool_, what, pool_->Keep(name)};
}

absl::StatusOr<Value> ObjectDecoder::Object(absl::string_view bytes,
                                            absl::string_view what,
                                            absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> object = ReadStruct(bytes, OriginOf(what, name));
  LOOM_RETURN_IF_ERROR(Check(object.status(), what, name));
  return object;
}

absl::StatusOr<Value> ObjectDecoder::Any(absl::string_view bytes,
                                         absl::string_view what,
                                         absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Affords(bytes));
  absl::StatusOr<Value> value = ReadValue(bytes, OriginOf(what, name));
  LOOM_RETURN_IF_ERROR(Check(value.status(), what, name));
  return value;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// ObjectDecoder decodes the objects of one call. If any object is malformed, the bytes
// were not a RunFunctionRequest. The error then ends the call (data/value/account.h),
// even if the section that read the object ignores it.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/deferred.h"
#include "data/value/value.h"

namespace loom {

class ObjectDecoder {
 public:
  explicit ObjectDecoder(Pool* pool) : pool_(pool) {}

  Pool* pool() { return pool_; }

  // Decode a Struct or a google.protobuf.Value where somebody looks at it
  // (data/value/deferred.h). Who changes the value calls DecodeAll first. Return
  // InvalidArgument if the bytes are neither. The message begins with
  // `observed resource "db": `, for example. The characters of `what` must outlive the
  // call.
  absl::StatusOr<Value> Object(absl::string_view bytes, absl::string_view what,
                               absl::string_view name = "");
  absl::StatusOr<Value> Any(absl::string_view bytes, absl::string_view what,
                            absl::string_view name);

  // Returns the status with `what` and `name` in its message. An error ends the call.
  absl::Status Check(const absl::Status& status, absl::string_view what,
                     absl::string_view name = "");

 private:
  absl::Status Affords(absl::string_view bytes);
  const ObjectOrigin& OriginOf(absl::string_view what, absl::string_view name);

  Pool* pool_;
};

}  // namespace loom

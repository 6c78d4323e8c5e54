// SPDX-License-Identifier: Apache-2.0
// ObjectDecoder decodes the objects of one call. If any object is malformed, the bytes
// were not a RunFunctionRequest. The error then ends the call (data/value/account.h),
// even if the section that read the object ignores it.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/reads.h"
#include "data/value/struct_codec.h"

namespace loom {

class ObjectDecoder {
 public:
  explicit ObjectDecoder(Pool* pool);

  Pool* pool() { return pool_; }

  // Decodes a Struct. Returns InvalidArgument if the bytes are not a Struct. The
  // message begins with `observed resource "db": `, for example.
  absl::StatusOr<Value> Object(absl::string_view bytes, absl::string_view what,
                               absl::string_view name = "");
  // Decodes only the fields of the mask, for an object that is only read.
  absl::StatusOr<Value> Part(absl::string_view bytes, const FieldMask& mask,
                             absl::string_view what,
                             absl::string_view name = "");
  // Decode a google.protobuf.Value.
  absl::StatusOr<Value> Any(absl::string_view bytes, absl::string_view what,
                            absl::string_view name);
  absl::StatusOr<Value> PartOfAny(absl::string_view bytes,
                                  const FieldMask& mask, absl::string_view what,
                                  absl::string_view name);

  // Returns the fields that the call reads of its objects. Initially these are all
  // fields. The argument of Limit must outlive the decoder.
  const Reads& reads() const { return *reads_; }
  void Limit(const Reads* reads) { reads_ = reads; }

  // Returns the status with `what` and `name` in its message. An error ends the call.
  absl::Status Check(const absl::Status& status, absl::string_view what,
                     absl::string_view name = "");

 private:
  absl::Status Affords(absl::string_view bytes);

  absl::StatusOr<Value> Named(absl::StatusOr<Value> decoded,
                              absl::string_view what, absl::string_view name);

  Pool* pool_;
  const Reads* reads_;
  Decoder decoder_;
};

}  // namespace loom

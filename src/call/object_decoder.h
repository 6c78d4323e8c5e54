// SPDX-License-Identifier: Apache-2.0
// ObjectDecoder decodes the objects of one call and remembers the first that
// was none: then the bytes were no RunFunctionRequest, and the call as a whole
// has failed, whatever the step that met it makes of the error.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/struct_codec.h"

namespace loom {

class ObjectDecoder {
 public:
  explicit ObjectDecoder(Pool* pool) : pool_(pool), decoder_(pool) {}

  Pool* pool() { return pool_; }

  // A Struct. InvalidArgument: `observed resource "db": …`, where `what` is
  // "observed resource" and `name` is "db".
  absl::StatusOr<Value> Object(absl::string_view bytes, absl::string_view what,
                               absl::string_view name = "");
  // The same for an object of the cluster that is only read: without
  // metadata.managedFields, often the larger half, unless somebody reads them.
  absl::StatusOr<Value> Observed(absl::string_view bytes,
                                 absl::string_view what,
                                 absl::string_view name = "");
  void ReadManagedFields() { managed_fields_ = true; }
  // A google.protobuf.Value.
  absl::StatusOr<Value> Any(absl::string_view bytes, absl::string_view what,
                            absl::string_view name);
  // Passes the status on, and remembers what was malformed.
  absl::Status Check(const absl::Status& status, absl::string_view what,
                     absl::string_view name = "");

  const absl::Status& malformed() const { return malformed_; }

  // Whether protobuf has to rewrite the request (function/normalize.h).
  bool odd() const { return odd_ || decoder_.odd(); }
  bool* odd_flag() { return &odd_; }

 private:
  absl::Status Affords(absl::string_view bytes);
  absl::StatusOr<Value> Afforded(absl::string_view bytes, Value made);

  Pool* pool_;
  Decoder decoder_;
  absl::Status malformed_;
  bool odd_ = false;
  bool managed_fields_ = false;
};

}  // namespace loom

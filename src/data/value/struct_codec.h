// SPDX-License-Identifier: Apache-2.0
// Decoder decodes google.protobuf.Struct from the wire into the tree. EncodeStruct
// encodes the tree again. Neither uses a protobuf message.
//
// Decoded strings refer to `bytes`, which must outlive the value. A Value without a
// kind is null, as in Go. The error is InvalidArgument if the wire is truncated, a
// string is not UTF-8, or values are nested deeper than kMaxDepth. So is a key that is
// given twice, or a Value with two kinds. Protobuf has rules for these cases, but no
// writer of Structs produces such bytes.
//
// A Struct that is a Secret, or that contains one at any depth (such as the manifest of
// provider-kubernetes' Object), makes the pool redacted (value.h). With a mask, this
// applies only if at least one field of the Secret is read.
//
// Encoding works from back to front (data/wire/writer.h). Fields have the order of the
// tree, and both kinds of numbers are written as doubles.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"
#include "data/wire/writer.h"

namespace loom {

class Decoder {
 public:
  explicit Decoder(Pool* pool) : pool_(pool) {}

  // Decodes the content of a google.protobuf.Struct. The result is always an object.
  absl::StatusOr<Value> Struct(absl::string_view bytes);
  absl::StatusOr<Value> Any(absl::string_view bytes);
  // Decode only the fields of the mask. The bytes of other fields are not read, so they
  // may be malformed.
  absl::StatusOr<Value> Struct(absl::string_view bytes, const FieldMask& mask);
  absl::StatusOr<Value> Any(absl::string_view bytes, const FieldMask& mask);

 private:
  Pool* pool_;
};

// Write the content of a Struct or of a Value in front of the content of `out`.
void EncodeStruct(const Value& object, WireWriter* out);
void EncodeValue(const Value& value, WireWriter* out);

}  // namespace loom

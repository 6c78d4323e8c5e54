// SPDX-License-Identifier: Apache-2.0
// Decodes google.protobuf.Struct from the wire into the tree and encodes it
// back, without a protobuf message in between.
//
//   Decoder decoder(pool);
//   absl::StatusOr<Value> object = decoder.Struct(bytes);
//   WireWriter out;
//   EncodeStruct(*object, &out);
//
// Decoding: strings refer to `bytes`, which have to outlive the value. Every
// number is a double, as on the wire. A Value without a kind is null, as in Go.
// InvalidArgument: the wire is truncated, a string is not UTF-8, or values are
// nested deeper than kMaxDepth.
//
// A key that is given twice, and a Value with two kinds, are InvalidArgument, too:
//
//   the key "name" is given twice
//
// Protobuf has rules for them (the last one counts, messages merge), but no writer of
// Structs makes such bytes.
//
// A Struct that is a Secret, or that holds one at any depth (such as the manifest
// of provider-kubernetes' Object), makes the pool redacted (value.h). With a mask it is
// one of which at least one field is read.
//
// Encoding goes from the back to the front (data/wire/writer.h), with members in the
// order of the tree and numbers of both kinds as doubles.
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

  // The content of a google.protobuf.Struct; always an object.
  absl::StatusOr<Value> Struct(absl::string_view bytes);
  // The content of a google.protobuf.Value.
  absl::StatusOr<Value> Any(absl::string_view bytes);
  // The same with the fields of the mask alone. The bytes of the others are not read,
  // so they may be anything.
  absl::StatusOr<Value> Struct(absl::string_view bytes, const FieldMask& mask);
  absl::StatusOr<Value> Any(absl::string_view bytes, const FieldMask& mask);

 private:
  Pool* pool_;
};

// Write the content of a Struct, or of a Value, in front of what `out` holds.
void EncodeStruct(const Value& object, WireWriter* out);
void EncodeValue(const Value& value, WireWriter* out);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Between google.protobuf.Struct on the wire and the tree, without a message
// in between.
//
//   Decoder decoder(&pool);
//   absl::StatusOr<Value> object = decoder.Struct(bytes);   // strings refer to
//                                                           // `bytes`
//   WireWriter out;
//   EncodeStruct(*object, &out);                            // back to front
//
// Decoding: every number is a double, as on the wire. A Value without a kind is
// null, as in Go. Errors are InvalidArgument: truncated wire, text that is not
// UTF-8, nesting beyond kMaxDepth.
//
// Legal but odd wire, which no writer of Structs makes: a map key twice, a
// Value with two kinds. Protobuf has rules for these (the last wins, messages
// merge) that this decoder does not follow; it reports them with odd(), and
// function/normalize.h has protobuf rewrite the request.
//
// A Struct that is a Secret, or that holds one at any depth (such as the manifest
// of provider-kubernetes' Object), makes the pool discreet (value.h).
//
// Encoding: members in the order of the tree; numbers of both kinds as doubles.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"
#include "wire/writer.h"

namespace loom {

class Decoder {
 public:
  explicit Decoder(Pool* pool) : pool_(pool) {}

  // The content of a google.protobuf.Struct; always an object.
  absl::StatusOr<Value> Struct(absl::string_view bytes);
  // The same without a member of a member of the object, whose bytes are not
  // even looked at: StructWithout(bytes, "metadata", "managedFields").
  absl::StatusOr<Value> StructWithout(absl::string_view bytes,
                                      absl::string_view parent,
                                      absl::string_view member);
  // The content of a google.protobuf.Value.
  absl::StatusOr<Value> Any(absl::string_view bytes);

  // Whether something was met that only protobuf itself reads right.
  bool odd() const { return odd_; }

 private:
  Pool* pool_;
  bool odd_ = false;
};

// Write the content of a Struct, or of a Value, in front of what is there.
void EncodeStruct(const Value& object, WireWriter* out);
void EncodeValue(const Value& value, WireWriter* out);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Conversions between trees (data/value/value.h) and the generated messages that the
// command line works with. They pass through the wire format, so that only
// data/value/struct_codec.h has to know the rules by which a tree becomes a Struct.
//
//   google::protobuf::Struct message = ToStruct(object);
//   LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, &pool));
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "google/protobuf/struct.pb.h"

namespace loom {

google::protobuf::Struct ToStruct(const Value& object);

// The pool keeps the text. InvalidArgument: the message is nested too deeply.
absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool);

}  // namespace loom

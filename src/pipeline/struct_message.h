// SPDX-License-Identifier: Apache-2.0
// Conversions between trees (value/value.h) and the generated messages that the
// command line works with. They pass through the wire format, so that only
// value/struct_codec.h has to know the rules by which a tree becomes a Struct.
//
//   google::protobuf::Struct message = ToStruct(object);
//   LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, &pool));
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "google/protobuf/struct.pb.h"
#include "value/value.h"

namespace loom {

// The bytes of a message. Equal messages have equal bytes.
std::string Serialize(const google::protobuf::Message& message);

// Reads a message whose Structs are nested up to limits::kDepth levels, which
// is deeper than protobuf reads without being told. False: the bytes are
// malformed.
bool Parse(absl::string_view bytes, google::protobuf::Message* message);

google::protobuf::Struct ToStruct(const Value& object);

// The pool keeps the text. InvalidArgument: the message is nested too deeply.
absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool);

}  // namespace loom

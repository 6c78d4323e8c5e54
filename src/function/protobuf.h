// SPDX-License-Identifier: Apache-2.0
// Serialize and Parse are how messages of protobuf's own classes become bytes
// and come from bytes here. A server has no such messages; the command line works
// with them.
//
//   apiextensions::fn::proto::v1::RunFunctionResponse message;
//   if (!Parse(bytes, &message)) status = absl::InvalidArgumentError("no");
//   std::string again = Serialize(message);
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace loom {

// The bytes of a message, unknown fields included, with maps in the order of
// their keys: equal messages have equal bytes, also those that hold a NaN.
std::string Serialize(const google::protobuf::Message& message);

// Reads a message whose Structs are nested up to limits::kDepth levels, which
// is deeper than protobuf reads by default. False: the bytes are
// malformed.
bool Parse(absl::string_view bytes, google::protobuf::Message* message);

}  // namespace loom

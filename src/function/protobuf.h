// SPDX-License-Identifier: Apache-2.0
// Serialize and Parse convert messages of protobuf's own classes to bytes and back. The
// server has no such messages; the command line works with them.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace loom {

// Returns the bytes of a message, including unknown fields. Map entries are in the
// order of their keys, so equal messages have equal bytes, even if they contain a NaN.
std::string Serialize(const google::protobuf::Message& message);

// Parses a message whose Structs are nested up to limits::kDepth levels, which is
// deeper than protobuf's default. Returns false if the bytes are malformed.
bool Parse(absl::string_view bytes, google::protobuf::Message* message);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Between the tree and the generated messages, which the command line works
// with: by way of the wire, so that value/struct_codec.h stays the only place
// that knows both.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "google/protobuf/struct.pb.h"
#include "value/value.h"

namespace loom {

// The same bytes for the same message.
std::string Serialize(const google::protobuf::Message& message);

// As deep as the tree goes, which is deeper than protobuf goes by itself.
bool Parse(absl::string_view bytes, google::protobuf::Message* message);

google::protobuf::Struct ToStruct(const Value& object);

// The pool keeps the text. Internal if the message is no tree of ours (too
// deep).
absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool);

}  // namespace loom

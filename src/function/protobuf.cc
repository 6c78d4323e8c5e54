// SPDX-License-Identifier: Apache-2.0
#include "function/protobuf.h"

#include "base/limits.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace loom {
namespace {

// Each level of a tree takes up to three messages: a Value, a Struct or
// ListValue, and a map entry. The request around the tree adds a few levels.
constexpr int kMaxMessageDepth = 3 * limits::kDepth + 16;

}  // namespace

std::string Serialize(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&out);
  out.Trim();
  return bytes;
}

bool Parse(absl::string_view bytes, google::protobuf::Message* message) {
  google::protobuf::io::CodedInputStream in(
      reinterpret_cast<const uint8_t*>(bytes.data()),
      static_cast<int>(bytes.size()));
  in.SetRecursionLimit(kMaxMessageDepth);
  return message->ParseFromCodedStream(&in) && in.ConsumedEntireMessage();
}

}  // namespace loom

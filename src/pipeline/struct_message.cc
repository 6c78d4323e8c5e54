// SPDX-License-Identifier: Apache-2.0
#include "pipeline/struct_message.h"

#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "value/struct_codec.h"

namespace loom {
namespace {

// A level of the tree is up to three messages: Value, Struct or ListValue, and
// the entry of a map; the request around it has a few of its own.
constexpr int kMaxMessageDepth = 3 * kMaxDepth + 16;

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

google::protobuf::Struct ToStruct(const Value& object) {
  WireWriter out;
  EncodeStruct(object, &out);
  Bytes bytes = std::move(out).Finish();
  google::protobuf::Struct message;
  Parse(bytes.view(), &message);
  return message;
}

absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool) {
  return Decoder(pool).Struct(pool->Keep(Serialize(message)));
}

}  // namespace loom

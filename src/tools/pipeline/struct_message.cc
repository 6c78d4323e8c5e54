// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/struct_message.h"

#include <utility>

#include "data/value/struct_codec.h"
#include "function/protobuf.h"

namespace loom {
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

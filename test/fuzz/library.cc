// SPDX-License-Identifier: Apache-2.0
#include "test/fuzz/library.h"

#include "base/limits.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/stubs/logging.h"

namespace loom::testing {
namespace {

void TellNobody(google::protobuf::LogLevel, const char*, int,
                const std::string&) {}

[[maybe_unused]] google::protobuf::LogHandler* const kFormerHandler =
    google::protobuf::SetLogHandler(TellNobody);

}  // namespace

bool LibraryReads(absl::string_view bytes, google::protobuf::Message* message) {
  google::protobuf::io::CodedInputStream in(
      reinterpret_cast<const uint8_t*>(bytes.data()), int(bytes.size()));
  // A level of a Struct is three messages: the Struct, an entry and a Value.
  in.SetRecursionLimit(3 * limits::kDepth + 10);
  return message->ParseFromCodedStream(&in) && in.ConsumedEntireMessage();
}

std::string Canonical(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&out);
  out.Trim();
  return bytes;
}

}  // namespace loom::testing

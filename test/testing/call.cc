// SPDX-License-Identifier: Apache-2.0
#include "test/testing/call.h"

#include <gtest/gtest.h>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/fieldpath/access.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/json_util.h"
#include "test/testing/json.h"

namespace loom {
namespace {

template <typename Message>
std::string Encoded(absl::string_view json) {
  Message message;
  auto status =
      google::protobuf::util::JsonStringToMessage(std::string(json), &message);
  EXPECT_TRUE(status.ok()) << status << " in " << json;
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    EXPECT_TRUE(message.SerializeToCodedStream(&out));
  }
  return bytes;
}

}  // namespace

std::string RequestBytes(absl::string_view json) {
  return Encoded<apiextensions::fn::proto::v1::RunFunctionRequest>(json);
}

std::string StructBytes(absl::string_view json) {
  return Encoded<google::protobuf::Struct>(json);
}

ParsedResponse::ParsedResponse(absl::string_view bytes) {
  apiextensions::fn::proto::v1::RunFunctionResponse message;
  EXPECT_TRUE(message.ParseFromArray(bytes.data(), int(bytes.size())));
  std::string json;
  auto status = google::protobuf::util::MessageToJsonString(message, &json);
  EXPECT_TRUE(status.ok()) << status;
  tree_ = Json(json);
}

std::string ParsedResponse::At(absl::string_view path) {
  if (path.empty()) return ToJson(tree_);
  absl::StatusOr<Path> parsed = Path::Parse(path);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  absl::StatusOr<const Value*> found = Get(tree_, *parsed, TestPool());
  return found.ok() ? ToJson(**found) : "absent";
}

}  // namespace loom

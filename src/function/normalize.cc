// SPDX-License-Identifier: Apache-2.0
#include "function/normalize.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "base/limits.h"
#include "value/value.h"

namespace loom {

absl::StatusOr<std::string> Normalize(absl::string_view request) {
  if (request.size() > limits::kOddRequest) {
    return absl::InvalidArgumentError(
        absl::StrCat("a RunFunctionRequest of more than ", limits::kOddRequest,
                     " bytes must not have a field, or a key of a map, twice"));
  }
  // A level of a Struct is three messages deep: the Struct, the entry of its
  // map and the Value. The messages around the Struct add a few levels.
  constexpr int kMessagesPerLevel = 3;
  google::protobuf::io::CodedInputStream in(
      reinterpret_cast<const uint8_t*>(request.data()),
      static_cast<int>(request.size()));
  in.SetRecursionLimit(kMessagesPerLevel * kMaxDepth + 10);
  apiextensions::fn::proto::v1::RunFunctionRequest message;
  if (!message.ParseFromCodedStream(&in)) {
    return absl::InvalidArgumentError("not a RunFunctionRequest");
  }
  std::string normal;
  {
    google::protobuf::io::StringOutputStream stream(&normal);
    google::protobuf::io::CodedOutputStream out(&stream);
    // Equal requests have to give equal bytes.
    out.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&out);
  }
  return normal;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Requests and responses of the function written as protojson, for tests.
//
//   std::string bytes = RequestBytes(R"({"meta": {"tag": "t"}, "input":
//   {…}})"); ParsedResponse response(function.Run(bytes)->view());
//   EXPECT_EQ(response.At("meta.ttl"), R"("60s")");
//   EXPECT_EQ(response.At("desired.resources[db].ready"), "absent");
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The bytes of a RunFunctionRequest; the same for the same text.
std::string RequestBytes(absl::string_view json);

// The bytes of a Struct.
std::string StructBytes(absl::string_view json);

// A RunFunctionResponse that was read by protobuf.
class ParsedResponse {
 public:
  explicit ParsedResponse(absl::string_view bytes);

  // What stands at a path as compact JSON, "absent" if nothing does; the whole
  // at the path "".
  std::string At(absl::string_view path);

 private:
  Value tree_;
};

}  // namespace loom

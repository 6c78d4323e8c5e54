// SPDX-License-Identifier: Apache-2.0
// RequestBytes and ParsedResponse let tests write requests and read responses of the
// function as protojson.
//
//   std::string bytes = RequestBytes(R"({"meta": {"tag": "t"}, "input": {…}})");
//   ParsedResponse response(function.Run(bytes)->view());
//   EXPECT_EQ(response.At("meta.ttl"), R"("60s")");
//   EXPECT_EQ(response.At("desired.resources[db].ready"), "absent");
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns the bytes of a RunFunctionRequest. The same text always gives the same bytes.
std::string RequestBytes(absl::string_view json);

// Returns the bytes of a Struct.
std::string StructBytes(absl::string_view json);

// A RunFunctionResponse that protobuf has parsed.
class ParsedResponse {
 public:
  explicit ParsedResponse(absl::string_view bytes);

  // Returns the value at a path as compact JSON, or "absent" if there is none. The path
  // "" is the whole response.
  std::string At(absl::string_view path);

 private:
  Value tree_;
};

}  // namespace loom

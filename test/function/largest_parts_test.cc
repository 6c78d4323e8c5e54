// SPDX-License-Identifier: Apache-2.0
#include "function/largest_parts.h"

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

using apiextensions::fn::proto::v1::RunFunctionResponse;

TEST(LargestParts, NamesTheThreeLargest) {
  RunFunctionResponse response;
  auto& resources = *response.mutable_desired()->mutable_resources();
  auto add = [&](const std::string& name, size_t size) {
    (*resources[name].mutable_connection_details())["x"] =
        std::string(size, 'x');
  };
  add("small", 10);
  add("large", 5000);
  add("larger", 6000);
  (*response.mutable_context()->mutable_fields())["objects"].set_string_value(
      std::string(5500, 'x'));
  std::string named = LargestParts(response.SerializeAsString());
  EXPECT_EQ(named,
            "resource \"larger\": 6020 bytes, context key \"objects\": 5515 "
            "bytes, resource \"large\": 5019 bytes");
}

TEST(LargestParts, HaveNothingToSayOfNothing) {
  EXPECT_EQ(LargestParts(""), "");
  EXPECT_EQ(LargestParts("\x12\xff"), "");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "function/protobuf.h"
#include "test/testing/call.h"
#include "tools/inputs/request_inputs.h"

namespace loom {
namespace {

TEST(RequestTree, IsThatOfProtojson) {
  constexpr char kJson[] =
      R"({"context":{"k":"v"},"desired":{"composite":{"ready":"READY_TRUE"},)"
      R"("resources":{}},"extraResources":{"e":{"items":[]}},)"
      R"("input":{"kind":"Input"},"observed":{"composite":{)"
      R"("connectionDetails":{"k":"dg=="},"resource":{"kind":"XApp"}},)"
      R"("resources":{"a":{},"b":{"resource":{"kind":"B"}}}},)"
      R"("requiredResources":{"r":{"items":[{"resource":{"kind":"R"}}]}}})";
  fn::RunFunctionRequest request;
  ASSERT_TRUE(Parse(RequestBytes(kJson), &request));
  Pool pool;
  auto tree = RequestTree(request, &pool);
  ASSERT_TRUE(tree.ok()) << tree.status();
  auto json = CompactJson(*tree);
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_EQ(*json, kJson);
}

TEST(RequestTree, OfNothingHasNoObjects) {
  Pool pool;
  auto tree = RequestTree({}, &pool);
  ASSERT_TRUE(tree.ok()) << tree.status();
  auto json = CompactJson(*tree);
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_EQ(*json, R"({"desired":{"composite":{},"resources":{}},)"
                   R"("observed":{"composite":{},"resources":{}}})");
}

}  // namespace
}  // namespace loom

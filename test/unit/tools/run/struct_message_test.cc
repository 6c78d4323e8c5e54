// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "data/value/json.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

TEST(StructMessageTest, ThereAndBack) {
  Pool pool;
  const char kJson[] = R"({"a":[1,2.5,null,true,{"b":"x"}],"c":{}})";
  google::protobuf::Struct message = ToStruct(*ParseJson(kJson, &pool));
  EXPECT_EQ(message.fields().at("a").list_value().values_size(), 5);
  // Order is that of the wire, which is sorted.
  EXPECT_EQ(*CompactJson(*ToTree(message, &pool)), kJson);
}

TEST(StructMessageTest, AsDeepAsTheTree) {
  Pool pool;
  std::string json =
      "{\"a\":" + std::string(900, '[') + std::string(900, ']') + "}";
  google::protobuf::Struct message = ToStruct(*ParseJson(json, &pool));
  absl::StatusOr<Value> tree = ToTree(message, &pool);
  ASSERT_TRUE(tree.ok()) << tree.status();
  EXPECT_EQ(*CompactJson(*tree), json);
}

}  // namespace
}  // namespace loom

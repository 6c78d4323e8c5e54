// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(Library, HasTheFunctionsOfItsDialect) {
  const Library& drop_in = Library::Of(CelDialect::kDropIn);
  const Library& native = Library::Of(CelDialect::kNative);
  EXPECT_EQ(drop_in.Find("size").size(), 8u);
  EXPECT_TRUE(drop_in.Find("lowerAscii").empty());
  EXPECT_EQ(native.Find("lowerAscii").size(), 1u);
  EXPECT_THAT(drop_in.Names(), ::testing::Contains("startsWith"));
  EXPECT_THAT(drop_in.Names(), ::testing::Not(::testing::Contains("_+_")));
}

TEST(Library, HasNoOverloadTwice) {
  const Library& native = Library::Of(CelDialect::kNative);
  for (const std::string& name : native.Names()) {
    std::vector<std::string> seen;
    for (const Overload& overload : native.Find(name)) {
      std::string text = overload.member ? "member" : "function";
      for (const CelType& type : overload.parameters) text += " " + type.text();
      EXPECT_THAT(seen, ::testing::Not(::testing::Contains(text))) << name;
      seen.push_back(text);
    }
  }
}

}  // namespace
}  // namespace loom

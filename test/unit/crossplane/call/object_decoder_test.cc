// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/object_decoder.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

const std::string kGood = EntryWire("a", NumberWire(1));
const std::string kCut = kGood.substr(0, 4);
const std::string kText = TextWire("x");

TEST(ObjectDecoder, DecodesObjectsAndValues) {
  Pool pool;
  ObjectDecoder decoder(&pool);
  auto object = decoder.Object(kGood, "observed composite");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(ToJson(*object), R"({"a":1})");
  auto any = decoder.Any(kText, "context key", "k");
  ASSERT_TRUE(any.ok()) << any.status();
  EXPECT_EQ(ToJson(*any), R"("x")");
  EXPECT_TRUE(decoder.pool()->account().ended().ok());
}

TEST(ObjectDecoder, NamesAndRemembersTheFirstThatIsNone) {
  Pool pool;
  ObjectDecoder decoder(&pool);
  absl::Status first = decoder.Object(kCut, "observed resource", "db").status();
  EXPECT_EQ(Plain(first).ToString(),
            "INVALID_ARGUMENT: observed resource \"db\": a Struct is "
            "truncated");
  EXPECT_EQ(decoder.pool()->account().ended(), first);
  EXPECT_EQ(decoder.Object(kCut, "observed composite").status(), first);
  EXPECT_EQ(decoder.Object(kGood, "observed composite").status(), first)
      << "the call has ended";
  Pool other;
  EXPECT_FALSE(ObjectDecoder(&other).Any("\x0a", "context key", "k").ok());
}

TEST(ObjectDecoder, RemembersStatusesOfOthers) {
  Pool pool;
  ObjectDecoder decoder(&pool);
  EXPECT_TRUE(decoder.Check(absl::OkStatus(), "context").ok());
  EXPECT_TRUE(decoder.pool()->account().ended().ok());
  absl::Status named =
      decoder.Check(absl::InvalidArgumentError("a Resource is truncated"),
                    "desired "
                    "resource",
                    "db");
  EXPECT_EQ(named.message(),
            "desired resource \"db\": a Resource is truncated");
  EXPECT_EQ(decoder.pool()->account().ended(), named);
}

TEST(ObjectDecoder, RemembersAKeyThatIsGivenTwice) {
  Pool pool;
  ObjectDecoder decoder(&pool);
  EXPECT_FALSE(decoder.Object(kGood + kGood, "observed composite").ok());
  EXPECT_EQ(Plain(decoder.pool()->account().ended()).ToString(),
            "INVALID_ARGUMENT: observed composite: the key \"a\" occurs "
            "twice");
}

}  // namespace
}  // namespace loom

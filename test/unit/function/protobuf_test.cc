// SPDX-License-Identifier: Apache-2.0
#include "function/protobuf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/limits.h"
#include "google/protobuf/struct.pb.h"

namespace loom {
namespace {

using google::protobuf::Struct;

TEST(Serialize, GivesEqualMessagesEqualBytes) {
  Struct one, other;
  for (char c = 'a'; c <= 'z'; ++c) {
    (*one.mutable_fields())[std::string(1, c)].set_bool_value(true);
  }
  for (char c = 'z'; c >= 'a'; --c) {
    (*other.mutable_fields())[std::string(1, c)].set_bool_value(true);
  }
  EXPECT_EQ(Serialize(one), Serialize(other));
}

TEST(Parse, RefusesWhatIsNoMessage) {
  Struct message;
  EXPECT_FALSE(Parse("\x0a\xff", &message));
  EXPECT_TRUE(Parse("", &message));
}

TEST(Serialize, GivesEqualBytesForNaN) {
  Struct one, other;
  (*one.mutable_fields())["a"].set_number_value(std::nan(""));
  (*other.mutable_fields())["a"].set_number_value(std::nan(""));
  EXPECT_EQ(Serialize(one), Serialize(other));
}

TEST(Parse, ReadsAsDeepAsTheDecoderDoes) {
  Struct message;
  Struct* inner = &message;
  for (int i = 1; i < limits::kDepth; ++i) {
    inner = (*inner->mutable_fields())["a"].mutable_struct_value();
  }
  const std::string bytes = Serialize(message);
  Struct read;
  EXPECT_FALSE(read.ParseFromString(bytes)) << "protobuf itself stops earlier";
  ASSERT_TRUE(Parse(bytes, &read));
  EXPECT_EQ(Serialize(read), bytes);
}

}  // namespace
}  // namespace loom

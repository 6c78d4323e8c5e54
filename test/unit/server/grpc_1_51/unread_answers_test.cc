// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/unread_answers.h"

#include <vector>

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(UnreadAnswers, ListsThoseThatAreOld) {
  using std::chrono::hours, std::chrono::nanoseconds;
  UnreadAnswers unread;
  grpc::ServerContext first, second;
  std::vector<grpc::ServerContext*> seen;
  auto see = [&](grpc::ServerContext& context) { seen.push_back(&context); };
  auto place = unread.Add(first);
  unread.Add(second);
  unread.ForEachOlder(hours(1), see);
  EXPECT_TRUE(seen.empty());
  unread.Remove(place);
  unread.ForEachOlder(nanoseconds(0), see);
  EXPECT_EQ(seen, std::vector<grpc::ServerContext*>{&second});
}

}  // namespace
}  // namespace loom

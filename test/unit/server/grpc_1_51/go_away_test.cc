// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/go_away.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

std::chrono::system_clock::time_point Soon() {
  return std::chrono::system_clock::now() + std::chrono::seconds(20);
}

class GoAway : public ::testing::Test {
 protected:
  GoAway() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    queue_ = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
  }
  ~GoAway() override {
    server_->Shutdown(std::chrono::system_clock::now());
    queue_->Shutdown();
  }

  // Channels of different arguments share no connection.
  std::shared_ptr<grpc::Channel> Connected(int number) const {
    grpc::ChannelArguments arguments;
    arguments.SetInt("number", number);
    auto channel = grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port_),
                                             grpc::InsecureChannelCredentials(),
                                             arguments);
    EXPECT_TRUE(channel->WaitForConnected(Soon()));
    return channel;
  }

  int port_ = 0;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(GoAway, EveryClientIsNotifiedAndItsConnectionCloses) {
  auto first = Connected(1);
  auto second = Connected(2);
  SendGoAway(*server_);
  EXPECT_TRUE(first->WaitForStateChange(GRPC_CHANNEL_READY, Soon()));
  EXPECT_TRUE(second->WaitForStateChange(GRPC_CHANNEL_READY, Soon()));
}

TEST_F(GoAway, WithoutPeersNothingHappens) { SendGoAway(*server_); }

TEST_F(GoAway, AgainAndAgainIsAsOnce) {
  auto channel = Connected(1);
  for (int i = 0; i < 20; ++i) SendGoAway(*server_);
  EXPECT_TRUE(channel->WaitForStateChange(GRPC_CHANNEL_READY, Soon()));
}

TEST_F(GoAway, TheServerServesOn) {
  auto channel = Connected(1);
  SendGoAway(*server_);
  ASSERT_TRUE(channel->WaitForStateChange(GRPC_CHANNEL_READY, Soon()));
  EXPECT_TRUE(channel->WaitForConnected(Soon()));
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/memory_relief.h"

#include <string>
#include <vector>

#include "base/limits.h"
#include "gtest/gtest.h"
#include "server/grpc_1_51/sockets.h"
#include "test/testing/taker.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

TEST(ShortFrom, IsAPartOfTheLimit) {
  constexpr size_t kIdle = 10 * limits::kMiB;
  EXPECT_EQ(ShortFrom(1000 * limits::kMiB, kIdle), 850 * limits::kMiB);
  EXPECT_EQ(ShortFrom(std::nullopt, kIdle), kIdle + 2048 * limits::kMiB);
}

class MemoryReliefTest : public ::testing::Test {
 protected:
  MemoryReliefTest() {
    auto listener = Listener::Bind("127.0.0.1:0");
    std::string address = listener->address();
    acceptor_ = std::make_unique<Acceptor>(
        *std::move(listener), 100, std::make_unique<Taker>(&taken_), &metrics_);
    for (size_t i = 0; i < 20; ++i) {
      peers_.push_back(std::make_unique<TcpPeer>(address));
      taken_.Await(i + 1);
    }
  }

  // The connections that have ended, each as the number of earlier ones.
  std::vector<size_t> Ended() {
    std::vector<size_t> ended;
    for (size_t i = 0; i < peers_.size(); ++i) {
      if (!TrafficOf(taken_.Get(i)).open) ended.push_back(i);
    }
    return ended;
  }

  Taken taken_;
  Metrics metrics_;
  std::unique_ptr<Acceptor> acceptor_;
  std::vector<std::unique_ptr<TcpPeer>> peers_;
};

using Numbers = std::vector<size_t>;

TEST_F(MemoryReliefTest, EndsNobodyWhileThereIsMemory) {
  MemoryRelief relief(*acceptor_, size_t{1} << 60, &metrics_);
  relief.Look();
  EXPECT_EQ(Ended(), Numbers{});
}

TEST_F(MemoryReliefTest, EndsWhoSendsMost) {
  MemoryRelief relief(*acceptor_, 1, &metrics_);
  peers_[3]->Send(std::string(limits::kLeastReceived, 'x'));
  peers_[7]->Send(std::string(2 * limits::kLeastReceived, 'x'));
  usleep(200'000);
  relief.Look();
  EXPECT_EQ(Ended(), Numbers{7});
  EXPECT_EQ(metrics_.connections_ended[kMemoryIsShort].value(), 1u);
}

TEST_F(MemoryReliefTest, EndsTheLatestIfNobodySendsMuch) {
  // A page that is used for the first time is a growth of a small process.
  [[maybe_unused]] const std::string ballast(64 * limits::kMiB, 'x');
  MemoryRelief relief(*acceptor_, 1, &metrics_);
  relief.Look();
  EXPECT_EQ(Ended(), (Numbers{17, 18, 19}));
  // The memory has not grown since.
  relief.Look();
  EXPECT_EQ(Ended(), (Numbers{17, 18, 19}));
  EXPECT_EQ(metrics_.connections_ended[kMemoryIsShort].value(), 3u);
}

}  // namespace
}  // namespace loom

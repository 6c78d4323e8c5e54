// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/acceptor.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "test/testing/in_threads.h"
#include "test/testing/taker.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

class AcceptorTest : public ::testing::Test {
 protected:
  void Start(size_t most) {
    auto listener = Listener::Bind("127.0.0.1:0");
    ASSERT_TRUE(listener.ok());
    address_ = listener->address();
    acceptor_ =
        std::make_unique<Acceptor>(*std::move(listener), most,
                                   std::make_unique<Taker>(&taken_), &metrics_);
  }

  Taken taken_;
  Metrics metrics_;
  std::string address_;
  std::unique_ptr<Acceptor> acceptor_;
};

TEST_F(AcceptorTest, HandsOverUpToANumber) {
  Start(2);
  TcpPeer a(address_), b(address_), c(address_);
  EXPECT_EQ(c.ReadAll(), "");
  EXPECT_TRUE(c.ended());
  EXPECT_EQ(acceptor_->Count(), 2u);
  acceptor_.reset();
  EXPECT_EQ(taken_.Count(), 2u);
  EXPECT_EQ(metrics_.connections_refused.value(), 1u);
}

TEST_F(AcceptorTest, CountsWhileManyConnect) {
  Start(1000);
  InThreads(5, [&](int thread) {
    if (thread == 0) {
      while (acceptor_->Count() < 40) std::this_thread::yield();
      acceptor_->Stop();
    } else {
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(TcpPeer(address_).connected());
    }
  });
  EXPECT_EQ(acceptor_->Count(), 40u);
  EXPECT_EQ(taken_.Count(), 40u);
}

TEST_F(AcceptorTest, SurvivesTheEndOfDescriptors) {
  Start(1000);
  TcpPeer before(address_);
  // ubsan opens a pipe when it sees a class for the first time.
  taken_.Await(1);
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  TcpPeer during(address_);
  TcpPeer late(address_);
  {
    // No number is left for what accept would return.
    std::vector<Descriptor> all;
    rlimit few{64, old.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    for (int fd; (fd = open("/dev/null", O_RDONLY)) >= 0;) all.emplace_back(fd);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  setrlimit(RLIMIT_NOFILE, &old);
  TcpPeer after(address_);
  taken_.Await(4);
}

TEST_F(AcceptorTest, ShowsItsConnections) {
  Start(10);
  TcpPeer a(address_), b(address_);
  taken_.Await(2);
  acceptor_->ForEach([&](int fd, uint64_t before) {
    if (before == 0) shutdown(fd, SHUT_RDWR);
  });
  EXPECT_EQ(a.ReadAll(), "");
  EXPECT_TRUE(a.ended());
  b.ReadAll(1);
  EXPECT_FALSE(b.ended());
}

TEST_F(AcceptorTest, TakesNobodyOnceItIsGone) {
  Start(10);
  acceptor_->Stop();
  acceptor_->Stop();
  EXPECT_FALSE(TcpPeer(address_).connected());
}

TEST(AffordableConnections, LeavesDescriptorsForTheRest) {
  rlimit old{};
  getrlimit(RLIMIT_NOFILE, &old);
  // Raised as far as it may be.
  rlimit low{64, old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &low);
  size_t affordable = AffordableConnections(1 << 30);
  rlimit now{};
  getrlimit(RLIMIT_NOFILE, &now);
  EXPECT_EQ(now.rlim_cur, now.rlim_max);
  EXPECT_EQ(affordable, std::min<size_t>(now.rlim_cur - 64, 1 << 30));
  EXPECT_EQ(AffordableConnections(7), 7u);
  setrlimit(RLIMIT_NOFILE, &old);
}

}  // namespace
}  // namespace loom

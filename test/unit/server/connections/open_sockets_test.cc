// SPDX-License-Identifier: Apache-2.0
#include "server/connections/open_sockets.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <vector>

#include "gtest/gtest.h"
#include "server/process/listener.h"
#include "test/testing/in_threads.h"

// The thread sanitizer treats a descriptor as a variable, and reports a race
// when one thread looks at it while another closes it. That is what OpenSockets
// is for: the owner closes a socket whenever it likes, and then fstat fails or
// finds another inode.
//
// The sanitizer prescribes the name.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() { return "race:InodeOf"; }

namespace loom {
namespace {

Descriptor Socket() { return Descriptor(socket(AF_INET, SOCK_STREAM, 0)); }

TEST(OpenSockets, CountsUpToANumber) {
  OpenSockets open(2);
  Descriptor a = Socket(), b = Socket(), c = Socket();
  EXPECT_TRUE(open.Add(a.get()));
  EXPECT_TRUE(open.Add(b.get()));
  EXPECT_FALSE(open.Add(c.get()));
  EXPECT_EQ(open.Count(), 2u);
}

TEST(OpenSockets, SeesThatOneWasClosed) {
  OpenSockets open(2);
  Descriptor a = Socket(), c = Socket();
  {
    Descriptor b = Socket();
    ASSERT_TRUE(open.Add(a.get()));
    ASSERT_TRUE(open.Add(b.get()));
  }
  EXPECT_TRUE(open.Add(c.get()));
  EXPECT_EQ(open.Count(), 2u);
}

TEST(OpenSockets, TakesAnotherFileForNoSocketOfIts) {
  OpenSockets open(2);
  Descriptor a = Socket();
  int number = a.get();
  ASSERT_TRUE(open.Add(number));
  a = Descriptor();
  // What is opened next has the same number.
  Descriptor file(::open("/dev/null", O_RDONLY));
  ASSERT_EQ(file.get(), number);
  EXPECT_EQ(open.Count(), 0u);
}

TEST(OpenSockets, TakesTheSameNumberForANewSocket) {
  OpenSockets open(1);
  Descriptor a = Socket();
  int number = a.get();
  ASSERT_TRUE(open.Add(number));
  a = Descriptor();
  Descriptor b = Socket();
  ASSERT_EQ(b.get(), number);
  EXPECT_TRUE(open.Add(number));
  EXPECT_EQ(open.Count(), 1u);
}

TEST(OpenSockets, VisitsThoseThatAreOpen) {
  OpenSockets open(9);
  Descriptor a = Socket();
  ASSERT_TRUE(open.Add(a.get()));
  int number;
  {
    Descriptor b = Socket();
    number = b.get();
    ASSERT_TRUE(open.Add(number));
  }
  // Another socket, with the number of one that was closed.
  Descriptor c = Socket();
  ASSERT_EQ(c.get(), number);
  int visited = 0;
  open.ForEach([&](int fd, uint64_t before) {
    ++visited;
    EXPECT_EQ(before, 0u);
    EXPECT_NE(fd, a.get()) << "it is a copy";
  });
  EXPECT_EQ(visited, 1);
}

TEST(OpenSockets, CountsForManyThreads) {
  OpenSockets open(100);
  std::vector<std::vector<Descriptor>> kept(4);
  InThreads(4, [&](int thread) {
    for (int i = 0; i < 50; ++i) {
      Descriptor socket = Socket();
      EXPECT_TRUE(open.Add(socket.get()));
      if (i % 5 == 0) kept[size_t(thread)].push_back(std::move(socket));
      EXPECT_LE(open.Count(), 100u);
    }
  });
  EXPECT_EQ(open.Count(), 40u);
}

}  // namespace
}  // namespace loom

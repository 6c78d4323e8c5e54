// SPDX-License-Identifier: Apache-2.0
#include "server/open_sockets.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "gtest/gtest.h"
#include "process/listener.h"

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

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/process/memory.h"

#include <string>

#include "base/jemalloc.h"
#include "base/limits.h"
#include "base/sanitizers.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(LimitOfMemoryMax, ReadsBothVersions) {
  struct {
    const char* text;
    std::optional<size_t> want;
  } tests[] = {
      {"536870912\n", 512 * limits::kMiB},
      {"536870912", 512 * limits::kMiB},
      {"max\n", std::nullopt},
      // What version 1 says when there is none.
      {"9223372036854771712\n", std::nullopt},
      {"", std::nullopt},
      {"0", std::nullopt},
      {"-1", std::nullopt},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(LimitOfMemoryMax(test.text), test.want) << test.text;
  }
}

TEST(ResidentMemory, IsWhatIsInUse) {
  size_t before = ResidentMemory();
  {
    [[maybe_unused]] std::string much(64 * limits::kMiB, 'x');
    EXPECT_GE(ResidentMemory(), before + 60 * limits::kMiB);
  }
#if !LOOM_ADDRESS_SANITIZER  // it keeps what was given back for a while
  ReturnFreeMemory();
  EXPECT_LT(ResidentMemory(), before + 60 * limits::kMiB);
#endif
}

TEST(TransportMemory, IsAQuarterWithinBounds) {
  EXPECT_EQ(TransportMemory(std::nullopt), limits::kTransport);
  EXPECT_EQ(TransportMemory(512 * limits::kMiB), 128 * limits::kMiB);
  EXPECT_EQ(TransportMemory(100 * limits::kMiB), limits::kLeastTransport);
  EXPECT_EQ(TransportMemory(size_t{64} << 30), limits::kMostTransport);
}

TEST(MemoryOfAllCalls, IsAThirdOfTheLimit) {
  EXPECT_EQ(MemoryOfAllCalls(std::nullopt), limits::kMemoryOfAllCalls);
  EXPECT_EQ(MemoryOfAllCalls(600 * limits::kMiB), 200 * limits::kMiB);
}

TEST(MemoryForMessages, IsAQuarterWithinBounds) {
  EXPECT_EQ(MemoryForMessages(std::nullopt), limits::kHeld);
  EXPECT_EQ(MemoryForMessages(512 * limits::kMiB), 128 * limits::kMiB);
  EXPECT_EQ(MemoryForMessages(100 * limits::kMiB), limits::kLeastHeld);
  EXPECT_EQ(MemoryForMessages(size_t{64} << 30), limits::kMostHeld);
}

}  // namespace
}  // namespace loom

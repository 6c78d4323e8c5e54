// SPDX-License-Identifier: Apache-2.0
#include "process/memory.h"

#include "base/limits.h"
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

TEST(TransportMemory, IsAQuarterWithinBounds) {
  EXPECT_EQ(TransportMemory(std::nullopt), limits::kTransport);
  EXPECT_EQ(TransportMemory(512 * limits::kMiB), 128 * limits::kMiB);
  EXPECT_EQ(TransportMemory(100 * limits::kMiB), limits::kLeastTransport);
  EXPECT_EQ(TransportMemory(size_t{64} << 30), limits::kMostTransport);
}

TEST(MemoryOfAllCalls, IsHalfOfTheLimit) {
  EXPECT_EQ(MemoryOfAllCalls(std::nullopt), limits::kMemoryOfAllCalls);
  EXPECT_EQ(MemoryOfAllCalls(512 * limits::kMiB), 256 * limits::kMiB);
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "base/memory.h"
#include "base/sanitizers.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

#if LOOM_ADDRESS_SANITIZER || LOOM_THREAD_SANITIZER
constexpr bool kCounts = true;
#else
constexpr bool kCounts = false;  // glibc's allocator does not
#endif

TEST(Allocated, CountsWhatIsHeldAndNotWhatWasGivenBack) {
  const Allocated before;
  ASSERT_EQ(before.Since().has_value(), kCounts);
  auto held = std::make_unique<char[]>(1 << 20);
  { auto given_back = std::make_unique<char[]>(1 << 22); }
  size_t bytes = before.Since().value_or(1 << 20);
  EXPECT_GE(bytes, size_t{1} << 20);
  EXPECT_LT(bytes, size_t{2} << 20);
}

TEST(Allocated, IsNothingIfMoreWasGivenBackThanTaken) {
  auto given_back = std::make_unique<char[]>(1 << 20);
  const Allocated before;
  given_back.reset();
  EXPECT_EQ(before.Since().value_or(0), 0u);
}

}  // namespace
}  // namespace loom

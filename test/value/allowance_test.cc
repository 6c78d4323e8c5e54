// SPDX-License-Identifier: Apache-2.0
#include "value/allowance.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "value/budget.h"

namespace loom {
namespace {

using ::testing::HasSubstr;

// Spends a step at a time, and says how many were spent when it ended.
uint64_t SpendAll(Pool& pool, absl::Status* status) {
  uint64_t spent = 0;
  while ((*status = Spend(1, &pool)).ok() && spent < 10'000'000) ++spent;
  return spent;
}

TEST(Allowance, EndsACallThatDoesTooMuch) {
  Pool pool;
  pool.allowance().Set({.steps = 1'000'000});
  absl::Status status;
  uint64_t spent = SpendAll(pool, &status);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("more than 1000000 steps"));
  EXPECT_GE(spent, 1'000'000u);
  EXPECT_LT(spent, 1'020'000u);
  EXPECT_FALSE(pool.allowance().was_stopped());
}

TEST(Allowance, EndsACallThatHoldsTooMuch) {
  Pool pool;
  pool.allowance().Set({.memory = 1 << 20});
  absl::Status status;
  for (int i = 0; i < 100 && status.ok(); ++i) {
    pool.Keep(std::string(1 << 18, 'x'));
    status = Spend(1 << 16, &pool);
  }
  EXPECT_THAT(status.message(), HasSubstr("more than 1048576 bytes of memory"));
}

TEST(Allowance, EndsACallNobodyWaitsFor) {
  Pool pool;
  bool stopped = false;
  pool.allowance().Set({.stopped = [&] { return stopped; }});
  EXPECT_TRUE(Spend(1 << 17, &pool).ok());
  stopped = true;
  EXPECT_EQ(Spend(1 << 17, &pool).code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(pool.allowance().was_stopped());
}

TEST(Allowance, CountsWhatIsWritten) {
  Pool pool;
  EXPECT_TRUE(Charge(size_t{6400}, &pool).ok());
  EXPECT_EQ(pool.allowance().steps(), 101u);
}

}  // namespace
}  // namespace loom

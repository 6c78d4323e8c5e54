// SPDX-License-Identifier: Apache-2.0
#include "data/value/account.h"

#include <new>
#include <string>

#include "base/errors.h"
#include "data/value/budget.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

using ::testing::HasSubstr;

// Spends a step at a time, and says how many were spent when it ended.
uint64_t SpendAll(Pool& pool, absl::Status* status) {
  uint64_t spent = 0;
  while ((*status = Spend(1, &pool)).ok() && spent < 10'000'000) ++spent;
  return spent;
}

TEST(Account, EndsACallThatDoesTooMuch) {
  Pool pool;
  pool.account().Set({.steps = 1'000'000});
  absl::Status status;
  uint64_t spent = SpendAll(pool, &status);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("more than 1000000 steps"));
  EXPECT_GE(spent, 1'000'000u);
  EXPECT_LT(spent, 1'020'000u);
  EXPECT_EQ(pool.account().ended(), status);
  EXPECT_TRUE(EndsCall(status));
}

TEST(Account, EndsACallThatHoldsTooMuch) {
  Pool pool;
  pool.account().Set({.memory = 1 << 20});
  for (int i = 0; i < 5; ++i) pool.Keep(std::string(1 << 18, 'x'));
  EXPECT_THAT(Spend(1, &pool).message(),
              HasSubstr("more than 1048576 bytes of memory"))
      << "the next step finds out, however small it is";
  EXPECT_FALSE(pool.account().ended().ok());
}

TEST(Account, GivesNoBlockToACallThatTakesMuchAtOnce) {
  Pool pool;
  pool.account().Set({.memory = 1 << 20});
  std::string text((1 << 20) + limits::kMemorySlack, 'x');
  EXPECT_THROW(pool.Keep(text), std::bad_alloc);
  absl::Status refusal = pool.account().ended();
  EXPECT_EQ(refusal.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(refusal.message(), HasSubstr("1048576 bytes of memory"));
}

TEST(Account, SharesTheMemoryOfAllCalls) {
  ByteBudget shared(1 << 20);
  {
    Pool one, other;
    one.account().Set({.shared = &shared});
    other.account().Set({.shared = &shared});
    one.Keep(std::string(3 << 18, 'x'));
    EXPECT_THROW(other.Keep(std::string(3 << 18, 'x')), std::bad_alloc);
    EXPECT_EQ(other.account().ended().code(),
              absl::StatusCode::kResourceExhausted);
    EXPECT_TRUE(one.account().ended().ok()) << "it has what it needs";
    EXPECT_GE(shared.held(), size_t{3} << 18);
  }
  EXPECT_EQ(shared.held(), 0u) << "calls that ended have given it back";
}

TEST(Account, TakesABlockForWork) {
  Pool pool;
  pool.account().Set({.steps = 1000});
  for (int i = 0; i < 100; ++i) pool.Keep(std::string(1000, 'x'));
  EXPECT_THAT(Spend(1, &pool).message(), HasSubstr("more than 1000 steps"))
      << "code that fills memory and forgets to say so ends, too";
}

TEST(Account, FailsAfterWorkThatWasOnlyNoted) {
  Pool pool;
  pool.account().Set({.steps = 1000});
  pool.account().Note(5000);
  EXPECT_FALSE(Spend(1, &pool).ok());
}

TEST(Account, GoesOnFailingWhateverIsForgiven) {
  struct {
    const char* reason;
    Account::Limits limits;
  } tests[] = {
      {"Too many steps.", {.steps = 1000}},
      {"Too much memory.", {.memory = 1 << 10}},
      {"Nobody waits.", {.stopped = [] { return true; }}},
  };
  for (auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    pool.account().Set(test.limits);
    pool.Keep(std::string(1 << 18, 'x'));
    absl::Status first = Spend(1 << 17, &pool);
    EXPECT_FALSE(first.ok());
    EXPECT_EQ(Spend(0, &pool), first);
    EXPECT_EQ(Spend(1, &pool), first);
  }
}

TEST(Account, EndsACallNobodyWaitsFor) {
  Pool pool;
  bool stopped = false;
  pool.account().Set({.stopped = [&] { return stopped; }});
  EXPECT_TRUE(Spend(1 << 17, &pool).ok());
  stopped = true;
  EXPECT_EQ(Spend(1 << 17, &pool).code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(absl::IsCancelled(pool.account().ended()));
}

TEST(Account, KeepsTheFirstReasonAndMarksEach) {
  Pool pool;
  const absl::Status of_a_value = absl::InvalidArgumentError("truncated");
  EXPECT_FALSE(EndsCall(of_a_value));
  EXPECT_FALSE(EndsCall(absl::OkStatus()));
  const absl::Status first = pool.account().End(of_a_value);
  EXPECT_TRUE(EndsCall(first));
  EXPECT_TRUE(EndsCall(Annotate(first, "resources[0]"))) << "on its way up";
  EXPECT_TRUE(EndsCall(pool.account().End(absl::CancelledError("gone"))));
  EXPECT_EQ(pool.account().ended(), first) << "the first one counts";
  EXPECT_EQ(Spend(1, &pool), first) << "and no step is taken any more";
}

TEST(Account, ThrowsIfNobodySpends) {
  Pool pool;
  pool.account().Set({.steps = 1000});
  pool.account().Note(limits::kStepsNoted - 1);
  EXPECT_TRUE(pool.account().ended().ok());
  EXPECT_THROW(pool.account().Note(1), std::bad_alloc);
  EXPECT_THAT(pool.account().ended().message(),
              HasSubstr("more than 1000 steps"));
  pool.account().Note(1);  // the error is on its way to the caller
}

TEST(Account, CountsWhatIsWritten) {
  Pool pool;
  EXPECT_TRUE(Charge(size_t{6400}, &pool).ok());
  EXPECT_EQ(pool.account().steps(), 6401u);
}

}  // namespace
}  // namespace loom

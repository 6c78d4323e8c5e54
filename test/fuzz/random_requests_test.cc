// SPDX-License-Identifier: Apache-2.0
// Calls with random requests have the properties that test/testing/invariants.h
// lists, and requests with broken bytes are answered or refused. Each run tries
// a few thousand requests. To try more:
//
//   LOOM_RANDOM=1-300000 build/asan/test/loom_fuzz_test
//
// A failure names the seed of the request.
#include <gtest/gtest.h>

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "test/fuzz/random_input.h"
#include "test/testing/invariants.h"

namespace loom::testing {
namespace {

struct Seeds {
  unsigned first = 1;
  unsigned last = 3000;
};

Seeds SeedsToTry() {
  Seeds seeds;
  const char* range = std::getenv("LOOM_RANDOM");
  if (range == nullptr) return seeds;
  std::pair<std::string, std::string> ends = absl::StrSplit(range, '-');
  EXPECT_TRUE(absl::SimpleAtoi(ends.first, &seeds.first) &&
              absl::SimpleAtoi(ends.second, &seeds.last))
      << "LOOM_RANDOM is FIRST-LAST";
  return seeds;
}

TEST(RandomRequests, KeepWhatHoldsForEveryCall) {
  const Seeds seeds = SeedsToTry();
  Function function;
  int fatal = 0, changed = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    v1::RunFunctionRequest request = RandomRequest(seed);
    // Other orders of map entries take most of the time, so only every fourth
    // request is written in another order.
    v1::RunFunctionResponse answer =
        ExpectInvariants(function, request, /*orders=*/seed % 4 == 0);
    fatal += IsFatal(answer);
    changed += !IsFatal(answer) && answer.desired().SerializeAsString() !=
                                       request.desired().SerializeAsString();
    ASSERT_FALSE(HasFailure());
  }
  // If nearly all requests were refused, the test would prove nothing.
  const int tried = int(seeds.last - seeds.first + 1);
  RecordProperty("fatal", fatal);
  RecordProperty("changed", changed);
  if (tried < 100) return;
  EXPECT_LT(fatal, tried * 9 / 10);
  EXPECT_GT(changed, tried / 20);
}

TEST(RandomRequests, WithBrokenBytesAreAnsweredOrRefused) {
  const Seeds seeds = SeedsToTry();
  Function function;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomValues values(seed);
    std::string bytes = RandomRequest(seed).SerializeAsString();
    for (int count = 1 + values.Below(3); count > 0; --count) {
      size_t at = size_t(values.Below(int(bytes.size())));
      if (values.Chance(70)) {
        bytes[at] = char(values.Below(256));
      } else {
        bytes.resize(at + 1);
      }
    }
    absl::StatusOr<Bytes> response = function.Run(bytes);
    if (!response.ok()) {
      ASSERT_TRUE(absl::IsInvalidArgument(response.status()))
          << response.status();
      continue;
    }
    // What no section reads goes on as it came, so it may still be broken.
    v1::RunFunctionRequest request;
    v1::RunFunctionResponse answer;
    if (!request.ParseFromString(bytes)) continue;
    ASSERT_TRUE(answer.ParseFromArray(response->view().data(),
                                      int(response->view().size())));
  }
}

}  // namespace
}  // namespace loom::testing

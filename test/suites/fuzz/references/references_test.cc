// SPDX-License-Identifier: Apache-2.0
// Random calls with references are answered as reference_oracle.h says, which is
// the decision table written a second time. Each run tries a few thousand. To try
// more:
//
//   LOOM_RANDOM=1-100000 build/asan/test/loom_fuzz_references_test
//
// A failure names the seed of the case.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "test/suites/fuzz/references/reference_oracle.h"
#include "test/testing/invariants.h"

namespace loom::testing {
namespace {

// The test ends after so many cases that failed, or that follow the first of them.
constexpr int kMostFailures = 20;

std::pair<unsigned, unsigned> SeedsToTry() {
  const char* range = std::getenv("LOOM_RANDOM");
  if (range == nullptr) return {1, 4000};
  std::pair<std::string, std::string> ends = absl::StrSplit(range, '-');
  unsigned first = 1, last = 0;
  EXPECT_TRUE(absl::SimpleAtoi(ends.first, &first) &&
              absl::SimpleAtoi(ends.second, &last))
      << "LOOM_RANDOM is FIRST-LAST";
  return {first, last};
}

// What is not compared: the mark that the call has read a Secret, what the step leaves to
// later ones, and the text of the error of the loop.
v1::RunFunctionResponse Compared(v1::RunFunctionResponse answer) {
  constexpr char kNotAnswered[] = "Crossplane does not answer";
  for (const char* key :
       {"loom.fn.crossplane.io/redacted", "loom.fn.crossplane.io/steps"}) {
    answer.mutable_context()->mutable_fields()->erase(key);
  }
  for (v1::Result& result : *answer.mutable_results()) {
    if (absl::StartsWith(result.message(), kNotAnswered)) {
      result.set_message(kNotAnswered);
    }
  }
  return answer;
}

TEST(RandomReferences, AreResolvedByTheDecisionTable) {
  const auto [first, last] = SeedsToTry();
  const Function function;
  int failed = 0, pending = 0, fatal = 0, resolved = 0, withheld = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    const ReferenceCase the = RandomReferenceCase(seed);
    const ExpectedAnswer expected = ExpectedFor(the);
    const v1::RunFunctionRequest request = RequestOf(the, expected.asked);
    const v1::RunFunctionResponse answer = Answer(function, request);
    EXPECT_EQ(Differences(Compared(expected.response), Compared(answer)), "")
        << "seed " << seed << "\nasked: " << request.ShortDebugString()
        << "\nanswered: " << answer.ShortDebugString();
    failed += HasFailure();
    if (failed == kMostFailures) return;
    pending += expected.pending;
    fatal += expected.fatal;
    const auto& conditions = answer.conditions();
    resolved += !conditions.empty() && conditions[0].reason() == "Resolved";
    withheld +=
        answer.desired().resources_size() < request.desired().resources_size();
  }
  // If most calls were of one sort, the test would prove little.
  const int tried = int(last - first + 1);
  if (tried < 1000) return;
  EXPECT_GT(pending, tried / 20);
  EXPECT_GT(fatal, tried / 50);
  EXPECT_GT(resolved, tried / 20);
  EXPECT_GT(withheld, tried / 20);
  EXPECT_LT(pending + fatal, tried * 2 / 3);
}

}  // namespace
}  // namespace loom::testing

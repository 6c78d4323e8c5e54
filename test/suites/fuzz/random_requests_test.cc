// SPDX-License-Identifier: Apache-2.0
// Calls with random requests have the properties that test/testing/invariants.h
// lists, requests with odd wire are answered as protobuf reads them or refused because
// something is given twice, and requests with broken bytes are answered or refused. Each
// run tries a few thousand
// requests. To try more:
//
//   LOOM_RANDOM=1-300000 build/asan/test/loom_fuzz_test
//
// A failure names the seed of the request.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "function/protobuf.h"
#include "test/suites/fuzz/library.h"
#include "test/suites/fuzz/odd_wire.h"
#include "test/suites/fuzz/random_input.h"
#include "test/suites/fuzz/read_everything.h"
#include "test/testing/given_twice.h"
#include "test/testing/invariants.h"
#include "test/testing/random_message.h"

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

v1::RunFunctionResponse WithoutUnknown(v1::RunFunctionResponse answer) {
  if (answer.desired().ByteSizeLong() == 0) answer.clear_desired();
  answer.DiscardUnknownFields();
  return answer;
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

bool RequestGivesTwice(const std::string& request) {
  return GivesTwice(request, v1::RunFunctionRequest::descriptor());
}

// Whether the bytes were refused because something is given twice.
bool IsGivenTwice(const absl::Status& status) {
  return absl::IsInvalidArgument(status) &&
         absl::EndsWith(status.message(), " occurs twice");
}

std::string RequestWithOddWire(unsigned seed) {
  RandomValues values(seed);
  std::string bytes = RandomRequest(seed).SerializeAsString();
  for (int count = 1 + values.Below(4); count > 0; --count) {
    bytes = WithOddWire(bytes, &values);
  }
  return bytes;
}

// What protobuf reads from a request with odd wire is what is answered, and what
// stays as it came if the answer is FATAL. Only what gives something twice is refused,
// unless no section reads it.
TEST(RandomRequests, WithOddWireAreAnsweredAsProtobufReadsThem) {
  const Seeds seeds = SeedsToTry();
  Function function;
  int accepted = 0, answered = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const std::string bytes = RequestWithOddWire(seed);
    v1::RunFunctionRequest request;
    if (!LibraryReads(bytes, &request)) continue;
    ++accepted;
    absl::StatusOr<Bytes> response = function.Run(bytes);
    if (IsGivenTwice(response.status())) {
      ASSERT_TRUE(RequestGivesTwice(bytes)) << response.status();
      continue;
    }
    ++answered;
    ASSERT_TRUE(response.ok()) << response.status();
    v1::RunFunctionResponse answer;
    ASSERT_TRUE(LibraryReads(response->view(), &answer));
    if (IsFatal(answer)) {
      EXPECT_EQ(answer.has_desired(), request.has_desired());
      EXPECT_TRUE(Serialize(answer.desired()) == Serialize(request.desired()));
      EXPECT_EQ(answer.has_context(), request.has_context());
      EXPECT_TRUE(Serialize(answer.context()) == Serialize(request.context()));
    }
    EXPECT_EQ(Differences(Answer(function, request), WithoutUnknown(answer)),
              "");
    ASSERT_FALSE(HasFailure()) << absl::Base64Escape(bytes);
  }
  const int tried = int(seeds.last - seeds.first);
  RecordProperty("answered", answered);
  EXPECT_GT(accepted, tried / 2);
  if (tried < 100) return;
  EXPECT_GT(answered, tried / 4);
}

// Whoever reads all of a request refuses exactly those that give something twice.
void ExpectRefusedIfGivenTwice(const std::string& bytes, int* refused) {
  v1::RunFunctionRequest request;
  if (!LibraryReads(bytes, &request)) return;
  const absl::Status status = ReadEverything(bytes);
  const bool twice = RequestGivesTwice(bytes);
  *refused += twice;
  ASSERT_TRUE(twice ? IsGivenTwice(status) : status.ok())
      << status << "\n"
      << absl::Base64Escape(bytes);
}

TEST(RandomRequests, ThatGiveSomethingTwiceAreRefusedByWhoeverReadsThem) {
  const Seeds seeds = SeedsToTry();
  int changed = 0, encoded = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    ASSERT_NO_FATAL_FAILURE(
        ExpectRefusedIfGivenTwice(RequestWithOddWire(seed), &changed));
    std::mt19937 random(seed);
    v1::RunFunctionRequest request;
    FillRandomly(&request, &random);
    ASSERT_NO_FATAL_FAILURE(ExpectRefusedIfGivenTwice(
        Encode(request, {.unordered = true, .odd = true}, &random), &encoded));
  }
  const int tried = int(seeds.last - seeds.first);
  if (tried < 100) return;
  EXPECT_GT(changed, tried / 10);
  EXPECT_GT(encoded, tried / 10);
}

// A request with random bytes, or with wire that protobuf refuses.
std::string BrokenRequest(unsigned seed) {
  RandomValues values(seed);
  std::string bytes = RandomRequest(seed).SerializeAsString();
  for (int count = values.Chance(50) ? 1 : 1 + values.Below(30); count > 0;
       --count) {
    size_t at = size_t(values.Below(int(bytes.size())));
    if (values.Chance(40)) {
      bytes = WithBrokenWire(bytes, &values);
    } else if (values.Chance(90)) {
      bytes[at] = char(values.Below(256));
    } else {
      bytes.resize(at + 1);
    }
    if (bytes.empty()) break;
  }
  return bytes;
}

TEST(RandomRequests, WithBrokenBytesAreAnsweredOrRefused) {
  const Seeds seeds = SeedsToTry();
  Function function;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const std::string bytes = BrokenRequest(seed);
    absl::StatusOr<Bytes> response = function.Run(bytes);
    if (!response.ok()) {
      ASSERT_TRUE(absl::IsInvalidArgument(response.status()))
          << response.status();
      continue;
    }
    // What no section reads goes on as it came, so it may still be broken.
    v1::RunFunctionRequest request;
    v1::RunFunctionResponse answer;
    if (!LibraryReads(bytes, &request)) continue;
    ASSERT_TRUE(LibraryReads(response->view(), &answer));
  }
}

// Our reader is not more generous than protobuf's.
TEST(RandomRequests, ThatProtobufRefusesAreRefusedByWhoeverReadsThem) {
  const Seeds seeds = SeedsToTry();
  int refused = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const std::string bytes = BrokenRequest(seed);
    v1::RunFunctionRequest request;
    if (LibraryReads(bytes, &request)) continue;
    ++refused;
    ASSERT_TRUE(absl::IsInvalidArgument(ReadEverything(bytes)))
        << absl::Base64Escape(bytes);
  }
  EXPECT_GT(refused, int(seeds.last - seeds.first) / 4);
}

}  // namespace
}  // namespace loom::testing

// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/guarded.h"

#include <functional>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/process/log.h"

namespace loom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Guarded, ReturnsWhatTheFunctionReturns) {
  EXPECT_EQ(Guarded([] { return absl::StatusOr<int>(7); }).value(), 7);
  EXPECT_EQ(Guarded([] { return absl::NotFoundError("x"); }),
            absl::NotFoundError("x"));
}

TEST(Guarded, TurnsAnExceptionIntoAnErrorWithoutItsText) {
  struct {
    const char* reason;
    std::function<absl::Status()> work;
    const char* type;
  } tests[] = {
      {"Memory runs out.", []() -> absl::Status { throw std::bad_alloc(); },
       "\"type\":\"std::bad_alloc\""},
      {"The text of an exception may hold a value of the call.",
       []() -> absl::Status { throw std::runtime_error("s3cret"); },
       "\"type\":\"std::runtime_error\""},
      {"Abseil quotes the status, which may quote a value.",
       [] {
         absl::StatusOr<int> none = absl::NotFoundError("s3cret");
         return none.value() == 0 ? absl::OkStatus()
                                  : absl::UnknownError("not thrown");
       },
       "BadStatusOrAccess\""},
      {"Anything can be thrown.", []() -> absl::Status { throw "s3cret"; },
       "\"type\":\"unknown\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::ostringstream out;
    StartLog(LogFormat::kJson, LogLevel::kDebug, out);
    absl::Status status = Guarded(test.work);
    StartLog(LogFormat::kJson, LogLevel::kError, std::cerr);
    const std::string message(status.message());
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(message, StartsWith("internal error "));
    EXPECT_THAT(message, Not(HasSubstr("s3cret")));
    EXPECT_THAT(out.str(), HasSubstr(test.type));
    EXPECT_THAT(out.str(), HasSubstr("\"level\":\"error\""));
    EXPECT_THAT(out.str(), Not(HasSubstr("s3cret")));
    std::string id = message.substr(15, message.find(';') - 15);
    EXPECT_THAT(out.str(), HasSubstr("\"id\":\"" + id + "\""));
  }
}

}  // namespace
}  // namespace loom

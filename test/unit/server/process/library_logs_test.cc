// SPDX-License-Identifier: Apache-2.0
// What gRPC and libprotobuf write becomes lines of our log.
#include <google/protobuf/wrappers.pb.h>
#include <grpc/support/log.h>

#include <iostream>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/process/log.h"

namespace loom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// What a library does, as lines of the log. Nothing may reach stderr itself.
template <typename Work>
std::string Logged(LogLevel least, const Work& work) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, least, out);
  testing::internal::CaptureStderr();
  work();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  StartLog(LogFormat::kJson, LogLevel::kError, std::cerr);
  return out.str();
}

// libprotobuf refuses it, and says so.
void ParseWhatIsNotUtf8() {
  google::protobuf::StringValue text;
  EXPECT_FALSE(text.ParseFromString("\x0a\x01\xff"));
}

TEST(TakeLogOfProtobuf, WarnsOnceAMinute) {
  TakeLogOfProtobuf();
  EXPECT_THAT(
      Logged(LogLevel::kDebug, ParseWhatIsNotUtf8),
      AllOf(
          HasSubstr("{\"level\":\"warn\","),
          HasSubstr("\"msg\":\"String field 'google.protobuf.StringValue."
                    "value' contains invalid UTF-8 data"),
          MatchesRegex(".*\"source\":\"protobuf [a-z_]+\\.cc:[0-9]+\"\\}\n")));
  EXPECT_THAT(Logged(LogLevel::kDebug, ParseWhatIsNotUtf8),
              HasSubstr("{\"level\":\"debug\","));
  EXPECT_EQ(Logged(LogLevel::kInfo, ParseWhatIsNotUtf8), "");
}

TEST(TakeLogOfGrpc, MakesDebugLines) {
  TakeLogOfGrpc();
  gpr_set_log_verbosity(GPR_LOG_SEVERITY_ERROR);
  auto complain = [] {
    gpr_log("src/core/a.cc", 7, GPR_LOG_SEVERITY_ERROR, "a \"port\" scan\n");
  };
  EXPECT_THAT(Logged(LogLevel::kDebug, complain),
              AllOf(HasSubstr("{\"level\":\"debug\","),
                    HasSubstr("\"msg\":\"a \\\"port\\\" scan\\u000a\","
                              "\"source\":\"grpc a.cc:7\"}\n")));
  EXPECT_EQ(Logged(LogLevel::kInfo, complain), "");
}

}  // namespace
}  // namespace loom

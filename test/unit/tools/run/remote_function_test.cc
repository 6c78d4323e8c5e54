// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "test/testing/scripted_function.h"
#include "tools/run/runtimes.h"

namespace loom {
namespace {

using testing::HasSubstr;

TEST(RemoteFunctionTest, CallsV1) {
  std::string method;
  ScriptedFunction function([&](const std::string& name,
                                const std::string& request) {
    method = name;
    return ScriptedFunction::Answer{request + " answered", grpc::Status::OK};
  });
  RemoteFunction remote(function.address());
  absl::StatusOr<std::string> answer =
      remote.Run("bytes", absl::Now() + absl::Seconds(20));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(*answer, "bytes answered");
  EXPECT_EQ(method,
            "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction");
}

TEST(RemoteFunctionTest, FallsBackToV1Beta1) {
  ScriptedFunction function([](const std::string& name, const std::string&) {
    return absl::StrContains(name, "v1beta1")
               ? ScriptedFunction::Answer{"beta", grpc::Status::OK}
               : ScriptedFunction::Answer{
                     "", {grpc::StatusCode::UNIMPLEMENTED, "no v1"}};
  });
  RemoteFunction remote(function.address());
  EXPECT_EQ(*remote.Run("", absl::Now() + absl::Seconds(20)), "beta");
}

TEST(RemoteFunctionTest, TellsAnErrorFromSilence) {
  ScriptedFunction function([](const std::string&, const std::string&) {
    return ScriptedFunction::Answer{
        "", {grpc::StatusCode::PERMISSION_DENIED, "not you"}};
  });
  absl::Status refused = RemoteFunction(function.address())
                             .Run("", absl::Now() + absl::Seconds(20))
                             .status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(refused.message()), "PERMISSION_DENIED: not you");

  absl::Status nobody = RemoteFunction("127.0.0.1:1")
                            .Run("", absl::Now() + absl::Seconds(20))
                            .status();
  EXPECT_EQ(nobody.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(nobody.message()), HasSubstr("onnect"));
}

}  // namespace
}  // namespace loom

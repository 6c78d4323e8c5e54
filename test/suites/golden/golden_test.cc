// SPDX-License-Identifier: Apache-2.0
// Each folder AREA/BEHAVIOUR beside this file is a test: the function is given
// request.yaml and has to answer response.yaml (or request.1.yaml and
// response.1.yaml, request.2.yaml …). README.md says how to add one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "test/testing/expected.h"
#include "test/testing/invariants.h"
#include "test/testing/paths.h"
#include "test/testing/yaml_message.h"

namespace loom {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
namespace fs = std::filesystem;

void CheckCall(const fs::path& request_file) {
  SCOPED_TRACE(request_file.string());
  v1::RunFunctionRequest request;
  absl::Status read = testing::ReadYamlMessage(request_file.string(), &request);
  ASSERT_TRUE(read.ok()) << read;
  Function function;
  const v1::RunFunctionResponse answer = testing::Answer(function, request);

  std::string name = request_file.filename().string();
  const fs::path response_file =
      request_file.parent_path() /
      absl::StrReplaceAll(name, {{"request", "response"}});
  v1::RunFunctionResponse want;
  read = testing::ReadYamlMessage(response_file.string(), &want);
  if (IsUpdating()) {
    read = testing::UpdateYamlMessage(answer, response_file.string());
    want = answer;
  }
  ASSERT_TRUE(read.ok()) << read;
  EXPECT_EQ(testing::Differences(want, answer), "")
      << "LOOM_UPDATE=1 takes the answer over:\n"
      << answer.DebugString();
  testing::ExpectInvariants(function, request, /*orders=*/5);
}

// AREA/BEHAVIOUR of every case.
std::vector<std::string> Cases() {
  std::vector<std::string> cases;
  for (const auto& file :
       fs::recursive_directory_iterator(InRepository("test/suites/golden"))) {
    if (absl::StartsWith(file.path().filename().string(), "request")) {
      cases.push_back(
          file.path()
              .parent_path()
              .lexically_relative(InRepository("test/suites/golden"))
              .string());
    }
  }
  std::sort(cases.begin(), cases.end());
  cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
  return cases;
}

// environment/later_config_wins → EnvironmentLaterConfigWins
std::string TestName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name;
  bool upper = true;
  for (char c : info.param) {
    if (absl::ascii_isalnum(c)) name += upper ? absl::ascii_toupper(c) : c;
    upper = !absl::ascii_isalnum(c);
  }
  return name;
}

class GoldenTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, AnswersAsWritten) {
  std::vector<fs::path> requests;
  for (const auto& file : fs::directory_iterator(
           fs::path(InRepository("test/suites/golden")) / GetParam())) {
    if (absl::StartsWith(file.path().filename().string(), "request")) {
      requests.push_back(file.path());
    }
  }
  std::sort(requests.begin(), requests.end());
  for (const fs::path& request : requests) CheckCall(request);
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenTest, ::testing::ValuesIn(Cases()),
                         TestName);

}  // namespace
}  // namespace loom

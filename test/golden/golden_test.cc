// SPDX-License-Identifier: Apache-2.0
// Each folder AREA/BEHAVIOUR beside this file is a test: the function is given
// request.yaml and has to answer response.yaml (or request.1.yaml and
// response.1.yaml, request.2.yaml …). README.md says how to add one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "google/protobuf/util/message_differencer.h"
#include "test/testing/random_message.h"
#include "test/testing/yaml_message.h"
#include "wire/reader.h"

namespace loom {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;

bool Updating() { return std::getenv("FN_UPDATE_GOLDEN") != nullptr; }

std::string Run(const Function& function, const std::string& request) {
  absl::StatusOr<Bytes> response = function.Run(request);
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? std::string(response->view()) : "";
}

v1::RunFunctionResponse Parse(const std::string& bytes) {
  v1::RunFunctionResponse response;
  EXPECT_TRUE(response.ParseFromString(bytes));
  if (response.desired().ByteSizeLong() == 0) response.clear_desired();
  // What came with the request may be on its way to somebody else.
  response.DiscardUnknownFields();
  return response;
}

std::string Differences(const v1::RunFunctionResponse& want,
                        const v1::RunFunctionResponse& got) {
  std::string differences;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  differencer.Compare(want, got);
  return differences;
}

// The bytes of each desired resource, by name; `state` is the field in which
// the message has its desired state.
std::map<std::string, std::string> DesiredBytes(absl::string_view message,
                                                uint32_t state) {
  std::map<std::string, std::string> resources;
  for (WireReader in(message); in.Next();) {
    if (!in.Is(state, WireType::kBytes)) continue;
    for (WireReader desired(in.bytes()); desired.Next();) {
      if (!desired.Is(2, WireType::kBytes)) continue;
      std::string name;
      absl::string_view resource;
      for (WireReader entry(desired.bytes()); entry.Next();) {
        if (entry.Is(1, WireType::kBytes)) name = std::string(entry.bytes());
        if (entry.Is(2, WireType::kBytes)) resource = entry.bytes();
      }
      resources[name] = std::string(resource);
    }
  }
  return resources;
}

// Names of desired resources that the input does not speak of.
std::set<std::string> ForeignResources(const v1::RunFunctionRequest& request) {
  std::set<std::string> names;
  const auto& input = request.input().fields();
  // It speaks of all of them.
  if (input.contains("providerConfig")) return names;
  for (const auto& [name, resource] : request.desired().resources()) {
    names.insert(name);
  }
  if (input.contains("resources")) {
    for (const auto& entry : input.at("resources").list_value().values()) {
      const auto& members = entry.struct_value().fields();
      if (members.contains("name")) {
        names.erase(members.at("name").string_value());
      }
    }
  }
  return names;
}

// What holds for every call, whatever it asks for.
void ExpectInvariants(const v1::RunFunctionRequest& request,
                      const v1::RunFunctionResponse& answer) {
  EXPECT_EQ(answer.meta().tag(), request.meta().tag());
  Function function;
  for (unsigned seed = 0; seed <= 4; ++seed) {
    SCOPED_TRACE(absl::StrCat("encoded with seed ", seed));
    std::mt19937 random(seed);
    // The last one has its fields in random order, unknown ones among them.
    const std::string bytes =
        testing::Encode(request, {.unordered = seed == 4}, &random);
    const std::string before = bytes;
    const std::string response = Run(function, bytes);
    EXPECT_EQ(Differences(answer, Parse(response)), "");
    EXPECT_EQ(Run(function, bytes), response) << "not the same bytes again";
    EXPECT_EQ(bytes, before) << "the request was written to";
    auto came = DesiredBytes(bytes, 3), went = DesiredBytes(response, 2);
    for (const std::string& name : ForeignResources(request)) {
      EXPECT_TRUE(came[name] == went[name]) << name << " was touched";
    }
  }
}

void CheckCall(const fs::path& request_file) {
  SCOPED_TRACE(request_file.string());
  v1::RunFunctionRequest request;
  absl::Status read = testing::ReadYamlMessage(request_file.string(), &request);
  ASSERT_TRUE(read.ok()) << read;
  const v1::RunFunctionResponse answer =
      Parse(Run(Function(), request.SerializeAsString()));

  std::string name = request_file.filename().string();
  const fs::path response_file =
      request_file.parent_path() /
      absl::StrReplaceAll(name, {{"request", "response"}});
  if (Updating()) {
    absl::Status written =
        testing::WriteYamlMessage(answer, response_file.string());
    ASSERT_TRUE(written.ok()) << written;
  }
  v1::RunFunctionResponse want;
  read = testing::ReadYamlMessage(response_file.string(), &want);
  ASSERT_TRUE(read.ok()) << read;
  EXPECT_EQ(Differences(want, answer), "")
      << "FN_UPDATE_GOLDEN=1 takes the answer over:\n"
      << answer.DebugString();
  ExpectInvariants(request, answer);
}

// AREA/BEHAVIOUR of every case.
std::vector<std::string> Cases() {
  std::vector<std::string> cases;
  for (const auto& file : fs::recursive_directory_iterator(LOOM_GOLDEN)) {
    if (absl::StartsWith(file.path().filename().string(), "request")) {
      cases.push_back(
          file.path().parent_path().lexically_relative(LOOM_GOLDEN).string());
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
  for (const auto& file :
       fs::directory_iterator(fs::path(LOOM_GOLDEN) / GetParam())) {
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

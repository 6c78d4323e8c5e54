// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/testing/temp_folder.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;
using testing::HasSubstr;

fn::RunFunctionRequest Request(const std::string& ns, const std::string& name) {
  fn::RunFunctionRequest request;
  auto& fields = *request.mutable_observed()
                      ->mutable_composite()
                      ->mutable_resource()
                      ->mutable_fields();
  auto& metadata = *fields["metadata"].mutable_struct_value()->mutable_fields();
  metadata["namespace"].set_string_value(ns);
  metadata["name"].set_string_value(name);
  return request;
}

TEST(CallRecorder, KeepsToTheCompositeAndToItsLimits) {
  TempFolder folder;
  const std::string there = absl::StrCat(folder.path(), "/recorded");
  auto files = [&there] {
    auto all = std::filesystem::directory_iterator(there);
    return std::distance(begin(all), end(all));
  };
  const std::string shop = Request("team-a", "shop").SerializeAsString();
  RecordOptions options{.folder = there,
                        .composite = "team-a/shop",
                        .most_calls = 2,
                        .megabytes = 1};
  auto recorder = *CallRecorder::Start(options);
  recorder->Record(Request("team-b", "shop").SerializeAsString(), "");
  recorder->Record("\xff no request", "");
  EXPECT_EQ(files(), 0);
  for (int i = 0; i < 5; ++i) recorder->Record(shop, "");
  EXPECT_EQ(files(), 4) << "a request and a response of two calls";
  // Another process goes on behind what is there.
  options.most_calls = 1;
  (*CallRecorder::Start(options))->Record(shop, "");
  EXPECT_EQ(files(), 6);
  fn::RunFunctionRequest large = Request("team-a", "shop");
  large.mutable_meta()->set_tag(std::string(2 << 20, 'x'));
  options.most_calls = 5;
  auto small = *CallRecorder::Start(options);
  small->Record(large.SerializeAsString(), "");
  EXPECT_EQ(files(), 6) << "more than a megabyte";
}

TEST(CallRecorder, WantsToKnowWhoseCallsAndHowMany) {
  TempFolder folder;
  const struct {
    const char* reason;
    RecordOptions options;
    const char* message;
  } kRows[] = {
      {"no composite", {.folder = "/x", .megabytes = 1}, "--record-composite"},
      {"no size", {.folder = "/x", .composite = "a"}, "--record-megabytes"},
      {"no such folder above",
       {.folder = "/nonexistent/x", .composite = "a", .megabytes = 1},
       "No such file"},
  };
  for (const auto& row : kRows) {
    EXPECT_THAT(
        std::string(CallRecorder::Start(row.options).status().message()),
        HasSubstr(row.message))
        << row.reason;
  }
  EXPECT_EQ(*CallRecorder::Start({}), nullptr);
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// What is final is never without the resources of the step, whichever
// Crossplane calls: those of a desired state that lacks them are deleted. The
// rounds of one step are played as Crossplane 1.20, 2.0, 2.2 and newer play
// them, with and without the cache of responses that some of them have.
#include <map>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

namespace v1 = apiextensions::fn::proto::v1;
using google::protobuf::util::JsonStringToMessage;
using google::protobuf::util::MessageDifferencer;
using ::testing::HasSubstr;

// What a Crossplane does with what is asked of it.
struct Core {
  const char* version;
  bool answers_resources;
  bool answers_extra_resources;
  bool tells_capabilities = false;
  bool caches = false;  // by tag, which is the same in every round
};

v1::RunFunctionRequest FirstRound(const Core& core) {
  v1::RunFunctionRequest request;
  EXPECT_TRUE(JsonStringToMessage(R"({
      "meta": {"tag": "t"},
      "observed": {"composite": {"resource": {"apiVersion": "example.org/v1",
          "kind": "X", "metadata": {"name": "x"}}}, "resources": {"a": {
          "resource": {"apiVersion": "v1", "kind": "ConfigMap",
                       "metadata": {"name": "x-a"}}}}},
      "desired": {"resources": {"earlier": {}}},
      "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "environment": {"configs": [{"ref": {"name": "base"}}]},
          "resources": [{"name": "a", "base": {"apiVersion": "v1",
              "kind": "ConfigMap"}, "patches": [{
              "type": "FromEnvironmentFieldPath", "fromFieldPath": "zone",
              "toFieldPath": "data.zone"}]}]}})",
                                  &request)
                  .ok());
  if (core.tells_capabilities) {
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_CAPABILITIES);
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_REQUIRED_RESOURCES);
  }
  return request;
}

v1::Resources Config() {
  v1::Resources resources;
  EXPECT_TRUE(JsonStringToMessage(
                  R"({"items": [{"resource": {
                      "apiVersion": "apiextensions.crossplane.io/v1beta1",
                      "kind": "EnvironmentConfig", "metadata": {"name": "base"},
                      "data": {"zone": "b"}}}]})",
                  &resources)
                  .ok());
  return resources;
}

class Rounds {
 public:
  explicit Rounds(const Core& core) : core_(core) {}

  // The answer that Crossplane takes for the last; nothing if it gives up.
  std::optional<v1::RunFunctionResponse> Final() {
    v1::RunFunctionRequest request = FirstRound(core_);
    std::optional<v1::Requirements> before;
    for (int round = 0; round < 6; ++round) {
      v1::RunFunctionResponse answer = Call(request);
      if (!answer.results().empty() &&
          answer.results(0).severity() == v1::SEVERITY_FATAL) {
        return answer;
      }
      if (!answer.has_requirements()) return answer;
      if (before &&
          MessageDifferencer::Equals(*before, answer.requirements())) {
        return answer;
      }
      before = answer.requirements();
      *request.mutable_context() = answer.context();
      Fetch(*before, &request);
    }
    return std::nullopt;
  }

 private:
  v1::RunFunctionResponse Call(const v1::RunFunctionRequest& request) {
    if (cached_) return *cached_;
    auto bytes = function_.Run(request.SerializeAsString());
    v1::RunFunctionResponse answer;
    EXPECT_TRUE(bytes.ok() &&
                answer.ParseFromString(std::string(bytes->view())));
    bool keeps = answer.meta().has_ttl() && answer.meta().ttl().seconds() > 0;
    if (core_.caches && keeps) cached_ = answer;
    return answer;
  }

  void Fetch(const v1::Requirements& asked, v1::RunFunctionRequest* request) {
    request->clear_required_resources();
    request->clear_extra_resources();
    for (const auto& [key, selector] : asked.resources()) {
      if (core_.answers_resources) {
        (*request->mutable_required_resources())[key] = Config();
      }
    }
    for (const auto& [key, selector] : asked.extra_resources()) {
      if (core_.answers_extra_resources) {
        (*request->mutable_extra_resources())[key] = Config();
      }
    }
  }

  const Core core_;
  const Function function_;
  std::optional<v1::RunFunctionResponse> cached_;
};

TEST(CoreVersions, AllKeepWhatTheStepMakes) {
  constexpr Core kCores[] = {
      {"1.20", false, true},
      {"1.20 with its cache", false, true, false, true},
      {"2.0", true, true},
      {"2.1 with its cache", true, true, false, true},
      {"2.2", true, true, true},
      {"2.2 with its cache", true, true, true, true},
      {"one that has dropped the older field", true, false, true},
  };
  for (const Core& core : kCores) {
    SCOPED_TRACE(core.version);
    auto final = Rounds(core).Final();
    ASSERT_TRUE(final.has_value());
    EXPECT_TRUE(final->results().empty()) << final->ShortDebugString();
    const auto& resources = final->desired().resources();
    ASSERT_EQ(resources.count("a"), 1u);
    EXPECT_EQ(resources.count("earlier"), 1u);
    EXPECT_EQ(resources.at("a")
                  .resource()
                  .fields()
                  .at("data")
                  .struct_value()
                  .fields()
                  .at("zone")
                  .string_value(),
              "b");
  }
}

// An asking answer that became final would delete everything.
TEST(CoreVersions, OneThatNeverAnswersGetsAFatalResult) {
  auto final = Rounds({"1.14", false, false}).Final();
  ASSERT_TRUE(final.has_value());
  ASSERT_EQ(final->results_size(), 1);
  EXPECT_EQ(final->results(0).severity(), v1::SEVERITY_FATAL);
  EXPECT_THAT(final->results(0).message(), HasSubstr("does not answer"));
}

}  // namespace
}  // namespace loom

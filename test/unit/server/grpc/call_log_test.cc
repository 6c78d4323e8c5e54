// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_log.h"

#include <iostream>
#include <sstream>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/grpc/called_composite.h"
#include "server/process/log.h"

namespace loom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kVersion = "v1";

std::string Line(const CallRecord& record) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kDebug, out);
  LogCall(record);
  StartLog(LogFormat::kJson, LogLevel::kError, std::cerr);
  return out.str();
}

std::string RequestOfShop() {
  apiextensions::fn::proto::v1::RunFunctionRequest request;
  auto& fields = *request.mutable_observed()
                      ->mutable_composite()
                      ->mutable_resource()
                      ->mutable_fields();
  fields["apiVersion"].set_string_value("e.org/v1");
  fields["kind"].set_string_value("Shop");
  auto& metadata = *fields["metadata"].mutable_struct_value()->mutable_fields();
  metadata["namespace"].set_string_value("team-a");
  metadata["name"].set_string_value("orders");
  metadata["uid"].set_string_value("u1");
  return request.SerializeAsString();
}

TEST(LogCall, NamesTheCompositeOfARequestThatIsCutOff) {
  const std::string request = RequestOfShop();
  for (size_t size = 0; size <= request.size(); ++size) {
    const CalledComposite cut =
        CompositeIn(absl::string_view(request).substr(0, size));
    EXPECT_TRUE(cut.name.empty() || cut.name == "orders") << size;
    EXPECT_TRUE(cut.kind.empty() || cut.kind == "Shop") << size;
  }
  EXPECT_EQ(CompositeIn(request).uid, "u1");
}

TEST(LogCall, TellsWhatHappenedInOneLine) {
  CallRecord record{.version = kVersion,
                    .request_bytes = 5598,
                    .response_bytes = 1790,
                    .took = std::chrono::microseconds(250)};
  record.facts = {.tag = "9f2c",
                  .input = "pt.fn.crossplane.io/v1beta1 Resources",
                  .plan_was_cached = true,
                  .observed = 3,
                  .desired = 4,
                  .results = {0, 2, 0}};
  const std::string request = RequestOfShop();
  record.request = request;
  EXPECT_THAT(
      Line(record),
      AllOf(HasSubstr("{\"level\":\"debug\","),
            HasSubstr("\"msg\":\"answered a call\",\"apiVersion\":\"e.org/v1\","
                      "\"kind\":\"Shop\",\"namespace\":\"team-a\",\"name\":"
                      "\"orders\",\"uid\":\"u1\",\"tag\":\"9f2c\",\"input\":"
                      "\"pt.fn.crossplane.io/v1beta1 Resources\",\"plan\":"
                      "\"cached\",\"outcome\":\"done\",\"observed\":3,"
                      "\"required\":0,\"desired\":4,\"warnings\":2,"
                      "\"milliseconds\":0.25,\"request_bytes\":5598,"
                      "\"response_bytes\":1790,\"version\":\"v1\","
                      "\"code\":\"OK\",\"fatal\":\"\"}\n")));
}

TEST(LogCall, SaysWhatAFatalResultSays) {
  CallRecord record{.version = kVersion};
  record.facts.results = {1, 0, 0};
  record.facts.fatal = "resources[0].base: Required value";
  EXPECT_THAT(Line(record),
              HasSubstr("\"fatal\":\"resources[0].base: Required value\"}"));
}

TEST(LogCall, IsAsLoudAsTheCallWasBad) {
  struct {
    const char* reason;
    CallRecord record;
    const char* level;
    const char* outcome;
  } tests[] = {
      {"A quiet cluster logs nothing.", {.version = kVersion}, "debug", "done"},
      {"An answer that only asks.",
       {.version = kVersion, .facts = {.asked = true}},
       "debug",
       "asked"},
      {"Half a second is not slow yet.",
       {.version = kVersion, .took = std::chrono::milliseconds(500)},
       "debug",
       "done"},
      {"Somebody will ask why XRs take long.",
       {.version = kVersion, .took = std::chrono::milliseconds(501)},
       "info",
       "done"},
      {"A call can be both slow and FATAL.",
       {.version = kVersion,
        .took = std::chrono::seconds(2),
        .facts = {.results = {1, 0, 0}}},
       "warn",
       "fatal"},
      {"An author is to do something.",
       {.version = kVersion, .facts = {.results = {1, 0, 0}}},
       "warn",
       "fatal"},
      {"No request at all.",
       {.version = kVersion, .status = absl::InvalidArgumentError("x")},
       "warn",
       "failed"},
      {"Ours.",
       {.version = kVersion, .status = absl::InternalError("x")},
       "error",
       "failed"},
      {"A response that could not be sent is none, whatever it says.",
       {.version = kVersion,
        .status = absl::ResourceExhaustedError("x"),
        .facts = {.results = {1, 0, 0}}},
       "warn",
       "failed"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string line = Line(test.record);
    EXPECT_THAT(line, HasSubstr(std::string("\"level\":\"") + test.level));
    EXPECT_THAT(line, HasSubstr(std::string("\"outcome\":\"") + test.outcome));
  }
}

TEST(Count, GoesWhereDashboardsLook) {
  Metrics metrics;
  CallRecord record{.version = kVersion,
                    .request_bytes = 10,
                    .response_bytes = 20,
                    .facts = {.plan_was_cached = true, .results = {1, 2, 3}}};
  Count(record, &metrics, &metrics.methods[0]);
  record.status = absl::CancelledError("gone");
  record.facts = {};
  Count(record, &metrics, &metrics.methods[0]);
  const MethodMetrics& method = metrics.methods[0];
  EXPECT_EQ(method.handled[0].value(), 1u);
  EXPECT_EQ(method.handled[1].value(), 1u);
  EXPECT_EQ(method.sent.value(), 1u);
  EXPECT_EQ(method.seconds.Cumulated().back(), 2u);
  EXPECT_EQ(metrics.request_bytes.value(), 20u);
  EXPECT_EQ(metrics.response_bytes.value(), 20u);
  EXPECT_EQ(metrics.results[2].value(), 3u);
  EXPECT_EQ(metrics.plan_cache_hits.value(), 1u);
}

}  // namespace
}  // namespace loom

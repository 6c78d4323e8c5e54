// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/service.h"

#include <atomic>
#include <sstream>
#include <thread>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/grpc/event.h"
#include "server/process/log.h"
#include "test/unit/server/grpc/client.h"

namespace loom {
namespace {

using apiextensions::fn::proto::v1::RunFunctionRequest;
using apiextensions::fn::proto::v1::RunFunctionResponse;
using ::testing::HasSubstr;
using ::testing::Not;

// The service with nothing around it: one call ahead, one thread.
class ServiceTest : public ::testing::Test {
 protected:
  ServiceTest()
      : service_("v1", 16 << 20, function_, &metrics_, &metrics_.methods[0]) {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    queue_ = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
    service_.Accept(1, *queue_, calls_);
    thread_ = TakeEvents();
    client_.emplace("127.0.0.1:" + std::to_string(port));
  }

  ~ServiceTest() override {
    server_->Shutdown();
    calls_.count.WaitForNone();
    queue_->Shutdown();
    thread_.join();
    if (other_thread_.joinable()) other_thread_.join();
  }

  std::thread TakeEvents() {
    return std::thread([this] {
      while (EventQueue(*queue_).TakeOne(nullptr)) {
      }
    });
  }

  static RunFunctionRequest Request(const std::string& tag) {
    RunFunctionRequest request;
    request.mutable_meta()->set_tag(tag);
    (*(*request.mutable_desired()->mutable_resources())["a"]
          .mutable_connection_details())["password"] = "s3cret";
    return request;
  }

  // How long reading an input takes.
  std::atomic<std::chrono::milliseconds> pause_{std::chrono::milliseconds(0)};
  Function function_{{.on_new_plan = [this](const Plan&) {
    std::this_thread::sleep_for(pause_.load());
  }}};
  Metrics metrics_;
  RunFunctionService service_;
  CallsInProgress calls_{limits::kHeld};
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;
  std::thread other_thread_;  // only where a test needs it
  std::optional<Client> client_;
};

TEST_F(ServiceTest, AnswersEveryCallWithItsTag) {
  for (int i = 0; i < 20; ++i) {
    std::string tag = "tag-" + std::to_string(i), response;
    grpc::Status status =
        client_->Call(kV1, Request(tag).SerializeAsString(), &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    RunFunctionResponse message;
    ASSERT_TRUE(message.ParseFromString(response));
    EXPECT_EQ(message.meta().tag(), tag);
    EXPECT_EQ(message.desired().resources().count("a"), 1u);
  }
}

TEST_F(ServiceTest, TakesARequestThatComesInPieces) {
  RunFunctionRequest request = Request("large");
  (*request.mutable_desired()->mutable_resources())["b"]
      .mutable_resource()
      ->mutable_fields()
      ->insert({"text", {}});
  (*(*request.mutable_desired()->mutable_resources())["b"]
        .mutable_resource()
        ->mutable_fields())["text"]
      .set_string_value(std::string(1 << 20, 'x'));
  std::string response;
  grpc::Status status =
      client_->Call(kV1, request.SerializeAsString(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_GT(response.size(), size_t{1} << 20);
}

TEST_F(ServiceTest, RefusesWhatIsNoRequestAndLivesOn) {
  std::string good = Request("t").SerializeAsString();
  for (const std::string& bytes :
       {std::string("\xff\xff\xff"), good.substr(0, good.size() - 1),
        std::string("garbage")}) {
    std::string response;
    grpc::Status status = client_->Call(kV1, bytes, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_NE(status.error_message(), "");
    EXPECT_TRUE(client_->Call(kV1, good, &response).ok());
  }
}

TEST_F(ServiceTest, AnswersAtOnceWhatIsTooMuchBesideOthers) {
  ASSERT_TRUE(calls_.held.Take(limits::kHeld));
  RunFunctionRequest request = Request("t");
  (*request.mutable_observed()
        ->mutable_composite()
        ->mutable_resource()
        ->mutable_fields())["kind"]
      .set_string_value("Shop");
  std::string response;
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kWarning, out);
  grpc::Status status =
      client_->Call(kV1, request.SerializeAsString(), &response);
  StartLog(LogFormat::kJson, LogLevel::kError, out);
  EXPECT_THAT(out.str(), HasSubstr(R"("kind":"Shop")"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(status.error_message(), HasSubstr("too much memory"));
  calls_.held.Give(limits::kHeld);
  EXPECT_TRUE(client_->Call(kV1, "", &response).ok());
  while (calls_.held.held() != 0) std::this_thread::yield();
}

TEST_F(ServiceTest, AnEmptyRequestIsARequest) {
  std::string response;
  EXPECT_TRUE(client_->Call(kV1, "", &response).ok());
}

TEST_F(ServiceTest, AnotherVersionIsUnimplemented) {
  // Crossplane tries the older version on this code, and only on this.
  std::string response;
  EXPECT_EQ(client_->Call(kV1Beta1, "", &response).error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(ServiceTest, LogsACallButNotWhatItCarries) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kDebug, out);
  std::string response;
  client_->Call(kV1, Request("the\ntag").SerializeAsString(), &response);
  client_->Call(kV1, "\xff", &response);
  StartLog(LogFormat::kJson, LogLevel::kError, out);
  EXPECT_THAT(out.str(), HasSubstr(R"("tag":"the\u000atag","input":"")"));
  EXPECT_THAT(out.str(), HasSubstr(R"("code":"OK")"));
  EXPECT_THAT(out.str(), HasSubstr(R"("code":"INVALID_ARGUMENT")"));
  EXPECT_THAT(out.str(), Not(HasSubstr("s3cret")));
}

// What is looked at after the input was read is large enough to ask whether anybody
// waits.
std::string LargeRequest() {
  RunFunctionRequest request;
  auto& input = *request.mutable_input()->mutable_fields();
  input["apiVersion"].set_string_value("loom.fn.crossplane.io/v1beta1");
  input["kind"].set_string_value("Input");
  input["providerConfig"].mutable_struct_value();
  auto& composite = *request.mutable_observed()
                         ->mutable_composite()
                         ->mutable_resource()
                         ->mutable_fields();
  composite["kind"].set_string_value(std::string(100'000, 'k'));
  return request.SerializeAsString();
}

// Whether one call has ended with that code, after a while.
bool EndsOneWith(grpc::StatusCode code, const Metrics& metrics) {
  const Counter& ended = metrics.methods[0].handled[code];
  for (int i = 0; i < 500 && ended.value() == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return ended.value() == 1;
}

// The deadline passes while the input is read. The alert for errors counts that.
TEST_F(ServiceTest, EndsACallWhoseDeadlineHasPassed) {
  pause_ = std::chrono::milliseconds(500);
  std::string response;
  EXPECT_EQ(client_
                ->Call(kV1, LargeRequest(), &response, {},
                       std::chrono::milliseconds(100))
                .error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(EndsOneWith(grpc::StatusCode::DEADLINE_EXCEEDED, metrics_));
}

// The alert for errors does not count a client that has gone.
TEST_F(ServiceTest, EndsACallWhoseClientHasGone) {
  other_thread_ = TakeEvents();  // learns that, while the first reads the input
  pause_ = std::chrono::milliseconds(500);
  grpc::GenericStub stub(client_->channel());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(20));
  grpc::Slice slice(LargeRequest());
  grpc::ByteBuffer in(&slice, 1), out;
  grpc::CompletionQueue queue;
  auto call = stub.PrepareUnaryCall(&context, kV1, in, &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(&out, &status, nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  context.TryCancel();
  void* tag;
  bool ok;
  queue.Next(&tag, &ok);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(EndsOneWith(grpc::StatusCode::CANCELLED, metrics_));
}

TEST_F(ServiceTest, CountsItsCalls) {
  std::string response;
  RunFunctionRequest request = Request("t");
  (*request.mutable_input()->mutable_fields())["foo"].set_bool_value(true);
  ASSERT_TRUE(client_->Call(kV1, request.SerializeAsString(), &response).ok());
  EXPECT_FALSE(client_->Call(kV1, "\x0a\xff", &response).ok());
  const MethodMetrics& method = metrics_.methods[0];
  EXPECT_EQ(method.started.value(), 2u);
  EXPECT_EQ(method.handled[0].value(), 1u);
  EXPECT_EQ(method.handled[grpc::StatusCode::INVALID_ARGUMENT].value(), 1u);
  EXPECT_EQ(metrics_.results[0].value(), 1u) << "nobody knows the input";
}

}  // namespace
}  // namespace loom

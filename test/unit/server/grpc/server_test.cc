// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/server.h"

#include <atomic>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/wire_text.h"
#include "test/unit/server/grpc/client.h"

namespace loom {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

ServerOptions Options(const std::string& address) {
  ServerOptions options;
  options.insecure = true;
  options.address = address;
  options.threads = 2;
  options.metrics_address = "";
  return options;
}

Metrics& TestMetrics() {
  static Metrics metrics;
  return metrics;
}

std::unique_ptr<Server> Started(const Function& function,
                                const ServerOptions& options) {
  auto server = Server::Start(options, function, &TestMetrics());
  EXPECT_TRUE(server.ok()) << server.status();
  return *std::move(server);
}

TEST(Server, SaysWhichPortItPicked) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  EXPECT_THAT(server->address(), MatchesRegex("127\\.0\\.0\\.1:[1-9][0-9]*"));
  EXPECT_EQ(server->threads(), 2);
  EXPECT_THAT(Started(function, Options(":0"))->address(), StartsWith("[::]:"));
}

TEST(Server, ServesBothVersionsOfTheContract) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  Client client(server->address());
  apiextensions::fn::proto::v1::RunFunctionRequest request;
  request.mutable_meta()->set_tag("t");
  for (const char* method : {kV1, kV1Beta1}) {
    SCOPED_TRACE(method);
    std::string bytes;
    ASSERT_TRUE(client.Call(method, request.SerializeAsString(), &bytes).ok());
    apiextensions::fn::proto::v1::RunFunctionResponse response;
    ASSERT_TRUE(response.ParseFromString(bytes));
    EXPECT_EQ(response.meta().tag(), "t");
  }
}

TEST(Server, TakesTheDefaultNumberOfThreads) {
  Function function;
  ServerOptions options = Options("127.0.0.1:0");
  options.threads = 0;
  EXPECT_GE(Started(function, options)->threads(), 2);
}

TEST(Server, DoesNotShareAPort) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  auto second =
      Server::Start(Options(server->address()), function, &TestMetrics());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(second.status().message(),
              HasSubstr("cannot listen on " + server->address()));
}

TEST(Server, RefusesAnAddressThatIsNone) {
  Function function;
  for (const char* address : {"192.0.2.1:9443", "no-such-host.invalid:9443"}) {
    EXPECT_EQ(Server::Start(Options(address), function, &TestMetrics()).ok(),
              false)
        << address;
  }
}

TEST(Server, DoesNotStartWithoutItsPage) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  ServerOptions options = Options("127.0.0.1:0");
  options.metrics_address = server->address();
  auto second = Server::Start(options, function, &TestMetrics());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(
      second.status().message(),
      HasSubstr("\n  it serves metrics and health checks; set another one"));
}

TEST(Server, RefusesARequestAboveTheLimit) {
  Function function;
  ServerOptions options = Options("127.0.0.1:0");
  options.max_receive_megabytes = 1;
  auto server = Started(function, options);
  Client client(server->address());
  std::string response;
  const uint64_t refused = TestMetrics().methods[0].handled[8].value();
  // The service counts it, up to four times the limit.
  for (const size_t bytes : {(1 << 20) + 1, 3 << 20, 5 << 20}) {
    EXPECT_EQ(
        client.Call(kV1, std::string(bytes, '\0'), &response).error_code(),
        grpc::StatusCode::RESOURCE_EXHAUSTED);
  }
  EXPECT_EQ(TestMetrics().methods[0].handled[8].value(), refused + 2);
  EXPECT_TRUE(client.Call(kV1, "", &response).ok());
}

// gRPC by itself takes 4 MiB, which observed state and definitions can exceed.
TEST(Server, TakesFiveMebibytesOfStateAndDefinitions) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  auto resource = [](size_t size) {
    return FieldWire(1,
                     EntryWire("data", TextWire(std::string(size << 20, 'x'))));
  };
  const std::string observed = FieldWire(2, MapEntryWire(2, "a", resource(3)));
  const std::string required =
      MapEntryWire(8, "crd:as.example.org", FieldWire(1, resource(2)));
  std::string response;
  grpc::Status status =
      Client(server->address()).Call(kV1, observed + required, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
}

// Crossplane's clients learn nothing from it, grpcurl and people do.
TEST(Server, CanBeReflected) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  Client client(server->address());
  // ServerReflectionRequest: list_services = 7, file_containing_symbol = 4.
  struct {
    std::string request;
    const char* want;
  } tests[] = {
      {std::string("\x3a\x00", 2), "apiextensions.fn.proto.v1beta1."},
      {"\x22\x2f"
       "apiextensions.fn.proto.v1.FunctionRunnerService",
       "run_function.proto"},
  };
  for (const auto& test : tests) {
    std::string response;
    grpc::Status status = client.Call(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        test.request, &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_THAT(response, HasSubstr(test.want));
  }
}

TEST(Server, AnswersWhatItIsSentUntilPeersKnowThatItEnds) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  std::atomic<int> answered{0};
  std::vector<std::thread> peers;
  peers.reserve(4);
  for (int i = 0; i < 4; ++i) {
    peers.emplace_back([&, address = server->address()] {
      Client client(address);
      std::string response;
      grpc::Status status;
      while ((status = client.Call(kV1, "", &response)).ok()) ++answered;
      // Nobody is there any more; gRPC's own way to end gives CANCELLED to what
      // comes meanwhile, or forgets it.
      EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE)
          << status.error_message();
    });
  }
  while (answered < 100) std::this_thread::yield();
  server->Shutdown(std::chrono::seconds(20));
  for (std::thread& peer : peers) peer.join();
}

TEST(Server, ShutsDownOnceAndQuicklyWhenIdle) {
  Function function;
  auto server = Started(function, Options("127.0.0.1:0"));
  Client client(server->address());
  std::string response;
  ASSERT_TRUE(client.Call(kV1, "", &response).ok());
  auto start = std::chrono::steady_clock::now();
  server->Shutdown(std::chrono::seconds(20));
  server->Shutdown(std::chrono::seconds(20));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_EQ(client.Call(kV1, "", &response).error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "server/grpc/server.h"
#include "test/unit/server/grpc/client.h"

namespace loom {
namespace {

// What peers meet of the settings; test/suites/faults goes further.
class TransportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ServerOptions options;
    options.insecure = true;
    options.address = "127.0.0.1:0";
    options.metrics_address = "";
    options.max_receive_megabytes = 1;
    auto started = Server::Start(options, function_, &metrics_);
    ASSERT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  Function function_;
  Metrics metrics_;
  std::unique_ptr<Server> server_;
};

TEST_F(TransportTest, RefusesLongMetadata) {
  Client client(server_->address());
  std::string response;
  EXPECT_TRUE(
      client.Call(kV1, "", &response, {{"x", std::string(4096, 'y')}}).ok());
  EXPECT_EQ(client.Call(kV1, "", &response, {{"x", std::string(9000, 'y')}})
                .error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  // gRPC 1.51 may end the connection on which it came, after the answer. Then
  // the client makes another, which takes it a try or two.
  grpc::Status next;
  for (int i = 0; i < 5 && !(next = client.Call(kV1, "", &response)).ok();
       ++i) {
    EXPECT_EQ(next.error_code(), grpc::StatusCode::UNAVAILABLE);
  }
  EXPECT_TRUE(next.ok()) << next.error_message();
}

TEST_F(TransportTest, InflatesNothing) {
  for (auto algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    grpc::ChannelArguments arguments;
    arguments.SetCompressionAlgorithm(algorithm);
    Client client(server_->address(), arguments);
    std::string response;
    EXPECT_EQ(
        client.Call(kV1, std::string(100'000, '\0'), &response).error_code(),
        grpc::StatusCode::UNIMPLEMENTED);
  }
}

TEST_F(TransportTest, BoundsARequest) {
  Client client(server_->address());
  std::string response;
  // Field 15, which nobody knows, of so many bytes.
  auto request = [](size_t size) {
    std::string bytes = "\x7a";
    size_t content = size - 4;
    for (; content >= 0x80; content >>= 7) bytes += char(content | 0x80);
    bytes += char(content);
    return bytes + std::string(size - bytes.size(), 'x');
  };
  EXPECT_TRUE(client.Call(kV1, request(1 << 20), &response).ok());
  EXPECT_EQ(client.Call(kV1, request((1 << 20) + 1), &response).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace loom

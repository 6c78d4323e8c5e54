// SPDX-License-Identifier: Apache-2.0
// Client calls methods of a gRPC server with any bytes as the request, also
// with bytes that are no message.
//
//   Client client("127.0.0.1:9443");
//   std::string response;
//   grpc::Status status = client.Call(kV1, request_bytes, &response);
#pragma once

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <map>
#include <string>

namespace loom {

inline constexpr char kV1[] =
    "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction";
inline constexpr char kV1Beta1[] =
    "/apiextensions.fn.proto.v1beta1.FunctionRunnerService/RunFunction";

class Client {
 public:
  explicit Client(const std::string& address,
                  const grpc::ChannelArguments& arguments = {})
      : channel_(grpc::CreateCustomChannel(
            address, grpc::InsecureChannelCredentials(), arguments)),
        stub_(channel_) {}
  explicit Client(std::shared_ptr<grpc::Channel> channel)
      : channel_(std::move(channel)), stub_(channel_) {}

  std::shared_ptr<grpc::Channel> channel() const { return channel_; }

  grpc::Status Call(
      const std::string& method, const std::string& request,
      std::string* response,
      const std::map<std::string, std::string>& metadata = {},
      std::chrono::microseconds patience = std::chrono::seconds(20)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    for (const auto& [key, value] : metadata) context.AddMetadata(key, value);
    grpc::Slice slice(request);
    grpc::ByteBuffer in(&slice, 1), out;
    grpc::CompletionQueue queue;
    auto call = stub_.PrepareUnaryCall(&context, method, in, &queue);
    call->StartCall();
    grpc::Status status;
    call->Finish(&out, &status, nullptr);
    void* tag;
    bool ok;
    queue.Next(&tag, &ok);
    grpc::Slice all;
    if (status.ok() && out.DumpToSingleSlice(&all).ok()) {
      response->assign(all.begin(), all.end());
    }
    return status;
  }

 private:
  std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
};

}  // namespace loom

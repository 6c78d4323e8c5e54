// SPDX-License-Identifier: Apache-2.0
#include "server/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "apiextensions/fn/proto/v1beta1/run_function.pb.h"
#include "base/status_macros.h"
#include "server/cores.h"

namespace loom {
namespace {

// How many calls of a version may be in hand at once; more wait inside gRPC.
constexpr int kCallsAhead = 64;

// Larger than gRPC's 8 KiB: a request of 2 MB then costs a quarter less CPU.
constexpr int kReadChunkBytes = 64 << 10;

// Reflection reads the descriptors of the contract, which nothing else in the
// server refers to: without this a static link leaves them out.
void LinkContract() {
  google::protobuf::LinkMessageReflection<
      apiextensions::fn::proto::v1::RunFunctionRequest>();
  google::protobuf::LinkMessageReflection<
      apiextensions::fn::proto::v1beta1::RunFunctionRequest>();
}

void Configure(const ServerOptions& options, grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(options.max_receive_megabytes << 20);
  // Two servers on one port would share its connections and nobody would know.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_TCP_READ_CHUNK_SIZE, kReadChunkBytes);
  builder.AddChannelArgument(GRPC_ARG_TCP_MIN_READ_CHUNK_SIZE, kReadChunkBytes);
  // Crossplane never compresses, and 1 MB of gzip may inflate to 1 GB before
  // the limit on messages is looked at.
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  // Reflection alone is served by gRPC's own threads.
  builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 1);
}

}  // namespace

Server::Server(const Function& function)
    : v1_("v1", function),
      v1beta1_("v1beta1", function),
      retired_(2 * kCallsAhead) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    const ServerOptions& options, const Function& function) {
  auto server = std::unique_ptr<Server>(new Server(function));
  FN_RETURN_IF_ERROR(server->Listen(options));
  server->Serve(options.threads != 0 ? options.threads
                                     : std::max(2, AvailableCores()));
  return server;
}

absl::Status Server::Listen(const ServerOptions& options) {
  LinkContract();
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  // Go's way to say all interfaces.
  std::string address = absl::StartsWith(options.address, ":")
                            ? absl::StrCat("[::]", options.address)
                            : options.address;
  int port = 0;
  grpc::ServerBuilder builder;
  Configure(options, builder);
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&v1_);
  builder.RegisterService(&v1beta1_);
  queue_ = builder.AddCompletionQueue();
  server_ = builder.BuildAndStart();
  if (server_ == nullptr || port == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot listen on ", options.address,
        ": the port is in use, or this machine has no such address"));
  }
  address_ = absl::StrCat(address.substr(0, address.rfind(':')), ":", port);
  return absl::OkStatus();
}

void Server::Serve(int threads) {
  v1_.Accept(kCallsAhead, *queue_, retired_);
  v1beta1_.Accept(kCallsAhead, *queue_, retired_);
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { RunFunctionService::Serve(*queue_); });
  }
}

void Server::Shutdown(std::chrono::milliseconds patience) {
  if (threads_.empty()) return;
  server_->Shutdown(std::chrono::system_clock::now() + patience);
  // A thread that has just answered asks for the next call, and may not do so
  // of a queue that is shut down: that can only come after the last one.
  retired_.wait();
  queue_->Shutdown();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Server::~Server() {
  Shutdown(std::chrono::milliseconds(0));
  if (queue_ == nullptr) return;
  server_.reset();
  queue_->Shutdown();
  RunFunctionService::Serve(*queue_);
}

}  // namespace loom

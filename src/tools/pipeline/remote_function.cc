// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/remote_function.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>

#include <vector>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

constexpr const char* kMethods[] = {
    "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction",
    "/apiextensions.fn.proto.v1beta1.FunctionRunnerService/RunFunction",
};

std::string ToText(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string text;
  if (!buffer.Dump(&slices).ok()) return text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

grpc::Status CallRemote(const std::shared_ptr<grpc::ChannelInterface>& channel,
                        const char* method, absl::string_view request,
                        absl::Time deadline, grpc::ByteBuffer* response) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(deadline));
  grpc::CompletionQueue queue;
  grpc::Slice slice(request.data(), request.size());
  auto call = stub.PrepareUnaryCall(&context, method,
                                    grpc::ByteBuffer(&slice, 1), &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  return status;
}

// The name that gRPC gives to a code.
absl::string_view CodeName(grpc::StatusCode code) {
  constexpr absl::string_view kNames[] = {"OK",
                                          "CANCELLED",
                                          "UNKNOWN",
                                          "INVALID_ARGUMENT",
                                          "DEADLINE_EXCEEDED",
                                          "NOT_FOUND",
                                          "ALREADY_EXISTS",
                                          "PERMISSION_DENIED",
                                          "RESOURCE_EXHAUSTED",
                                          "FAILED_PRECONDITION",
                                          "ABORTED",
                                          "OUT_OF_RANGE",
                                          "UNIMPLEMENTED",
                                          "INTERNAL",
                                          "UNAVAILABLE",
                                          "DATA_LOSS",
                                          "UNAUTHENTICATED"};
  size_t index = static_cast<size_t>(code);
  return index < std::size(kNames) ? kNames[index] : "UNKNOWN";
}

}  // namespace

RemoteFunction::RemoteFunction(const std::string& target) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  // A function that is being developed runs on this machine or near it, and a
  // proxy of the environment could not reach it.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  channel_ = grpc::CreateCustomChannel(
      target, grpc::InsecureChannelCredentials(), arguments);
}

absl::StatusOr<std::string> RemoteFunction::Run(absl::string_view request,
                                                absl::Time deadline) const {
  grpc::ByteBuffer response;
  grpc::Status status;
  for (const char* method : kMethods) {
    status = CallRemote(channel_, method, request, deadline, &response);
    if (status.error_code() != grpc::StatusCode::UNIMPLEMENTED) break;
  }
  if (status.ok()) return ToText(response);
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    return absl::NotFoundError(status.error_message());
  }
  return absl::InvalidArgumentError(absl::StrCat(CodeName(status.error_code()),
                                                 ": ", status.error_message()));
}

}  // namespace loom

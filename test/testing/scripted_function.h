// SPDX-License-Identifier: Apache-2.0
// A function that answers what a test says, over gRPC on a free port.
#pragma once

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace loom {

class ScriptedFunction {
 public:
  struct Answer {
    std::string bytes;
    grpc::Status status;
  };
  // Given the method and the bytes of the request, on a thread of its own.
  using Script = std::function<Answer(const std::string&, const std::string&)>;

  explicit ScriptedFunction(Script script) : script_(std::move(script)) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterAsyncGenericService(&service_);
    queue_ = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
    thread_ = std::thread([this] { Serve(); });
  }
  ~ScriptedFunction() {
    server_->Shutdown();
    thread_.join();
  }

  std::string address() const { return absl::StrCat("127.0.0.1:", port_); }

 private:
  // One call after the other: asked for, read, answered. A server that shuts
  // down sends none any more; only then may the queue, in which calls are asked
  // for, shut down as well.
  void Serve() {
    for (;;) {
      grpc::GenericServerContext context;
      grpc::GenericServerAsyncReaderWriter stream(&context);
      service_.RequestCall(&context, &stream, queue_.get(), queue_.get(),
                           nullptr);
      grpc::ByteBuffer request;
      if (!Next()) break;
      stream.Read(&request, nullptr);
      if (!Next()) continue;
      Answer answer = script_(context.method(), ToText(request));
      grpc::Slice slice(answer.bytes);
      grpc::ByteBuffer response(&slice, 1);
      if (answer.status.ok()) {
        stream.WriteAndFinish(response, {}, answer.status, nullptr);
      } else {
        stream.Finish(answer.status, nullptr);
      }
      Next();
    }
    queue_->Shutdown();
    Drain();
  }
  bool Next() {
    void* tag = nullptr;
    bool ok = false;
    return queue_->Next(&tag, &ok) && ok;
  }
  void Drain() {
    void* tag = nullptr;
    bool ok = false;
    while (queue_->Next(&tag, &ok)) {
    }
  }
  static std::string ToText(const grpc::ByteBuffer& buffer) {
    std::vector<grpc::Slice> slices;
    std::string text;
    if (!buffer.Dump(&slices).ok()) return text;
    for (const grpc::Slice& slice : slices) {
      text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
    return text;
  }

  Script script_;
  int port_ = 0;
  grpc::AsyncGenericService service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::thread thread_;
};

}  // namespace loom

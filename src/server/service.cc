// SPDX-License-Identifier: Apache-2.0
#include "server/service.h"

#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/support/async_unary_call.h>

#include <chrono>
#include <optional>

#include "absl/strings/str_cat.h"
#include "server/log.h"
#include "wire/reader.h"

namespace loom {
namespace {

using Clock = std::chrono::steady_clock;

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The message as one run of bytes. The buffer is left empty: else a request
// that arrived in pieces would be held twice while it is worked on.
grpc::Slice TakeOneSlice(grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.TrySingleSlice(&slice).ok()) {
    // Fails only for an empty buffer, which is an empty message.
    (void)buffer.DumpToSingleSlice(&slice);
  }
  buffer.Clear();
  return slice;
}

// Hands the block over to gRPC, which frees it once it is sent.
grpc::ByteBuffer ToByteBuffer(Bytes bytes) {
  char* begin = bytes.block.get() + bytes.begin;
  grpc::Slice slice(
      begin, bytes.size,
      [](void* block) { delete[] static_cast<char*>(block); },
      bytes.block.release());
  return grpc::ByteBuffer(&slice, 1);
}

// meta.tag, by which a call is found again in Crossplane's own logs.
absl::string_view Tag(absl::string_view request) {
  absl::string_view tag;
  for (WireReader in(request); in.Next();) {
    if (!in.Is(1, WireType::kBytes)) continue;
    for (WireReader meta(in.bytes()); meta.Next();) {
      if (meta.Is(1, WireType::kBytes)) tag = meta.bytes();
    }
  }
  return tag;
}

}  // namespace

// One call at a time, again and again: asked for, worked on, answered. It is
// its own tag in the queue.
class RunFunctionService::Call {
 public:
  Call(RunFunctionService& service, grpc::ServerCompletionQueue& queue,
       std::latch& retired)
      : service_(service), queue_(queue), retired_(retired) {
    Ask();
  }

  // What was started has happened. Without `ok`, a call that was asked for will
  // not come any more; of an answer, it says whether the peer still wanted it.
  void Proceed(bool ok) {
    if (arrived_) return Ask();
    if (!ok) return Retire();
    arrived_ = true;
    Answer();
  }

 private:
  struct Exchange {
    grpc::ServerContext context;
    grpc::ByteBuffer request;
    grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer{&context};
  };

  void Ask() {
    arrived_ = false;
    exchange_.emplace();
    service_.RequestAsyncUnary(0, &exchange_->context, &exchange_->request,
                               &exchange_->writer, &queue_, &queue_, this);
  }

  void Retire() {
    std::latch& retired = retired_;
    delete this;
    retired.count_down();
  }

  void Answer() {
    std::optional<Clock::time_point> start;
    if (LogEnabled(LogLevel::kDebug)) start = Clock::now();
    grpc::Slice request = TakeOneSlice(exchange_->request);
    absl::StatusOr<Bytes> response = service_.function_.Run(View(request));
    if (start) LogCall(View(request), response, Clock::now() - *start);
    // Freed before the response is sent, which may take long.
    request = grpc::Slice();
    if (response.ok()) {
      exchange_->writer.Finish(ToByteBuffer(*std::move(response)),
                               grpc::Status::OK, this);
    } else {
      exchange_->writer.FinishWithError(
          {grpc::StatusCode(response.status().code()),
           std::string(response.status().message())},
          this);
    }
  }

  void LogCall(absl::string_view request, const absl::StatusOr<Bytes>& response,
               std::chrono::duration<double, std::milli> took) const {
    Log(LogLevel::kDebug, "answered a call",
        {{"tag", Tag(request)},
         {"version", service_.version_},
         {"request_bytes", request.size()},
         {"response_bytes", response.ok() ? response->size : 0},
         {"milliseconds", took.count()},
         {"code", absl::StatusCodeToString(response.status().code())}});
  }

  RunFunctionService& service_;
  grpc::ServerCompletionQueue& queue_;
  std::latch& retired_;
  std::optional<Exchange> exchange_;
  bool arrived_ = false;
};

RunFunctionService::RunFunctionService(const std::string& version,
                                       const Function& function)
    : version_(version),
      path_(absl::StrCat("/apiextensions.fn.proto.", version,
                         ".FunctionRunnerService/RunFunction")),
      function_(function) {
  // The base class takes the method, which points at the path. A method without
  // a handler is one that is asked for through a queue.
  AddMethod(new grpc::internal::RpcServiceMethod(
      path_.c_str(), grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
  MarkMethodRaw(0);
}

void RunFunctionService::Accept(int count, grpc::ServerCompletionQueue& queue,
                                std::latch& retired) {
  for (int i = 0; i < count; ++i) new Call(*this, queue, retired);
}

void RunFunctionService::Serve(grpc::ServerCompletionQueue& queue) {
  void* tag;
  bool ok;
  while (queue.Next(&tag, &ok)) static_cast<Call*>(tag)->Proceed(ok);
}

}  // namespace loom

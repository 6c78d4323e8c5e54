// SPDX-License-Identifier: Apache-2.0
#include "server/service.h"

#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/support/async_unary_call.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "server/call_log.h"
#include "server/guarded.h"

namespace loom {
namespace {

using Clock = std::chrono::steady_clock;

// A call is slow once it has used this much CPU time, which few calls do. One
// match of a pattern can take half a second without a look at the clock, so the
// steps that a call is about to take count as well; these take about as long.
constexpr std::chrono::milliseconds kSlow{50};
constexpr uint64_t kSlowSteps = limits::kStepsOfASlowCall;
// A slow call that finds too many others slow is allowed this much before it
// fails.
constexpr std::chrono::milliseconds kTooSlow{500};

// The CPU time that this thread has used since the object was made.
class ThreadTime {
 public:
  std::chrono::nanoseconds Passed() const { return Now() - start_; }

 private:
  static std::chrono::nanoseconds Now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) +
           std::chrono::nanoseconds(time.tv_nsec);
  }

  const std::chrono::nanoseconds start_ = Now();
};

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The message as contiguous bytes. The buffer is cleared, because a request
// that arrived in pieces would otherwise be in memory twice during the call.
grpc::Slice TakeOneSlice(grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.TrySingleSlice(&slice).ok()) {
    // Fails only if the buffer is empty, which stands for an empty message.
    (void)buffer.DumpToSingleSlice(&slice);
  }
  buffer.Clear();
  return slice;
}

// gRPC takes ownership of the block and frees it after sending.
grpc::ByteBuffer ToByteBuffer(Bytes bytes) {
  char* begin = bytes.block.get() + bytes.begin;
  grpc::Slice slice(
      begin, bytes.size,
      [](void* block) { delete[] static_cast<char*>(block); },
      bytes.block.release());
  return grpc::ByteBuffer(&slice, 1);
}

// What gRPC needs for one call.
struct Exchange {
  grpc::ServerContext context;
  grpc::ByteBuffer request;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer{&context};
};

}  // namespace

// Requests a call from gRPC, runs it, sends the answer, and begins again.
class RunFunctionService::Call {
 public:
  // A tag of the completion queue: which call it belongs to, and what happened.
  struct Event {
    Call* call;
    void (Call::*happened)(bool ok, Lanes* lanes);
  };

  Call(RunFunctionService& service, grpc::ServerCompletionQueue& queue,
       std::latch& retired)
      : service_(service), queue_(queue), retired_(retired) {
    Ask();
  }

 private:
  void Ask() {
    exchange_.emplace();
    over_ = false;
    pending_ = 2;
    exchange_->context.AsyncNotifyWhenDone(&on_over_);
    service_.RequestAsyncUnary(0, &exchange_->context, &exchange_->request,
                               &exchange_->writer, &queue_, &queue_,
                               &on_arrived_);
  }

  // `ok` is false if the server shuts down and no call will arrive any more.
  void Arrived(bool ok, Lanes* lanes) {
    if (ok) return Answer(lanes);
    std::latch& retired = retired_;
    delete this;
    retired.count_down();
  }

  // Both events follow each call, possibly in different threads. The second one
  // requests the next call.
  void Answered(bool, Lanes*) { Release(); }
  void Over(bool, Lanes*) {
    // The event also follows an answer that was sent; then nobody reads this.
    over_.store(true, std::memory_order_relaxed);
    Release();
  }
  void Release() {
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) Ask();
  }

  bool NobodyWaits() const {
    return over_.load(std::memory_order_relaxed) ||
           exchange_->context.deadline() < std::chrono::system_clock::now();
  }

  void Answer(Lanes* lanes) {
    Clock::time_point start = Clock::now();
    service_.method_->started.Add();
    service_.method_->received.Add();
    grpc::Slice request = TakeOneSlice(exchange_->request);
    CallRecord record{.version = service_.version_,
                      .request_bytes = request.size()};
    absl::StatusOr<Bytes> response = Run(View(request), lanes, &record.facts);
    // Freed before the response is sent, because sending can take long.
    request = grpc::Slice();
    record.took = Clock::now() - start;
    record.status = response.status();
    record.response_bytes = response.ok() ? response->size : 0;
    Count(record, service_.metrics_, service_.method_);
    LogCall(record);
    if (response.ok()) {
      exchange_->writer.Finish(ToByteBuffer(*std::move(response)),
                               grpc::Status::OK, &on_answered_);
    } else {
      exchange_->writer.FinishWithError(
          {grpc::StatusCode(response.status().code()),
           std::string(response.status().message())},
          &on_answered_);
    }
  }

  absl::StatusOr<Bytes> Run(absl::string_view request, Lanes* lanes,
                            CallFacts* facts) const {
    if (NobodyWaits()) {
      return absl::CancelledError(
          "the client no longer waits for the response");
    }
    const ThreadTime start;
    bool crowded = false;
    auto stopped = [&](uint64_t steps) {
      std::chrono::nanoseconds passed = start.Passed();
      bool slow = passed > kSlow || steps > kSlowSteps;
      crowded =
          lanes != nullptr && slow && !lanes->StepAside() && passed > kTooSlow;
      return crowded || NobodyWaits();
    };
    absl::StatusOr<Bytes> response = Guarded([&] {
      return service_.function_.Run(request, {.stopped = stopped}, facts);
    });
    if (crowded) {
      return absl::ResourceExhaustedError("too many slow calls at once");
    }
    return response;
  }

  RunFunctionService& service_;
  grpc::ServerCompletionQueue& queue_;
  std::latch& retired_;
  std::optional<Exchange> exchange_;
  std::atomic<int> pending_{0};
  std::atomic<bool> over_{false};
  Event on_arrived_{this, &Call::Arrived};
  Event on_answered_{this, &Call::Answered};
  Event on_over_{this, &Call::Over};
};

RunFunctionService::RunFunctionService(const std::string& version,
                                       const Function& function,
                                       Metrics* metrics, MethodMetrics* method)
    : version_(version),
      path_(absl::StrCat("/apiextensions.fn.proto.", version,
                         ".FunctionRunnerService/RunFunction")),
      function_(function),
      metrics_(metrics),
      method_(method) {
  // The base class owns the method, which refers to the text of the path. A
  // method without a handler is served through a completion queue.
  AddMethod(new grpc::internal::RpcServiceMethod(
      path_.c_str(), grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
  MarkMethodRaw(0);
}

void RunFunctionService::Accept(int count, grpc::ServerCompletionQueue& queue,
                                std::latch& retired) {
  for (int i = 0; i < count; ++i) new Call(*this, queue, retired);
}

bool RunFunctionService::TakeOne(grpc::ServerCompletionQueue& queue,
                                 Lanes* lanes) {
  void* tag;
  bool ok;
  if (!queue.Next(&tag, &ok)) return false;
  auto* event = static_cast<Call::Event*>(tag);
  (event->call->*event->happened)(ok, lanes);
  return true;
}

}  // namespace loom

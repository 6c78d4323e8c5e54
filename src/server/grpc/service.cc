// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/service.h"

#include <grpcpp/alarm.h>
#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/support/async_unary_call.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "server/grpc/call_log.h"
#include "server/grpc/event.h"
#include "server/grpc/guarded.h"

namespace loom {
namespace {

using SteadyClock = std::chrono::steady_clock;

// A call is slow once it has used this much CPU time, which few calls do. One
// match of a pattern can take half a second without a look at the clock, so the
// steps that a call is about to take count as well; these take as long at most.
constexpr std::chrono::milliseconds kSlow{limits::kSlowMilliseconds};
constexpr uint64_t kSlowSteps = limits::kStepsOfASlowCall;
// A call that has used this much, or is about to take so many steps, or whose request is
// larger, is not quick: another thread takes calls beside it. To wake that
// thread takes about 20 microseconds, as a call of a few resources does.
constexpr std::chrono::microseconds kQuick{500};
constexpr uint64_t kQuickSteps = 50'000;
constexpr size_t kQuickBytes = 256 << 10;
// How long a client waits for the answer that too many calls are slow. Without
// it, clients that try again at once would keep the takers busy.
constexpr std::chrono::seconds kUntilRefused{limits::kRefusalSeconds};

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

// The message as contiguous bytes. One that arrived in pieces is cleared, because it would
// otherwise be in memory twice during the call. One that did not stays in the buffer:
// whoever frees what gRPC has received has to be a function of gRPC, as the buffer's are.
// Version 1.51 ends the process if that happens elsewhere while its memory is short.
grpc::Slice ReadAll(grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (buffer.TrySingleSlice(&slice).ok()) return slice;
  // Fails only if the buffer is empty, which stands for an empty message.
  (void)buffer.DumpToSingleSlice(&slice);
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

absl::Status TooMuchIsHeld() {
  return absl::ResourceExhaustedError(
      "the calls in progress hold too much memory");
}

absl::Status TooManyAreSlow() {
  return absl::ResourceExhaustedError("too many slow calls at once");
}

}  // namespace

// Requests a call from gRPC, runs it, sends the answer, and ends. When the call
// arrives, another object requests the next one.
class RunFunctionService::Call {
 public:
  Call(RunFunctionService& service, grpc::ServerCompletionQueue& queue,
       CallsInProgress& calls)
      : service_(service), queue_(queue), calls_(calls) {
    calls_.count.Add();
    context_.AsyncNotifyWhenDone(&on_over_);
    service_.RequestAsyncUnary(0, &context_, &request_, &writer_, &queue_,
                               &queue_, &on_arrived_);
  }

 private:
  // `ok` is false if the server shuts down and no call will arrive any more.
  void Arrived(bool ok, Lanes* lanes) {
    if (!ok) return End();
    new Call(service_, queue_, calls_);
    Answer(lanes);
  }

  // Both events follow each call, possibly in different threads.
  void Answered() {
    calls_.unread.Remove(place_);
    held_.GiveAll();
    EndAfterBoth();
  }
  void Over() {
    // The event also follows an answer that was sent; then nobody reads this.
    over_.store(true, std::memory_order_relaxed);
    EndAfterBoth();
  }
  void EndAfterBoth() {
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) End();
  }
  void End() {
    CallsInProgress& calls = calls_;
    delete this;
    calls.count.Remove();
  }

  bool DeadlinePassed() const {
    return context_.deadline() < std::chrono::system_clock::now();
  }
  bool NobodyWaits() const {
    return over_.load(std::memory_order_relaxed) || DeadlinePassed();
  }
  // The deadline comes first, because gRPC ends a call at that, too. A client that
  // has gone is not our affair, but a deadline that passed may mean that this
  // process is too slow, and the alert for errors counts it.
  absl::Status WhyNobodyWaits() const {
    if (DeadlinePassed()) {
      return absl::DeadlineExceededError(
          "the deadline has passed before the response was made");
    }
    return absl::CancelledError("the client no longer waits for the response");
  }

  // Counts so many bytes for this call, in place of those that were counted. If
  // they are too many, none are counted.
  bool Hold(size_t bytes) {
    held_.GiveAll();
    return held_.Take(&calls_.held, bytes);
  }

  void Answer(Lanes* lanes) {
    SteadyClock::time_point start = SteadyClock::now();
    service_.method_->started.Add();
    service_.method_->received.Add();
    CallRecord record{.version = service_.version_,
                      .request_bytes = request_.Length()};
    if (lanes != nullptr && record.request_bytes > kQuickBytes) {
      lanes->HandOver();
    }
    if (Hold(limits::kHeldOfACall + record.request_bytes)) {
      grpc::Slice request = ReadAll(request_);
      response_ = Run(View(request), lanes, &record.facts);
    } else {
      response_ = TooMuchIsHeld();
    }
    // Freed before the response is sent, because sending can take long.
    request_.Clear();
    record.response_bytes = response_.ok() ? response_->size : 0;
    if (!Hold(limits::kHeldOfACall + record.response_bytes)) {
      response_ = TooMuchIsHeld();
      record.response_bytes = 0;
    }
    record.took = SteadyClock::now() - start;
    record.status = response_.status();
    Count(record, service_.metrics_, service_.method_);
    LogCall(record);
    if (!refused_ && !Lanes::Aside()) return Send();
    // A thread that has stepped aside has a low priority, and whoever sends also
    // sends for other calls on the connection. So a taker does it.
    due_.emplace();
    due_->Set(&queue_,
              std::chrono::system_clock::now() +
                  (refused_ ? kUntilRefused : std::chrono::seconds(0)),
              &on_due_);
  }

  void Send() {
    place_ = calls_.unread.Add(context_);
    if (response_.ok()) {
      writer_.Finish(ToByteBuffer(*std::move(response_)), grpc::Status::OK,
                     &on_answered_);
    } else {
      writer_.FinishWithError({grpc::StatusCode(response_.status().code()),
                               std::string(response_.status().message())},
                              &on_answered_);
    }
  }

  absl::StatusOr<Bytes> Run(absl::string_view request, Lanes* lanes,
                            CallFacts* facts) {
    if (NobodyWaits()) return WhyNobodyWaits();
    const ThreadTime start;
    uint64_t taken = 0;
    auto stopped = [&](uint64_t steps) {
      const uint64_t next = steps - std::exchange(taken, steps);
      if (lanes != nullptr) MakeRoom(start.Passed(), next, *lanes);
      return refused_ || NobodyWaits();
    };
    absl::StatusOr<Bytes> response = Guarded([&] {
      return service_.function_.Run(request, {.stopped = stopped}, facts);
    });
    if (refused_) return TooManyAreSlow();
    if (absl::IsCancelled(response.status())) return WhyNobodyWaits();
    return response;
  }

  // For other calls, if this one has taken so long or is about to take so many steps.
  void MakeRoom(std::chrono::nanoseconds passed, uint64_t next, Lanes& lanes) {
    if (passed > kQuick || next > kQuickSteps) lanes.HandOver();
    if (passed > kSlow || next > kSlowSteps) {
      refused_ = !lanes.StepAside([this] { return NobodyWaits(); });
    }
  }

  RunFunctionService& service_;
  grpc::ServerCompletionQueue& queue_;
  CallsInProgress& calls_;
  // Which of the two events that follow each call have not come yet.
  std::atomic<int> pending_{2};
  std::atomic<bool> over_{false};
  HeldBytes held_;
  absl::StatusOr<Bytes> response_;
  bool refused_ = false;
  std::optional<grpc::Alarm> due_;
  UnreadAnswers::Place place_;
  Event on_arrived_{[this](bool ok, Lanes* lanes) { Arrived(ok, lanes); },
                    /*is_call=*/true};
  Event on_due_{[this](bool, Lanes*) { Send(); }};
  Event on_answered_{[this](bool, Lanes*) { Answered(); }};
  Event on_over_{[this](bool, Lanes*) { Over(); }};
  // What gRPC needs for one call.
  grpc::ServerContext context_;
  grpc::ByteBuffer request_;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer_{&context_};
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
                                CallsInProgress& calls) {
  for (int i = 0; i < count; ++i) new Call(*this, queue, calls);
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/service.h"

#include <grpcpp/alarm.h>
#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/support/async_unary_call.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "server/grpc/call_log.h"
#include "server/grpc/event.h"
#include "server/grpc/guarded.h"
#include "server/grpc/worker_pool.h"

// The stages of a call, and the methods of Call that implement them:
//
//   Call       the object requests a call from gRPC and waits in its queue
//   Arrived    a call has arrived; another object requests the next one
//   Answer     takes the bytes of the request from gRPC, counts them among those of all
//              calls (Hold), runs the function, counts the response, logs
//   Run        runs the function; Pace makes room for other calls meanwhile, and stops
//              the call if its client is gone or too many calls are slow
//   Due        only if the thread has given way or the call was refused: another worker
//              sends the response, now or after a second
//   Send       passes the response to gRPC, which frees it once it is sent
//   Answered   gRPC has sent the response
//   Over       the call is over for gRPC, because it was answered or because its client
//              has gone
//
// Answered and Over come in any order and in any thread; the later one deletes the
// object. So a method that starts an operation that leads to either event (Send, and
// the alarm of Due) must not use the object afterwards.
namespace loom {
namespace {

using SteadyClock = std::chrono::steady_clock;

// While a larger request is served, another thread takes calls.
constexpr size_t kQuickBytes = 256 << 10;
// The delay of the answer that too many calls are slow. Without it, clients that retry
// at once would keep the workers busy.
constexpr std::chrono::seconds kUntilRefused{limits::kRefusalSeconds};

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// Returns the message as contiguous bytes. If it arrived in pieces, the buffer is
// cleared, because the message would otherwise be in memory twice during the call. If
// it did not, it stays in the buffer: gRPC 1.51 ends the process if received bytes are
// freed outside its own functions, such as the buffer's, while its memory is short.
grpc::Slice ReadAll(grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (buffer.TrySingleSlice(&slice).ok()) return slice;
  // Fails only if the buffer is empty, which means an empty message.
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

// Returns the first piece of a message that is not read whole.
grpc::Slice FirstOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Valid() || !buffer.Dump(&slices).ok() || slices.empty()) {
    return {};
  }
  return slices[0];
}

// Uses the wording of gRPC.
absl::Status IsTooLarge(size_t bytes, size_t most) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "Received message larger than max (", bytes, " vs. ", most, ")"));
}

absl::Status TooMuchIsHeld() {
  return absl::ResourceExhaustedError(
      "the calls in progress hold too much memory");
}

absl::Status TooManyAreSlow() {
  return absl::ResourceExhaustedError("too many slow calls at once");
}

}  // namespace

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
  void Arrived(bool ok, WorkerPool* pool) {
    if (!ok) return End();
    new Call(service_, queue_, calls_);
    Answer(pool);
  }

  void Due(bool, WorkerPool*) { Send(); }

  // Both of these events follow each call, possibly in different threads.
  void Answered(bool, WorkerPool*) {
    calls_.unread.Remove(place_);
    held_.GiveAll();
    EndAfterBoth();
  }
  void Over(bool, WorkerPool*) {
    // The event also follows an answer that was sent; then this is not read.
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
  // The deadline is checked first, because gRPC also ends a call at its deadline. A
  // client that is gone is not an error of the server, but an exceeded deadline may
  // mean that this process is too slow, and the alert for errors counts it.
  absl::Status WhyNobodyWaits() const {
    if (DeadlinePassed()) {
      return absl::DeadlineExceededError(
          "the deadline passed before the response was ready");
    }
    return absl::CancelledError("the client no longer waits for the response");
  }

  // Sets the number of bytes that are counted for this call. If they are too many, none
  // are counted.
  bool Hold(size_t bytes) {
    held_.GiveAll();
    return held_.Take(&calls_.held, bytes);
  }

  void Answer(WorkerPool* pool) {
    SteadyClock::time_point start = SteadyClock::now();
    service_.method_->started.Add();
    service_.method_->received.Add();
    CallRecord record{.version = service_.version_,
                      .request_bytes = request_.Length()};
    if (pool != nullptr && record.request_bytes > kQuickBytes) {
      pool->PromoteFollower();
    }
    grpc::Slice request;
    if (record.request_bytes > service_.max_request_bytes_) {
      response_ = IsTooLarge(record.request_bytes, service_.max_request_bytes_);
    } else if (Hold(limits::kHeldOfACall + record.request_bytes)) {
      request = ReadAll(request_);
      response_ = Run(View(request), pool, &record.facts);
    } else {
      response_ = TooMuchIsHeld();
    }
    record.response_bytes = response_.ok() ? response_->size : 0;
    if (!Hold(limits::kHeldOfACall + record.response_bytes)) {
      response_ = TooMuchIsHeld();
      record.response_bytes = 0;
    }
    record.took = SteadyClock::now() - start;
    record.status = response_.status();
    Count(record, service_.metrics_, service_.method_);
    if (service_.recorder_ != nullptr && response_.ok()) {
      service_.recorder_->Record(View(request), response_->view());
    }
    if (IsLogged(record)) {
      if (request.size() == 0) request = FirstOf(request_);
      record.request = View(request);
      LogCall(record);
    }
    // Freed before the response is sent, because sending can take long.
    request = {};
    request_.Clear();
    if (!refused_ && !WorkerPool::HasGivenWay()) return Send();
    // A worker sends the response: a thread that has given way has a low priority, and
    // the sending thread also sends for other calls on the connection.
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

  absl::StatusOr<Bytes> Run(absl::string_view request, WorkerPool* pool,
                            CallFacts* facts) {
    if (NobodyWaits()) return WhyNobodyWaits();
    Pace pace(
        pool, [this] { return NobodyWaits(); },
        [this] { return service_.function_.MemoryIsShort(); });
    CallOptions options;
    options.stopped = [&pace](uint64_t steps) { return pace.MustStop(steps); };
    options.stopped_waiting = [&pace] { return pace.MustStopWaiting(); };
    absl::StatusOr<Bytes> response = Guarded(
        [&] { return service_.function_.Run(request, options, facts); });
    refused_ = pace.refused();
    if (refused_) return TooManyAreSlow();
    if (absl::IsCancelled(response.status())) return WhyNobodyWaits();
    return response;
  }

  RunFunctionService& service_;
  grpc::ServerCompletionQueue& queue_;
  CallsInProgress& calls_;
  // The number of the two final events that have not come yet.
  std::atomic<int> pending_{2};
  std::atomic<bool> over_{false};
  HeldBytes held_;
  absl::StatusOr<Bytes> response_;
  bool refused_ = false;
  std::optional<grpc::Alarm> due_;
  UnreadAnswers::Place place_;
  Event on_arrived_ = EventOf<&Call::Arrived>(this, /*is_call=*/true);
  Event on_due_ = EventOf<&Call::Due>(this);
  Event on_answered_ = EventOf<&Call::Answered>(this);
  Event on_over_ = EventOf<&Call::Over>(this);
  // The objects that gRPC needs for one call.
  grpc::ServerContext context_;
  grpc::ByteBuffer request_;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer_{&context_};
};

RunFunctionService::RunFunctionService(const std::string& version,
                                       size_t max_request_bytes,
                                       const Function& function,
                                       Metrics* metrics, MethodMetrics* method,
                                       CallRecorder* recorder)
    : version_(version),
      path_(absl::StrCat("/apiextensions.fn.proto.", version,
                         ".FunctionRunnerService/RunFunction")),
      max_request_bytes_(max_request_bytes),
      function_(function),
      metrics_(metrics),
      method_(method),
      recorder_(recorder) {
  // The base class owns the method, which refers to the string of the path. A method
  // without a handler is served through a completion queue.
  AddMethod(new grpc::internal::RpcServiceMethod(
      path_.c_str(), grpc::internal::RpcMethod::NORMAL_RPC, nullptr));
  MarkMethodRaw(0);
}

void RunFunctionService::Accept(int count, grpc::ServerCompletionQueue& queue,
                                CallsInProgress& calls) {
  for (int i = 0; i < count; ++i) new Call(*this, queue, calls);
}

}  // namespace loom

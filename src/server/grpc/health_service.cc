// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/health_service.h"

#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/async_unary_call.h>

#include "data/wire/reader.h"
#include "data/wire/writer.h"
#include "server/grpc/event.h"

// A call of Check is one round: requested, arrived, answered. A call of Watch lasts
// longer. gRPC takes one operation of a call at a time and reports the end of each with
// an event. So Watch keeps the state to send (subject_, final_) and the state that was
// sent (sent_). Whenever they differ and gRPC is not busy (busy_), GoOn starts the next
// operation. Any thread may change the state to send; the mutex of the service protects
// all of it. The object ends when the call is over and gRPC is no longer busy, in any
// order.
namespace loom {
namespace {

// The positions of the methods in the service.
constexpr int kCheck = 0;
constexpr int kWatch = 1;

const grpc::Status& Malformed() {
  static const grpc::Status status(grpc::StatusCode::INVALID_ARGUMENT,
                                   "not a HealthCheckRequest");
  return status;
}

const grpc::Status& Ending() {
  static const grpc::Status status(grpc::StatusCode::UNAVAILABLE,
                                   "the server is shutting down");
  return status;
}

// Returns the subject of a request; nullopt if the request is malformed. The name of
// the server is empty. The name is not kept, because a client may send one of any
// length.
std::optional<HealthService::Subject> SubjectOf(grpc::ByteBuffer& request) {
  using Subject = HealthService::Subject;
  grpc::Slice slice;
  // Fails only if the buffer is empty, which means an empty message.
  (void)request.DumpToSingleSlice(&slice);
  request.Clear();
  absl::string_view service;
  WireReader in({reinterpret_cast<const char*>(slice.begin()), slice.size()});
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) service = in.bytes();
  }
  if (!in.ok()) return std::nullopt;
  return service.empty() ? Subject::kServer : Subject::kUnknown;
}

}  // namespace

// Requests a call from gRPC, answers it, and ends. When the call arrives, another object
// requests the next one.
class HealthService::Check {
 public:
  Check(HealthService& service, grpc::ServerCompletionQueue& queue,
        CallsInProgress& calls)
      : service_(service), queue_(queue), calls_(calls) {
    calls_.count.Add();
    service_.RequestAsyncUnary(kCheck, &context_, &request_, &writer_, &queue_,
                               &queue_, &on_arrived_);
  }

 private:
  void Arrived(bool ok, WorkerPool*) {
    if (!ok) return End();
    new Check(service_, queue_, calls_);
    const std::optional<Subject> subject = SubjectOf(request_);
    if (!subject.has_value()) {
      return writer_.FinishWithError(Malformed(), &on_answered_);
    }
    MutexLock lock(service_.mutex_);
    const Health health = service_.HealthOf(*subject);
    if (health == Health::kServiceUnknown) {
      return writer_.FinishWithError(
          {grpc::StatusCode::NOT_FOUND, "unknown service"}, &on_answered_);
    }
    writer_.Finish(Response(health), grpc::Status::OK, &on_answered_);
  }

  void Answered(bool, WorkerPool*) { End(); }

  void End() {
    CallsInProgress& calls = calls_;
    delete this;
    calls.count.Remove();
  }

  HealthService& service_;
  grpc::ServerCompletionQueue& queue_;
  CallsInProgress& calls_;
  Event on_arrived_ = EventOf<&Check::Arrived>(this);
  Event on_answered_ = EventOf<&Check::Answered>(this);
  grpc::ServerContext context_;
  grpc::ByteBuffer request_;
  grpc::ServerAsyncResponseWriter<grpc::ByteBuffer> writer_{&context_};
};

// Does the same, but the call lasts until its client or the server ends it.
class HealthService::Watch {
 public:
  Watch(HealthService& service, grpc::ServerCompletionQueue& queue,
        CallsInProgress& calls)
      : service_(service), queue_(queue), calls_(calls) {
    calls_.count.Add();
    context_.AsyncNotifyWhenDone(&on_over_);
    service_.RequestAsyncServerStreaming(kWatch, &context_, &request_, &writer_,
                                         &queue_, &queue_, &on_arrived_);
  }

  // Tells -Wthread-safety that service_.mutex_ is the mutex that the caller holds.
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK(service_.mutex_) {}

  // Sends a changed answer, and ends the call if it is to end. gRPC takes one operation
  // at a time, so while it is busy, this happens later.
  void GoOn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(service_.mutex_) {
    if (busy_ || over_ || finished_) return;
    if (subject_.has_value() && sent_ != service_.HealthOf(*subject_)) {
      sent_ = service_.HealthOf(*subject_);
      busy_ = true;
      writer_.Write(Response(*sent_), &on_written_);
    } else if (final_.has_value()) {
      finished_ = busy_ = true;
      writer_.Finish(*final_, &on_written_);
    }
  }

  void Finish(grpc::Status status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(service_.mutex_) {
    final_ = std::move(status);
    GoOn();
  }

 private:
  void Arrived(bool ok, WorkerPool*) {
    // gRPC does not report the end of a call that has not begun.
    if (!ok) return End();
    new Watch(service_, queue_, calls_);
    const std::optional<Subject> subject = SubjectOf(request_);
    {
      MutexLock lock(service_.mutex_);
      subject_ = subject;
      if (service_.ends_watches_) final_ = Ending();
      if (!subject_.has_value()) final_ = Malformed();
      if (!over_) service_.watches_.insert(this);
    }
    Ready();
  }

  void Written(bool, WorkerPool*) { Ready(); }

  // gRPC has finished its operation.
  void Ready() {
    {
      MutexLock lock(service_.mutex_);
      busy_ = false;
      GoOn();
      if (busy_ || !over_) return;
    }
    End();
  }

  // Called at the end of each call, whether it was finished here or its client is gone.
  void Over(bool, WorkerPool*) {
    {
      MutexLock lock(service_.mutex_);
      over_ = true;
      service_.watches_.erase(this);
      if (busy_) return;
    }
    End();
  }

  void End() {
    CallsInProgress& calls = calls_;
    delete this;
    calls.count.Remove();
  }

  HealthService& service_;
  grpc::ServerCompletionQueue& queue_;
  CallsInProgress& calls_;
  // Whether an operation is in progress whose end gRPC will report.
  bool busy_ ABSL_GUARDED_BY(service_.mutex_) = true;
  bool over_ ABSL_GUARDED_BY(service_.mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(service_.mutex_) = false;
  // nullopt: the request is malformed, or has not arrived.
  std::optional<Subject> subject_ ABSL_GUARDED_BY(service_.mutex_);
  std::optional<Health> sent_ ABSL_GUARDED_BY(service_.mutex_);
  // The status with which the call is to end, once known.
  std::optional<grpc::Status> final_ ABSL_GUARDED_BY(service_.mutex_);
  Event on_arrived_ = EventOf<&Watch::Arrived>(this);
  Event on_written_ = EventOf<&Watch::Written>(this);
  Event on_over_ = EventOf<&Watch::Over>(this);
  grpc::ServerContext context_;
  grpc::ByteBuffer request_;
  grpc::ServerAsyncWriter<grpc::ByteBuffer> writer_{&context_};
};

HealthService::HealthService() {
  using grpc::internal::RpcMethod;
  using grpc::internal::RpcServiceMethod;
  // The base class owns the methods. Those without a handler are served through a
  // completion queue.
  AddMethod(new RpcServiceMethod("/grpc.health.v1.Health/Check",
                                 RpcMethod::NORMAL_RPC, nullptr));
  MarkMethodRaw(kCheck);
  AddMethod(new RpcServiceMethod("/grpc.health.v1.Health/Watch",
                                 RpcMethod::SERVER_STREAMING, nullptr));
  MarkMethodRaw(kWatch);
}

void HealthService::Accept(grpc::ServerCompletionQueue& queue,
                           CallsInProgress& calls) {
  new Check(*this, queue, calls);
  new Watch(*this, queue, calls);
}

void HealthService::StopServing() {
  MutexLock lock(mutex_);
  serving_ = false;
  for (Watch* watch : watches_) {
    watch->AssertHeld();
    watch->GoOn();
  }
}

void HealthService::EndWatches() {
  MutexLock lock(mutex_);
  ends_watches_ = true;
  for (Watch* watch : watches_) {
    watch->AssertHeld();
    watch->Finish(Ending());
  }
}

HealthService::Health HealthService::HealthOf(Subject subject) const {
  if (subject != Subject::kServer) return Health::kServiceUnknown;
  return serving_ ? Health::kServing : Health::kNotServing;
}

grpc::ByteBuffer HealthService::Response(Health health) {
  WireWriter out(16);
  out.Integer(1, uint64_t(health));
  const Bytes bytes = std::move(out).Finish();
  const grpc::Slice slice(bytes.view().data(), bytes.view().size());
  return {&slice, 1};
}

}  // namespace loom

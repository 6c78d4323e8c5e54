// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "apiextensions/fn/proto/v1beta1/run_function.pb.h"
#include "base/errors.h"
#include "base/limits.h"
#include "server/grpc_1_51/go_away.h"
#include "server/process/log.h"
#include "server/process/resources.h"

namespace loom {
namespace {

// During a shutdown: the longest wait until every responsive client has read GOAWAY,
// and the interval at which the server counts the open connections.
constexpr std::chrono::seconds kUntilPeersKnow{2};
constexpr std::chrono::milliseconds kBetweenLooks{5};

// A server is not ready if no thread has taken a new event for this long.
constexpr std::chrono::seconds kReadyWithin{1};

// Reflection needs the descriptors of the contract. Nothing else in the server
// refers to them, so without this function a static link would leave them out.
void LinkContract() {
  google::protobuf::LinkMessageReflection<
      apiextensions::fn::proto::v1::RunFunctionRequest>();
  google::protobuf::LinkMessageReflection<
      apiextensions::fn::proto::v1beta1::RunFunctionRequest>();
}

// Plugins of gRPC belong to the process and cannot be removed, so the first server of a
// process decides for all servers whether reflection is on.
void EnableReflection(bool wanted) {
  static const bool enabled = [wanted] {
    if (wanted) grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return wanted;
  }();
  (void)enabled;
}

// gRPC's default is 8 KiB. With this size a request of 2 MB takes a quarter
// less CPU time.
constexpr int kReadChunkBytes = 64 << 10;

int Milliseconds(std::chrono::milliseconds time) { return int(time.count()); }

// gRPC checks the size limit of a message when it has arrived completely. This
// limits the memory of messages that are still arriving.
void LimitMemory(const ServerOptions& options, grpc::ServerBuilder& builder) {
  size_t bytes = options.transport_megabytes != 0
                     ? size_t(options.transport_megabytes) * limits::kMiB
                     : TransportMemory(MemoryLimit());
  grpc::ResourceQuota quota("transport");
  quota.Resize(bytes);
  quota.SetMaxThreads(limits::kHelperThreads);
  builder.SetResourceQuota(quota);
}

void ConfigureConnections(const ServerOptions& options,
                          grpc::ServerBuilder& builder) {
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS,
                             Milliseconds(options.handshake_timeout));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                             Milliseconds(options.max_connection_age));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS,
                             Milliseconds(options.max_connection_age_grace));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                             Milliseconds(options.max_connection_idle));
  // Pings detect that a client is gone, even while it has no calls.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS,
                             limits::kKeepaliveSeconds * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                             limits::kKeepaliveTimeoutSeconds * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // By default gRPC closes a connection if its client sends pings more often than every
  // 5 minutes.
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
      limits::kLeastPingIntervalSeconds * 1000);
}

}  // namespace

void ConfigureTransport(const ServerOptions& options,
                        grpc::ServerBuilder& builder) {
  LimitMemory(options, builder);
  // gRPC refuses a larger message without a trace, so the service checks first and
  // reports it (service.h). Both check when the message has arrived completely.
  const int64_t most = int64_t{options.max_receive_megabytes} << 20;
  builder.SetMaxReceiveMessageSize(
      int(std::min<int64_t>(4 * most, std::numeric_limits<int>::max())));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             options.max_concurrent_streams);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE,
                             int(limits::kMetadata));
  ConfigureConnections(options, builder);
  builder.AddChannelArgument(GRPC_ARG_TCP_READ_CHUNK_SIZE, kReadChunkBytes);
  builder.AddChannelArgument(GRPC_ARG_TCP_MIN_READ_CHUNK_SIZE, kReadChunkBytes);
  // Crossplane never compresses, and gRPC inflates a message before it checks
  // the size limit: 1 MB of gzip can become 1 GB.
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  // gRPC's own threads serve only reflection.
  builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 1);
}

Server::Server(const ServerOptions& options, const Function& function,
               Metrics* metrics, std::unique_ptr<CallRecorder> recorder)
    : metrics_(metrics),
      recorder_(std::move(recorder)),
      v1_("v1", size_t(options.max_receive_megabytes) << 20, function, metrics,
          &metrics->methods[0], recorder_.get()),
      v1beta1_("v1beta1", size_t(options.max_receive_megabytes) << 20, function,
               metrics, &metrics->methods[1], recorder_.get()),
      calls_(MemoryForMessages(MemoryLimit())) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    const ServerOptions& options, const Function& function, Metrics* metrics) {
  LOOM_ASSIGN_OR_RETURN(std::unique_ptr<CallRecorder> recorder,
                        CallRecorder::Start(options.record));
  auto server = std::unique_ptr<Server>(
      new Server(options, function, metrics, std::move(recorder)));
  LOOM_RETURN_IF_ERROR(server->Listen(options));
  server->Serve(options.threads != 0 ? options.threads
                                     : std::max(2, AvailableCores()));
  LOOM_RETURN_IF_ERROR(server->StartPage(options.metrics_address));
  return server;
}

absl::Status Server::Listen(const ServerOptions& options) {
  LinkContract();
  EnableReflection(!options.no_reflection);
  auto credentials = grpc::InsecureServerCredentials();
  if (!options.insecure) {
    LOOM_ASSIGN_OR_RETURN(tls_,
                          ServerTls::Start(options.tls_certs_dir, metrics_));
    credentials = tls_->credentials();
  }
  LOOM_ASSIGN_OR_RETURN(Listener listener, Listener::Bind(options.address));
  address_ = listener.address();
  grpc::ServerBuilder builder;
  ConfigureTransport(options, builder);
  using Experimental = grpc::ServerBuilder::experimental_type;
  auto connections = builder.experimental().AddExternalConnectionAcceptor(
      Experimental::ExternalConnectionType::FROM_FD, credentials);
  builder.RegisterService(&v1_);
  builder.RegisterService(&v1beta1_);
  builder.RegisterService(&health_);
  queue_ = builder.AddCompletionQueue();
  server_ = builder.BuildAndStart();
  if (server_ == nullptr)
    return absl::InternalError("gRPC cannot start a server");
  acceptor_ = std::make_unique<Acceptor>(
      std::move(listener), AffordableConnections(options.max_connections),
      std::move(connections), metrics_);
  return absl::OkStatus();
}

void Server::Serve(int threads) {
  v1_.Accept(limits::kCallsAhead, *queue_, calls_);
  v1beta1_.Accept(limits::kCallsAhead, *queue_, calls_);
  health_.Accept(*queue_, calls_);
  events_ = std::make_unique<EventQueue>(*queue_);
  workers_ = std::make_unique<WorkerPool>(
      threads, [this](WorkerPool& pool) { return events_->TakeOne(&pool); });
  probe_ = std::make_unique<QueueProbe>(*queue_);
  watch_ = std::make_unique<Watch>(calls_, *acceptor_, metrics_);
}

absl::Status Server::StartPage(const std::string& address) {
  if (address.empty()) return absl::OkStatus();
  auto page = HttpPage::Start(
      address, [this](absl::string_view path) { return Page(path); });
  if (!page.ok()) {
    return absl::Status(
        page.status().code(),
        absl::StrCat(page.status().message(),
                     "\n  it serves metrics and health checks; set another one "
                     "with --metrics-address, or none: --metrics-address="));
  }
  page_ = *std::move(page);
  return absl::OkStatus();
}

HttpAnswer Server::Readiness() {
  if (!serving_) return {.status = 503, .body = "shutting down\n"};
  if (probe_->Passes(kReadyWithin)) return {.body = "ok\n"};
  return {.status = 503, .body = "no thread takes calls from the queue\n"};
}

HttpAnswer Server::Page(absl::string_view path) {
  if (path == "/livez") return {.body = "ok\n"};
  if (path == "/readyz") return Readiness();
  if (path != "/metrics") {
    return {.status = 404, .body = "/metrics, /livez and /readyz\n"};
  }
  metrics_->connections.Set(double(acceptor_->Count()));
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
          .body = metrics_->Text()};
}

std::string Server::metrics_address() const {
  return page_ == nullptr ? "" : page_->address();
}

void Server::StopServing() {
  serving_ = false;
  health_.StopServing();
}

// Waits for the connections whose clients close them after GOAWAY. A client that hangs
// never closes its connection, so gRPC closes the rest.
void Server::CloseConnections(Clock::time_point until) {
  until = std::min(until, Clock::now() + kUntilPeersKnow);
  do {
    SendGoAway(*server_);
    std::this_thread::sleep_for(kBetweenLooks);
  } while (acceptor_->Count() > 0 && Clock::now() < until);
}

// The order matters. gRPC never answers a connection that it gets after its shutdown
// has begun, so the acceptor stops first. Calls of Watch never end by themselves, so
// they are ended. Then GOAWAY asks clients to begin no more calls, and gRPC ends the
// remaining calls. Events can be requested only until the queue is shut down, so the
// workers continue until every call has ended.
void Server::Shutdown(std::chrono::milliseconds patience) {
  if (workers_ == nullptr) return;
  const Clock::time_point until = Clock::now() + patience;
  StopServing();
  acceptor_->Stop();
  health_.EndWatches();
  CloseConnections(until);
  server_->Shutdown(until);
  calls_.count.WaitForNone();
  probe_->Close();
  queue_->Shutdown();
  workers_.reset();
}

Server::~Server() {
  Shutdown(std::chrono::milliseconds(0));
  page_.reset();
  watch_.reset();
  acceptor_.reset();
  if (queue_ == nullptr) return;
  server_.reset();
  queue_->Shutdown();
  while (EventQueue(*queue_).TakeOne(nullptr)) {
  }
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/transport.h"

#include <grpcpp/resource_quota.h>

#include <chrono>

#include "base/limits.h"
#include "server/process/memory.h"

namespace loom {
namespace {

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
  // Pings find out that a client is gone, also while there are no calls.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS,
                             limits::kKeepaliveSeconds * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS,
                             limits::kKeepaliveTimeoutSeconds * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // By default gRPC closes connections whose client sends pings more often than
  // every 5 minutes.
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
      limits::kLeastPingIntervalSeconds * 1000);
}

}  // namespace

void ConfigureTransport(const ServerOptions& options,
                        grpc::ServerBuilder& builder) {
  LimitMemory(options, builder);
  builder.SetMaxReceiveMessageSize(options.max_receive_megabytes << 20);
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
  // Threads of gRPC serve nothing but reflection.
  builder.SetSyncServerOption(grpc::ServerBuilder::MAX_POLLERS, 1);
}

}  // namespace loom

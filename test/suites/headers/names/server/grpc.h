// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include "server/grpc/event.h"
#include "server/grpc/server.h"
#include "server/process/log.h"

namespace loom::example::server_grpc {

using Bytes = std::string;

extern const std::string address;
extern const std::string version;
extern const ServerOptions options;
extern const Function function;
extern const int fd;
extern const size_t size;
extern const absl::string_view response;
extern Metrics metrics;
extern Listener listener;
extern Acceptor acceptor;
extern WorkerPool pool;
extern const uint64_t steps;
extern std::unique_ptr<grpc::Server> server;
extern grpc::ServerBuilder builder;
extern grpc::ServerContext context;
extern grpc::ServerCompletionQueue& queue;
extern CallsInProgress calls;
extern grpc::Alarm alarm;
extern std::unique_ptr<Acceptor::Grpc> grpc;
extern EventQueue events;
absl::StatusOr<Bytes> Run(absl::string_view request);

}  // namespace loom::example::server_grpc

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
extern const ServerOptions options;
extern const Function function;
extern const absl::string_view response;
extern Metrics metrics;
extern WorkerPool pool;
extern std::unique_ptr<grpc::Server> server;
extern grpc::ServerBuilder builder;
extern grpc::ServerCompletionQueue& queue;
extern EventQueue events;
absl::StatusOr<Bytes> Run(absl::string_view request);

}  // namespace loom::example::server_grpc

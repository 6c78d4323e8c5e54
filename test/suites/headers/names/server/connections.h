// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>

#include "server/connections/acceptor.h"
#include "server/connections/calls_in_progress.h"
#include "server/connections/memory_relief.h"
#include "server/connections/traffic.h"
#include "server/process/memory.h"
#include "test/suites/headers/names.h"

namespace loom::example::server_connections {

extern const size_t size;
extern const size_t most;
extern const int fd;
extern Metrics metrics;
extern Listener listener;
extern std::unique_ptr<Acceptor::Grpc> grpc;
extern Acceptor acceptor;
extern CallsInProgress calls;
extern ::grpc::ServerContext context;

}  // namespace loom::example::server_connections

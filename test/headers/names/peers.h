// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>

#include "peers/acceptor.h"
#include "peers/calls_in_progress.h"
#include "peers/memory_relief.h"
#include "peers/traffic.h"
#include "process/memory.h"
#include "test/headers/names.h"

namespace loom::example {

extern const size_t size;
extern const size_t most;
extern const int fd;
extern Metrics metrics;
extern Listener listener;
extern std::unique_ptr<Acceptor::Grpc> grpc;
extern Acceptor acceptor;
extern CallsInProgress calls;
extern ::grpc::ServerContext context;

}  // namespace loom::example

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/byte_budget.h"
#include "server/grpc/calls_in_progress.h"
#include "server/grpc_1_51/acceptor.h"
#include "server/grpc_1_51/memory_relief.h"
#include "server/grpc_1_51/sockets.h"
#include "server/process/resources.h"
#include "test/suites/headers/names.h"

namespace loom::example::server_grpc_1_51 {

extern const size_t most;
extern const int fd;
extern Metrics metrics;
extern Listener listener;
extern std::unique_ptr<Acceptor::Grpc> grpc;
extern Acceptor acceptor;
extern CallsInProgress calls;
extern ByteBudget held;
extern UnreadAnswers unread;
extern std::unique_ptr<::grpc::Server> server;
extern ::grpc::ServerContext context;
extern const std::string chain;
extern const std::string key;
extern const std::string new_chain;
extern const std::string new_key;

}  // namespace loom::example::server_grpc_1_51

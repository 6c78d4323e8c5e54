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

extern Acceptor acceptor;
extern std::unique_ptr<::grpc::Server> server;

}  // namespace loom::example::server_grpc_1_51

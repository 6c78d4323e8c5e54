// SPDX-License-Identifier: Apache-2.0
// ConfigureTransport sets every option of gRPC's transport that differs from
// its default: the limits of messages, connections and memory, keepalive pings,
// and compression, which is off. The source file gives the reason for each.
//
//   grpc::ServerBuilder builder;
//   ConfigureTransport(options, builder);
#pragma once

#include <grpcpp/server_builder.h>

#include "server/grpc/options.h"

namespace loom {

void ConfigureTransport(const ServerOptions& options,
                        grpc::ServerBuilder& builder);

}  // namespace loom

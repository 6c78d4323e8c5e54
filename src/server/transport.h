// SPDX-License-Identifier: Apache-2.0
// How gRPC is set up: every setting of the transport that is not its default,
// with the reason beside it.
#pragma once

#include <grpcpp/server_builder.h>

#include "server/options.h"

namespace loom {

void ConfigureTransport(const ServerOptions& options,
                        grpc::ServerBuilder& builder);

}  // namespace loom

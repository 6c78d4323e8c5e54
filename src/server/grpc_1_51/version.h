// SPDX-License-Identifier: Apache-2.0
// This header stops the compiler if gRPC is not version 1.51, the version of Debian 12.
// Sources include it if they declare internal classes of gRPC themselves, because the
// headers of these classes are not installed. With another version the linker could
// accept a declaration that no longer matches, and the process would crash.
//
// To compile with another version, first check each class that is declared in this
// folder against the sources of that version. Then read the first comment of each file
// here: it describes which behavior of gRPC 1.51 the file works around, and what to use
// instead.
#pragma once

#include <grpcpp/version_info.h>

static_assert(GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR == 51,
              "src/server/grpc_1_51 declares internal classes of gRPC 1.51");

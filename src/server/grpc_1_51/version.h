// SPDX-License-Identifier: Apache-2.0
// Sources that declare internal classes of gRPC themselves, because the headers of
// those classes are not installed, include this header. It stops the compiler if
// gRPC is not version 1.51, that of Debian 12: with another version the linker could
// accept a declaration that no longer fits, and the process would crash.
//
// To compile with another version, first look up in its sources each class that is
// declared in this folder, and read the first comment of each file here: it says
// which behaviour of gRPC 1.51 the file works around, and what to use instead.
#pragma once

#include <grpcpp/version_info.h>

static_assert(GRPC_CPP_VERSION_MAJOR == 1 && GRPC_CPP_VERSION_MINOR == 51,
              "src/server/grpc_1_51 declares internal classes of gRPC 1.51");

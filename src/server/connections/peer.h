// SPDX-License-Identifier: Apache-2.0
// PeerOf names the other end of a TCP connection as gRPC does in
// grpc::ServerContext::peer(), so that the connection of a call can be found.
//
//   PeerOf(fd);   // "ipv4:10.0.0.7:41233", "ipv6:%5Bfd00::7%5D:41233"
//
// IPv4 addresses on a socket of IPv6 are written as IPv4 addresses. The result
// is "" if the descriptor is no connected socket.
#pragma once

#include <string>

namespace loom {

std::string PeerOf(int fd);

}  // namespace loom

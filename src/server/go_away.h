// SPDX-License-Identifier: Apache-2.0
// SendGoAway tells every peer of a server that it ends (HTTP/2's frame GOAWAY):
// peers begin no more calls on the connections they have, and a connection
// closes once the calls on it are answered. What a peer sent before it was told
// is taken and answered as ever.
//
//   acceptor.Stop();
//   do SendGoAway(*server); while (acceptor.Count() > 0 && …);
//   server->Shutdown(…);
//
// gRPC 1.51's own Shutdown does it the other way round: it takes no more calls
// and then tells so. What comes in between fails with CANCELLED, or is
// forgotten and hangs until the client's deadline is over.
//
// Telling a peer again does nothing. A connection that is still shaking hands
// is not told yet.
#pragma once

#include <grpcpp/grpcpp.h>

namespace loom {

void SendGoAway(grpc::Server& server);

}  // namespace loom

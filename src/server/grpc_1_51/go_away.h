// SPDX-License-Identifier: Apache-2.0
// SendGoAway tells all clients of a server that it is about to end, by HTTP/2's
// frame GOAWAY. Clients then begin no more calls on their connections, and each
// connection closes once its calls are answered. Calls that a client sent
// before it read the frame are accepted and answered as usual.
//
//   acceptor.Stop();
//   do SendGoAway(*server); while (acceptor.Count() > 0);
//   server->Shutdown();
//
// Shutdown of gRPC 1.51 alone works the other way round: it first stops accepting
// calls and then sends the frame, without the grace period that HTTP/2 recommends
// (grpc/grpc#24237). A call that arrives in between fails with CANCELLED, or is never
// answered before the client's deadline. When Debian's gRPC is newer than 1.51, try
// server->Shutdown() alone: the unit test
// Server.AnswersWhatItIsSentUntilPeersKnowThatItEnds shows in nine of ten runs whether
// this is still needed.
//
// A further GOAWAY has no effect on a connection that has got one. A connection
// whose handshake is not finished gets none yet, so the call is repeated.
#pragma once

#include <grpcpp/grpcpp.h>

namespace loom {

void SendGoAway(grpc::Server& server);

}  // namespace loom

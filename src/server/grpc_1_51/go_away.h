// SPDX-License-Identifier: Apache-2.0
// SendGoAway notifies all clients of a server, by the HTTP/2 frame GOAWAY, that the
// server is about to end. Clients then begin no more calls on their connections, and
// each connection closes once its calls are answered. Calls that a client sent before
// it read the frame are accepted and answered as usual.
//
//   acceptor.Stop();
//   do SendGoAway(*server); while (acceptor.Count() > 0);
//   server->Shutdown();
//
// Shutdown of gRPC 1.51 works in the reverse order: it first stops accepting calls and
// then sends the frame, without the grace period that HTTP/2 recommends
// (grpc/grpc#24237). A call that arrives in between fails with CANCELLED, or gets no
// answer before the client's deadline. When Debian's gRPC is newer than 1.51, try
// server->Shutdown() alone: the unit test
// Server.AnswersWhatItIsSentUntilPeersKnowThatItEnds shows in nine of ten runs whether
// this function is still needed.
//
// A second GOAWAY has no effect on a connection. A connection whose handshake is not
// finished does not get one yet, so call this function repeatedly.
#pragma once

#include <grpcpp/grpcpp.h>

namespace loom {

void SendGoAway(grpc::Server& server);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// TcpPeer is a client that sends any bytes over TCP to a port of 127.0.0.1, and
// Accepted is the other end of such a connection.
//
//   TcpPeer peer("127.0.0.1:8080");
//   peer.Send("GET /livez HTTP/1.1\r\n\r\n");
//   std::string response = peer.ReadAll();
//
//   auto listener = Listener::Bind("127.0.0.1:0");
//   TcpPeer peer(listener->address());
//   Descriptor server = Accepted(*listener);
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "server/process/listener.h"

namespace loom {

class TcpPeer {
 public:
  // Connects to the port of the address, always on 127.0.0.1.
  explicit TcpPeer(const std::string& address)
      : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port =
        htons(uint16_t(std::atoi(address.c_str() + address.rfind(':') + 1)));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_.get(), reinterpret_cast<sockaddr*>(&to),
                         sizeof to) == 0;
  }

  bool connected() const { return connected_; }
  void Send(const std::string& bytes) {
    (void)!send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  // Reads until the server closes the connection, or sends nothing for
  // `seconds`.
  std::string ReadAll(int seconds = 10) {
    timeval patience{seconds, 0};
    setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
               sizeof patience);
    std::string all;
    char piece[4096];
    ssize_t got;
    while ((got = recv(socket_.get(), piece, sizeof piece, 0)) > 0) {
      all.append(piece, size_t(got));
    }
    ended_ = got == 0 || errno == ECONNRESET;
    return all;
  }
  // Whether the last ReadAll came to the end of the connection.
  bool ended() const { return ended_; }

 private:
  Descriptor socket_;
  bool connected_ = false;
  bool ended_ = false;
};

// Waits until somebody connects.
inline Descriptor Accepted(const Listener& listener) {
  int fd;
  while ((fd = listener.Accept()) < 0) usleep(1000);
  return Descriptor(fd);
}

}  // namespace loom

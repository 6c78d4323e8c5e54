// SPDX-License-Identifier: Apache-2.0
// Listener is a TCP port that accepts connections. WakeUp ends a wait for them from
// another thread.
//
//   LOOM_ASSIGN_OR_RETURN(Listener listener, Listener::Bind("127.0.0.1:0"));
//   while (listener.Wait(wake)) {
//     Descriptor peer(listener.Accept());
//     if (peer.get() < 0) continue;             // errno says why
//   }
//
// An address is HOST:PORT. HOST is an IP address, with brackets if it is IPv6, or
// `localhost`, which means 127.0.0.1. Without HOST the listener listens on all
// interfaces. Names are not resolved.
//
// InvalidArgument: the address is malformed. FailedPrecondition: the port is in use
// (listeners do not share ports), or the machine does not have this address.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// Owns a file descriptor and closes it. -1 means none.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();

  int get() const { return fd_; }

 private:
  int fd_;
};

// An event that happens once and is never reset. Safe to use from many threads.
class WakeUp {
 public:
  WakeUp();
  void Wake() const;
  // Readable after Wake().
  int fd() const { return event_.get(); }

 private:
  Descriptor event_;
};

class Listener {
 public:
  static absl::StatusOr<Listener> Bind(absl::string_view address);

  // Blocks until a connection arrives and returns true, or until wake.Wake() is
  // called and returns false.
  bool Wait(const WakeUp& wake) const;
  // Returns the descriptor of the next connection, which the caller closes.
  // Neither this call nor the descriptor blocks. Returns -1 and sets errno if
  // no connection is waiting.
  int Accept() const;

  int fd() const { return socket_.get(); }
  // HOST:PORT. If the port was 0, this is the one that the system chose.
  const std::string& address() const { return address_; }

 private:
  Listener(Descriptor socket, std::string address)
      : socket_(std::move(socket)), address_(std::move(address)) {}

  Descriptor socket_;
  std::string address_;
};

}  // namespace loom

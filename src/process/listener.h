// SPDX-License-Identifier: Apache-2.0
// Listener is a TCP port that takes connections, and WakeUp what ends a wait
// for them.
//
//   LOOM_ASSIGN_OR_RETURN(Listener listener, Listener::Bind("127.0.0.1:0"));
//   listener.address();                       // "127.0.0.1:41233"
//   while (listener.Wait(wake)) {
//     int peer = listener.Accept();           // -1: none after all; see errno
//   }
//
// An address is HOST:PORT. HOST is an IP address, IPv6 in brackets, or
// `localhost`; without one, all interfaces. No name is looked up. Two listeners
// never share a port. FailedPrecondition: the port is in use, or the machine
// has no such address. InvalidArgument: it is no address.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace loom {

// A file descriptor that is closed at the end.
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

class WakeUp {
 public:
  WakeUp();
  void Wake() const;
  int fd() const { return event_.get(); }

 private:
  Descriptor event_;
};

class Listener {
 public:
  static absl::StatusOr<Listener> Bind(absl::string_view address);

  // False: `wake` was woken.
  bool Wait(const WakeUp& wake) const;
  // Does not wait, and what it returns does not either.
  int Accept() const;

  int fd() const { return socket_.get(); }
  const std::string& address() const { return address_; }

 private:
  Listener(Descriptor socket, std::string address)
      : socket_(std::move(socket)), address_(std::move(address)) {}

  Descriptor socket_;
  std::string address_;
};

}  // namespace loom

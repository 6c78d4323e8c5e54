// SPDX-License-Identifier: Apache-2.0
// HttpPage is a small HTTP server without TLS. It answers GET and HEAD for kubelet's
// probes and for Prometheus, which speak neither gRPC nor mutual TLS.
//
// Anyone who can reach the port may use it, so everything that a client can consume is
// limited: one thread; at most 32 connections, of which the oldest is closed when
// another one arrives; 4 KiB per request (431); one request per connection; and 5 s
// from the connection to the end of the response.
//
// InvalidArgument: the address is malformed. FailedPrecondition: listening on the
// address fails (listener.h).
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/process/listener.h"

namespace loom {

struct HttpAnswer {
  int status = 200;
  const char* content_type = "text/plain; charset=utf-8";
  std::string body;
};

class HttpPage {
 public:
  using Handler = std::function<HttpAnswer(absl::string_view path)>;

  // Listens and serves. The handler is called in the thread of the page, for
  // one request at a time.
  static absl::StatusOr<std::unique_ptr<HttpPage>> Start(
      absl::string_view address, Handler handler);
  ~HttpPage();

  // HOST:PORT. If the port was 0, this is the one that the system chose.
  const std::string& address() const { return listener_.address(); }

 private:
  class Connection;

  HttpPage(Listener listener, Handler handler);

  void Serve();
  void AcceptAll();

  const Listener listener_;
  const Handler handler_;
  const WakeUp end_;
  std::list<std::unique_ptr<Connection>> connections_;  // the oldest first
  std::thread thread_;
};

// Returns the bytes of the response to a request. `head` is the request line and the
// header fields; only the request line is read.
std::string AnswerHttp(absl::string_view head,
                       const HttpPage::Handler& handler);

}  // namespace loom

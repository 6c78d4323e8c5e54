// SPDX-License-Identifier: Apache-2.0
// HttpPage answers GET and HEAD on a plain HTTP port: kubelet's probes and
// Prometheus, which speak neither gRPC nor mutual TLS.
//
//   auto page = HttpPage::Start(":8080", [](absl::string_view path) {
//     return HttpAnswer{.body = "ok\n"};
//   });
//
// It stands before the mutual TLS, so it believes nobody: one thread, at most
// 32 connections, of which the oldest makes room for a new one, 4 KiB of
// request, 5 s to send it and to take the answer, one request a connection.
//
// FailedPrecondition, InvalidArgument: it cannot listen there.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "process/listener.h"

namespace loom {

struct HttpAnswer {
  int status = 200;
  const char* content_type = "text/plain; charset=utf-8";
  std::string body;
};

class HttpPage {
 public:
  using Handler = std::function<HttpAnswer(absl::string_view path)>;

  // The handler is called by one thread.
  static absl::StatusOr<std::unique_ptr<HttpPage>> Start(
      absl::string_view address, Handler handler);
  ~HttpPage();

  // With the port that was picked for `:0`.
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

// The bytes of an answer to the head of a request: "GET /livez HTTP/1.1\r\n…".
// Whatever is no request of this kind gets an answer that says so.
std::string AnswerHttp(absl::string_view head,
                       const HttpPage::Handler& handler);

}  // namespace loom

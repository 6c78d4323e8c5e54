// SPDX-License-Identifier: Apache-2.0
#include "server/process/http_page.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/limits.h"

namespace loom {
namespace {

using Clock = std::chrono::steady_clock;

const char* ReasonOf(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

std::string Written(const HttpAnswer& answer, bool with_body) {
  return absl::StrCat("HTTP/1.1 ", answer.status, " ", ReasonOf(answer.status),
                      "\r\nContent-Type: ", answer.content_type,
                      "\r\nContent-Length: ", answer.body.size(),
                      "\r\nConnection: close\r\n\r\n",
                      with_body ? answer.body : "");
}

}  // namespace

std::string AnswerHttp(absl::string_view head,
                       const HttpPage::Handler& handler) {
  absl::string_view line = head.substr(0, head.find("\r\n"));
  std::vector<absl::string_view> parts = absl::StrSplit(line, ' ');
  if (parts.size() != 3 || parts[1].empty() || parts[1][0] != '/') {
    return Written({.status = 400, .body = "not an HTTP request\n"}, true);
  }
  if (parts[0] != "GET" && parts[0] != "HEAD") {
    return Written({.status = 405, .body = "only GET and HEAD\n"}, true);
  }
  absl::string_view path = parts[1].substr(0, parts[1].find('?'));
  return Written(handler(path), parts[0] == "GET");
}

// A connection, which reads one request and writes the response.
class HttpPage::Connection {
 public:
  explicit Connection(int fd) : socket_(fd) {}

  pollfd Waits() const {
    return {socket_.get(), short(answer_.empty() ? POLLIN : POLLOUT), 0};
  }
  Clock::time_point deadline() const { return deadline_; }

  // Reads or writes without blocking. Returns false if the connection is
  // finished.
  bool Proceed(const Handler& handler) {
    return answer_.empty() ? Read(handler) : Write();
  }

 private:
  bool Read(const Handler& handler) {
    char piece[1024];
    ssize_t got = recv(socket_.get(), piece, sizeof piece, 0);
    if (got <= 0) return got < 0 && errno == EAGAIN;
    request_.append(piece, size_t(got));
    if (request_.find("\r\n\r\n") != std::string::npos) {
      answer_ = AnswerHttp(request_, handler);
    } else if (request_.size() > limits::kHttpRequest) {
      answer_ = Written({.status = 431, .body = "too long\n"}, true);
    }
    return answer_.empty() || Write();
  }

  bool Write() {
    ssize_t sent = send(socket_.get(), answer_.data() + sent_,
                        answer_.size() - sent_, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    sent_ += size_t(sent);
    if (sent_ < answer_.size()) return true;
    shutdown(socket_.get(), SHUT_WR);
    return false;
  }

  Descriptor socket_;
  const Clock::time_point deadline_ =
      Clock::now() + std::chrono::seconds(limits::kHttpPatienceSeconds);
  std::string request_;
  std::string answer_;
  size_t sent_ = 0;
};

absl::StatusOr<std::unique_ptr<HttpPage>> HttpPage::Start(
    absl::string_view address, Handler handler) {
  LOOM_ASSIGN_OR_RETURN(Listener listener, Listener::Bind(address));
  return std::unique_ptr<HttpPage>(
      new HttpPage(std::move(listener), std::move(handler)));
}

HttpPage::HttpPage(Listener listener, Handler handler)
    : listener_(std::move(listener)),
      handler_(std::move(handler)),
      thread_([this] { Serve(); }) {}

HttpPage::~HttpPage() {
  end_.Wake();
  thread_.join();
}

void HttpPage::AcceptAll() {
  int fd;
  while ((fd = listener_.Accept()) >= 0) {
    // The oldest connection is closed, because an ordinary client would have
    // ended it long before.
    if (connections_.size() >= size_t(limits::kHttpConnections)) {
      connections_.pop_front();
    }
    connections_.push_back(std::make_unique<Connection>(fd));
  }
  // Without descriptors the port stays readable, and poll would return at once.
  if (errno == EMFILE || errno == ENFILE) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void HttpPage::Serve() {
  for (;;) {
    std::vector<pollfd> waited = {{end_.fd(), POLLIN, 0},
                                  {listener_.fd(), POLLIN, 0}};
    int milliseconds = -1;
    if (!connections_.empty()) {
      auto left = connections_.front()->deadline() - Clock::now();
      milliseconds = std::max<int>(
          0, int(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    }
    for (const auto& connection : connections_) {
      waited.push_back(connection->Waits());
    }
    poll(waited.data(), waited.size(), milliseconds);
    if (waited[0].revents != 0) return;
    size_t i = 2;
    for (auto at = connections_.begin(); at != connections_.end(); ++i) {
      bool over = (waited[i].revents != 0 && !(*at)->Proceed(handler_)) ||
                  (*at)->deadline() <= Clock::now();
      at = over ? connections_.erase(at) : std::next(at);
    }
    if (waited[1].revents != 0) AcceptAll();
  }
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/process/http_page.h"

#include <chrono>
#include <memory>
#include <vector>

#include "base/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/in_threads.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

HttpAnswer Handle(absl::string_view path) {
  if (path == "/large") return {.body = std::string(8 << 20, 'x')};
  if (path == "/hello") return {.body = "hello\n"};
  return {.status = 404, .body = "no such page\n"};
}

std::unique_ptr<HttpPage> Started() {
  auto page = HttpPage::Start("127.0.0.1:0", Handle);
  EXPECT_TRUE(page.ok()) << page.status();
  return *std::move(page);
}

std::string Get(const HttpPage& page, const std::string& request) {
  TcpPeer peer(page.address());
  peer.Send(request);
  return peer.ReadAll();
}

TEST(AnswerHttp, AnswersGetAndHead) {
  struct {
    const char* reason;
    const char* head;
    const char* begins;
    const char* ends;
  } tests[] = {
      {"A page.", "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n",
       "HTTP/1.1 200 OK\r\n", "\r\n\r\nhello\n"},
      {"Only what would come.", "HEAD /hello HTTP/1.1\r\n\r\n",
       "HTTP/1.1 200 OK\r\n", "Connection: close\r\n\r\n"},
      {"What follows the path is nobody's.", "GET /hello?a=b HTTP/1.0\r\n\r\n",
       "HTTP/1.1 200 OK\r\n", "hello\n"},
      {"No such page.", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found\r\n",
       "no such page\n"},
      {"Nothing is changed here.", "POST /hello HTTP/1.1\r\n\r\n",
       "HTTP/1.1 405 Method Not Allowed\r\n", "only GET and HEAD\n"},
      {"HTTP/2 without TLS.", "PRI * HTTP/2.0\r\n\r\n",
       "HTTP/1.1 400 Bad Request\r\n", "\n"},
      {"No HTTP.", "\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n", "\n"},
      {"A proxy's request.", "GET http://x/hello HTTP/1.1\r\n\r\n",
       "HTTP/1.1 400 Bad Request\r\n", "\n"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string answer = AnswerHttp(test.head, Handle);
    EXPECT_THAT(answer, StartsWith(test.begins));
    EXPECT_THAT(answer, EndsWith(test.ends));
  }
}

TEST(HttpPage, AnswersAndCloses) {
  auto page = Started();
  EXPECT_THAT(Get(*page, "GET /hello HTTP/1.1\r\n\r\n"), EndsWith("hello\n"));
  EXPECT_GT(Get(*page, "GET /large HTTP/1.1\r\n\r\n").size(), 8u << 20);
}

TEST(HttpPage, RefusesALongRequest) {
  auto page = Started();
  TcpPeer peer(page->address());
  peer.Send("GET /hello HTTP/1.1\r\n");
  for (size_t sent = 0; sent <= limits::kHttpRequest; sent += 64) {
    peer.Send("x: " + std::string(59, 'y') + "\r\n");
  }
  EXPECT_THAT(peer.ReadAll(), HasSubstr("431"));
}

TEST(HttpPage, WaitsForNobodyLong) {
  auto page = Started();
  TcpPeer silent(page->address());
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(silent.ReadAll(), "");
  EXPECT_TRUE(silent.ended());
  auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, std::chrono::seconds(limits::kHttpPatienceSeconds - 1));
}

TEST(HttpPage, HasRoomWhateverWaits) {
  auto page = Started();
  std::vector<std::unique_ptr<TcpPeer>> waiting;
  for (int i = 0; i < 200; ++i) {
    waiting.push_back(std::make_unique<TcpPeer>(page->address()));
    waiting.back()->Send("GET /hel");
  }
  EXPECT_THAT(Get(*page, "GET /hello HTTP/1.1\r\n\r\n"), EndsWith("hello\n"));
}

TEST(HttpPage, AnswersManyAtOnce) {
  auto page = Started();
  InThreads(4, [&](int) {
    for (int i = 0; i < 25; ++i) {
      EXPECT_THAT(Get(*page, "GET /hello HTTP/1.1\r\n\r\n"),
                  EndsWith("hello\n"));
    }
  });
}

TEST(HttpPage, SharesNoPort) {
  auto page = Started();
  EXPECT_EQ(HttpPage::Start(page->address(), Handle).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace loom

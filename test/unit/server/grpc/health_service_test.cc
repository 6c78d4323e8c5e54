// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/health_service.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/grpc/event.h"
#include "test/testing/wire_text.h"
#include "test/unit/server/grpc/client.h"

namespace loom {
namespace {

constexpr char kCheck[] = "/grpc.health.v1.Health/Check";
constexpr char kWatch[] = "/grpc.health.v1.Health/Watch";
constexpr char kServing[] = "\x08\x01";
constexpr char kNotServing[] = "\x08\x02";
constexpr char kServiceUnknown[] = "\x08\x03";

std::chrono::system_clock::time_point Soon() {
  return std::chrono::system_clock::now() + std::chrono::seconds(20);
}

// A call of Watch.
class Watcher {
 public:
  Watcher(const std::shared_ptr<grpc::Channel>& channel,
          const std::string& request)
      : stub_(channel) {
    context_.set_deadline(Soon());
    call_ = stub_.PrepareCall(&context_, kWatch, &queue_);
    call_->StartCall(nullptr);
    Take();
    grpc::Slice slice(request);
    call_->WriteLast(grpc::ByteBuffer(&slice, 1), {}, nullptr);
    Take();
  }

  // The next message; "end" if there is none.
  std::string Next() {
    grpc::ByteBuffer message;
    call_->Read(&message, nullptr);
    if (!Take()) return "end";
    grpc::Slice all;
    EXPECT_TRUE(message.DumpToSingleSlice(&all).ok());
    return {all.begin(), all.end()};
  }
  grpc::StatusCode End() {
    grpc::Status status;
    call_->Finish(&status, nullptr);
    Take();
    return status.error_code();
  }
  void Cancel() { context_.TryCancel(); }

 private:
  bool Take() {
    void* tag;
    bool ok = false;
    queue_.Next(&tag, &ok);
    return ok;
  }

  grpc::GenericStub stub_;
  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> call_;
};

class HealthServiceTest : public ::testing::Test {
 protected:
  HealthServiceTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(&health_);
    queue_ = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
    health_.Accept(*queue_, calls_);
    for (std::thread& taker : takers_) {
      taker = std::thread([this] {
        while (EventQueue(*queue_).TakeOne(nullptr)) {
        }
      });
    }
  }
  ~HealthServiceTest() override { End(std::chrono::seconds(0)); }

  // Returns when no call is left.
  void End(std::chrono::seconds patience) {
    if (ended_) return;
    ended_ = true;
    server_->Shutdown(std::chrono::system_clock::now() + patience);
    calls_.count.WaitForNone();
    queue_->Shutdown();
    for (std::thread& taker : takers_) taker.join();
  }

  std::shared_ptr<grpc::Channel> Channel() const {
    return grpc::CreateChannel(absl::StrCat("127.0.0.1:", port_),
                               grpc::InsecureChannelCredentials());
  }

  CallsInProgress calls_{1 << 20};
  HealthService health_;
  int port_ = 0;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::thread takers_[2];
  bool ended_ = false;
};

const std::string& Truncated() {
  static const std::string bytes(
      "\x0a\x05"
      "ab");
  return bytes;
}

TEST_F(HealthServiceTest, ChecksTheServerAsAWhole) {
  struct {
    const char* reason;
    std::string request;
    bool serving;
    grpc::StatusCode code;
    std::string response;
  } tests[] = {
      {"the empty request names the server", "", true, grpc::OK, kServing},
      {"so does the empty name", FieldWire(1, ""), true, grpc::OK, kServing},
      {"other fields do not count", FieldWire(7, "a"), true, grpc::OK,
       kServing},
      {"no other service is known", FieldWire(1, "a"), true, grpc::NOT_FOUND,
       ""},
      {"a malformed request", Truncated(), true, grpc::INVALID_ARGUMENT, ""},
      {"the server drains", "", false, grpc::OK, kNotServing},
      {"an unknown service of it", FieldWire(1, "a"), false, grpc::NOT_FOUND,
       ""},
  };
  Client client(Channel());
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    if (!test.serving) health_.StopServing();
    std::string response;
    grpc::Status status = client.Call(kCheck, test.request, &response);
    EXPECT_EQ(status.error_code(), test.code) << status.error_message();
    EXPECT_EQ(response, test.response);
  }
}

TEST_F(HealthServiceTest, WatchersAreNotifiedOfAChangeOnce) {
  Watcher server(Channel(), "");
  Watcher other(Channel(), FieldWire(1, "a"));
  EXPECT_EQ(server.Next(), kServing);
  EXPECT_EQ(other.Next(), kServiceUnknown);
  health_.StopServing();
  health_.StopServing();
  EXPECT_EQ(server.Next(), kNotServing);
  health_.EndWatches();
  for (Watcher* watcher : {&server, &other}) {
    EXPECT_EQ(watcher->Next(), "end");
    EXPECT_EQ(watcher->End(), grpc::StatusCode::UNAVAILABLE);
  }
}

TEST_F(HealthServiceTest, OneWhoComesLateIsNotifiedOfWhatIs) {
  health_.StopServing();
  EXPECT_EQ(Watcher(Channel(), "").Next(), kNotServing);
}

TEST_F(HealthServiceTest, AMalformedRequestEndsTheCall) {
  Watcher watcher(Channel(), Truncated());
  EXPECT_EQ(watcher.Next(), "end");
  EXPECT_EQ(watcher.End(), grpc::StatusCode::INVALID_ARGUMENT);
}

// Nobody reads what they receive, and some are gone when it changes.
TEST_F(HealthServiceTest, ManyWatchersHoldNothingUp) {
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 50; ++i) {
    watchers.push_back(std::make_unique<Watcher>(Channel(), ""));
    if (i % 2 == 0) watchers.back()->Cancel();
    if (i == 30) health_.StopServing();
  }
  health_.EndWatches();
  for (size_t i = 1; i < watchers.size(); i += 2) {
    while (watchers[i]->Next() != "end") {
    }
    EXPECT_EQ(watchers[i]->End(), grpc::StatusCode::UNAVAILABLE);
  }
  std::string response;
  EXPECT_TRUE(Client(Channel()).Call(kCheck, "", &response).ok());
}

TEST_F(HealthServiceTest, AServerEndsThoughSomebodyWatches) {
  Watcher watcher(Channel(), "");
  EXPECT_EQ(watcher.Next(), kServing);
  End(std::chrono::seconds(0));
  EXPECT_EQ(watcher.Next(), "end");
}

}  // namespace
}  // namespace loom

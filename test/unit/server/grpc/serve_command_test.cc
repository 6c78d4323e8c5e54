// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/serve_command.h"

#include <signal.h>

#include <cstdlib>
#include <vector>

#include "function/function.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/grpc/server.h"

namespace loom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

int Serve(const std::vector<const char*>& arguments) {
  return ServeCommand(int(arguments.size()), arguments.data());
}

// Serves with the signal already waiting, so that it ends as soon as it has
// said that it serves.
void ServeUntil(int signal, const std::vector<const char*>& arguments) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  kill(getpid(), signal);
  std::exit(Serve(arguments));
}

class ServeCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    unsetenv("TLS_SERVER_CERTS_DIR");
  }
};

TEST_F(ServeCommandTest, ServesUntilItIsAskedToEnd) {
  EXPECT_EXIT(ServeUntil(SIGTERM, {"--insecure", "--address=127.0.0.1:0",
                                   "--metrics-address=127.0.0.1:0"}),
              testing::ExitedWithCode(0),
              "\"msg\":\"serving\",\"address\":\"127.0.0.1:[1-9].*"
              "\"msg\":\"shutting down\",\"signal\":\"TERM\"");
  EXPECT_EXIT(ServeUntil(SIGINT, {"--insecure", "--address=127.0.0.1:0",
                                  "--metrics-address=127.0.0.1:0"}),
              testing::ExitedWithCode(0), "\"signal\":\"INT\"");
}

TEST_F(ServeCommandTest, SpeaksToPeopleWithDebug) {
  EXPECT_EXIT(ServeUntil(SIGTERM, {"--insecure", "-d", "--address=127.0.0.1:0",
                                   "--metrics-address=127.0.0.1:0"}),
              testing::ExitedWithCode(0),
              "info  serving  address=\"127.0.0.1:[1-9]");
}

TEST_F(ServeCommandTest, SaysInALineWhyItCannotServe) {
  Function function;
  ServerOptions options;
  options.address = "127.0.0.1:0";
  options.insecure = true;
  options.metrics_address = "";
  Metrics metrics;
  auto other = Server::Start(options, function, &metrics);
  ASSERT_TRUE(other.ok()) << other.status();
  struct {
    const char* reason;
    std::vector<const char*> arguments;
    const char* want;
  } tests[] = {
      {"There are no credentials.", {}, "set --tls-certs-dir"},
      {"A flag is unknown.", {"--insecure", "--x"}, "unknown flag --x\n"},
      {"The port is taken.",
       {"--insecure", "--address", (*other)->address().c_str()},
       "Address already in use"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    testing::internal::CaptureStderr();
    EXPECT_EQ(Serve(test.arguments), 2);
    EXPECT_THAT(
        testing::internal::GetCapturedStderr(),
        AllOf(StartsWith("function-loom: error: "), HasSubstr(test.want)));
  }
}

TEST_F(ServeCommandTest, ShowsItsFlags) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(Serve({"--help"}), 0);
  EXPECT_THAT(testing::internal::GetCapturedStdout(),
              HasSubstr("--tls-certs-dir"));
}

}  // namespace
}  // namespace loom

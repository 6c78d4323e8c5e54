// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/options.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

using ::testing::HasSubstr;

class ParseServerOptionsTest : public ::testing::Test {
 protected:
  void SetUp() override { unsetenv("TLS_SERVER_CERTS_DIR"); }
  void TearDown() override { unsetenv("TLS_SERVER_CERTS_DIR"); }
};

TEST_F(ParseServerOptionsTest, HasTheDefaultsOfFunctionsInGo) {
  auto options = ParseServerOptions({"--insecure"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->insecure);
  EXPECT_FALSE(options->debug);
  EXPECT_FALSE(options->help);
  EXPECT_EQ(options->address, ":9443");
  EXPECT_EQ(options->tls_certs_dir, "");
  EXPECT_EQ(options->max_receive_megabytes, 16);
  EXPECT_EQ(options->threads, 0);
}

TEST_F(ParseServerOptionsTest, TakesValuesInBothForms) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{
            "-d", "--insecure", "--network", "tcp", "--address", "[::1]:1",
            "--max-recv-message-size", "32", "--threads", "3"},
        {"--debug", "--insecure", "--network=tcp", "--address=[::1]:1",
         "--max-recv-message-size=32", "--threads=3"}}) {
    auto options = ParseServerOptions(arguments);
    ASSERT_TRUE(options.ok()) << options.status();
    EXPECT_TRUE(options->debug);
    EXPECT_EQ(options->address, "[::1]:1");
    EXPECT_EQ(options->max_receive_megabytes, 32);
    EXPECT_EQ(options->threads, 3);
  }
}

TEST_F(ParseServerOptionsTest, SaysWhatReferencesMayRead) {
  auto options = ParseServerOptions({"--insecure"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->access.secrets, SecretAccess::kSameNamespace);
  EXPECT_EQ(options->access.cross_namespace, NamespaceAccess::kAuto);
  options = ParseServerOptions(
      {"--insecure", "--reference-secrets=Deny", "--reference-cross-namespace",
       "Allow", "--reference-kinds-allow=*.example.org/*,/ConfigMap",
       "--reference-kinds-deny=*/Secret"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->access.secrets, SecretAccess::kDeny);
  EXPECT_EQ(options->access.cross_namespace, NamespaceAccess::kAllow);
  EXPECT_THAT(options->access.allow_kinds,
              ::testing::ElementsAre("*.example.org/*", "/ConfigMap"));
  EXPECT_THAT(options->access.deny_kinds, ::testing::ElementsAre("*/Secret"));
  EXPECT_FALSE(
      ParseServerOptions({"--insecure", "--reference-secrets=Some"}).ok());
}

TEST_F(ParseServerOptionsTest, HelpNeedsNoCredentials) {
  auto options = ParseServerOptions({"-h"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_TRUE(options->help);
}

TEST_F(ParseServerOptionsTest, InsecureWinsOverCertificates) {
  EXPECT_TRUE(ParseServerOptions({"--insecure", "--tls-certs-dir=/tls"}).ok());
  setenv("TLS_SERVER_CERTS_DIR", "/tls/server", 1);
  EXPECT_TRUE(ParseServerOptions({"--insecure"}).ok());
}

TEST_F(ParseServerOptionsTest, ReadsTheDirectoryOfCertificatesFromEnvironment) {
  setenv("TLS_SERVER_CERTS_DIR", "/tls/server", 1);
  auto options = ParseServerOptions({});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->tls_certs_dir, "/tls/server");
}

TEST_F(ParseServerOptionsTest, SaysWhatIsWrong) {
  struct {
    const char* reason;
    std::vector<std::string> arguments;
    const char* want;
  } tests[] = {
      {"Neither way of serving is chosen.",
       {},
       "cannot serve: set --tls-certs-dir (or TLS_SERVER_CERTS_DIR), or "
       "--insecure\n  for the other commands, see `function-loom --help`"},
      {"A flag is misspelt.",
       {"--insecur"},
       "unknown flag --insecur\n  (--insecure?) `function-loom serve --help` "
       "lists all"},
      {"The value of an unknown flag is not repeated.",
       {"--adress=:1"},
       "unknown flag --adress\n  (--address?)"},
      {"A flag is like no other.",
       {"--verbose", "--insecure"},
       "unknown flag --verbose\n  `function-loom serve --help` lists all"},
      {"An argument is no flag.", {"9443"}, "unexpected argument 9443"},
      {"A flag lacks its value.", {"--insecure", "--address"}, "--address"},
      {"A number is none.",
       {"--insecure", "--threads=many"},
       "--threads: expected an integer from 1 to 1024, got many"},
      {"No thread could serve.",
       {"--insecure", "--threads=0"},
       "--threads: expected an integer from 1 to 1024, got 0"},
      {"A message of 2 GiB and more cannot be.",
       {"--insecure", "--max-recv-message-size=2048"},
       "--max-recv-message-size: expected an integer from 1 to 2047, got 2048"},
      {"Functions listen on TCP.",
       {"--insecure", "--network=udp"},
       "--network: udp not in {tcp}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto options = ParseServerOptions(test.arguments);
    EXPECT_EQ(options.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Brief(options.status().message()), HasSubstr(test.want));
  }
}

// "--drain-delay" becomes "FUNCTION_LOOM_DRAIN_DELAY".
std::string VariableOf(const Flag& flag) {
  std::string name = absl::AsciiStrToUpper(flag.names.back().substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  return "FUNCTION_LOOM_" + name;
}

bool TakesAnyText(const Flag& flag) {
  return flag.value.empty() || flag.value == "HOST:PORT" ||
         flag.value == "DIR" || flag.value == "KINDS" ||
         flag.value == "NAMESPACE/NAME";
}

TEST(ServerHelp, EachFlagThatTakesNotAnyTextHasAVariable) {
  int tried = 0;
  for (const Flag& flag : ServerHelp().flags) {
    if (TakesAnyText(flag)) continue;
    setenv(VariableOf(flag).c_str(), "none", 1);
    EXPECT_THAT(ParseServerOptions({"--insecure"}).status().message(),
                HasSubstr(flag.names.back()));
    unsetenv(VariableOf(flag).c_str());
    ++tried;
  }
  EXPECT_GE(tried, 14);
}

TEST(ServerHelp, SaysTheNumbersOfTheLimits) {
  const ServerOptions defaults;
  const struct {
    const char* flag;
    size_t number;
  } tests[] = {
      {"--max-recv-message-size", size_t(defaults.max_receive_megabytes)},
      {"--call-memory", size_t(defaults.call_megabytes)},
      {"--call-memory", limits::kMemory / limits::kMiB},
      {"--call-memory", limits::kMemoryPerRequestByte},
      {"--call-steps", size_t(defaults.call_steps)},
      {"--max-connections", size_t(defaults.max_connections)},
      {"--max-concurrent-streams", size_t(defaults.max_concurrent_streams)},
  };
  for (const auto& test : tests) {
    int found = 0;
    for (const Flag& flag : ServerHelp().flags) {
      if (flag.names.back() != test.flag) continue;
      const std::vector<std::string> words =
          absl::StrSplit(flag.description, absl::ByAnyChar(" .)"));
      EXPECT_THAT(words, testing::Contains(absl::StrCat(test.number)))
          << test.flag;
      ++found;
    }
    EXPECT_EQ(found, 1) << test.flag;
  }
}

TEST(ServerHelp, ListsEveryFlag) {
  for (const char* flag :
       {"--help", "--debug", "--network", "--address", "--tls-certs-dir",
        "TLS_SERVER_CERTS_DIR", "--insecure", "--max-recv-message-size",
        "--threads"}) {
    EXPECT_THAT(HelpText(ServerHelp()), HasSubstr(flag));
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/credentials.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/certificate_maker.h"
#include "test/unit/server/grpc/client.h"

namespace loom {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
namespace tls = grpc::experimental;

// A client that shows `identity`, or nothing, and looks at nothing that it is
// shown: Debian's gRPC cannot verify certificates of Crossplane's shape.
std::shared_ptr<grpc::ChannelCredentials> Showing(const Identity* identity) {
  tls::TlsChannelCredentialsOptions options;
  if (identity != nullptr) {
    options.set_certificate_provider(
        std::make_shared<tls::StaticDataCertificateProvider>(
            std::vector<tls::IdentityKeyCertPair>{
                {identity->KeyPem(), identity->CertificatePem()}}));
    options.watch_identity_key_cert_pairs();
  }
  options.set_verify_server_certs(false);
  options.set_certificate_verifier(
      std::make_shared<tls::NoOpCertificateVerifier>());
  options.set_check_call_host(false);
  return tls::TlsCredentials(options);
}

// A server that knows no method: UNIMPLEMENTED is from behind the TLS.
class CredentialsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    authority_ = new Identity(MakeAuthority());
    server_ = new Identity(Server(*authority_));
  }
  static Identity Server(const Identity& authority) {
    return MakeLeaf(authority, {.extended_usage = "serverAuth"});
  }

  void SetUp() override {
    folder_.Put(*server_, *authority_);
    auto made = ServerTls::Start(folder_.path(), &metrics_);
    ASSERT_TRUE(made.ok()) << made.status();
    tls_ = *std::move(made);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", tls_->credentials(), &port_);
    queue_ = builder.AddCompletionQueue();
    grpc_ = builder.BuildAndStart();
    ASSERT_NE(grpc_, nullptr);
    // Nothing of a connection is done while nobody looks at the queue.
    poller_ = std::thread([this] {
      void* tag;
      bool ok;
      while (queue_->Next(&tag, &ok)) {
      }
    });
  }
  void TearDown() override {
    grpc_->Shutdown(std::chrono::system_clock::now());
    queue_->Shutdown();
    poller_.join();
  }

  bool LetsIn(const Identity* identity) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    auto channel = grpc::CreateCustomChannel(
        "127.0.0.1:" + std::to_string(port_), Showing(identity), arguments);
    // A call, as the handshake of a client of TLS 1.3 ends before it is judged.
    std::string response;
    grpc::Status status = Client(channel).Call("/no/method", "", &response);
    EXPECT_THAT(status.error_code(), AnyOf(grpc::StatusCode::UNIMPLEMENTED,
                                           grpc::StatusCode::UNAVAILABLE));
    return status.error_code() == grpc::StatusCode::UNIMPLEMENTED;
  }
  bool LetsIn(const Identity& identity) { return LetsIn(&identity); }

  template <typename Condition>
  bool Within(std::chrono::seconds patience, Condition condition) {
    auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }

  uint64_t Refused(Refusal refusal) const {
    return metrics_.handshakes_failed[size_t(refusal)].value();
  }

  static Identity* authority_;
  static Identity* server_;
  CertificateFolder folder_;
  Metrics metrics_;
  std::unique_ptr<ServerTls> tls_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> grpc_;
  std::thread poller_;
  int port_ = 0;
};
Identity* CredentialsTest::authority_;
Identity* CredentialsTest::server_;

TEST_F(CredentialsTest, LetInClientsOfTheAuthorityAlone) {
  EXPECT_TRUE(LetsIn(MakeLeaf(*authority_)));
  EXPECT_FALSE(LetsIn(nullptr)) << "no certificate";
  EXPECT_FALSE(LetsIn(MakeLeaf(MakeAuthority()))) << "another authority";
  EXPECT_GE(Refused(Refusal::kSignature), 1u);
  EXPECT_FALSE(LetsIn(MakeLeaf(*authority_, {.from_days = -9, .to_days = -1})))
      << "expired";
  EXPECT_GE(Refused(Refusal::kDates), 1u);
  EXPECT_FALSE(LetsIn(MakeLeaf(*authority_, {.from_days = 1})))
      << "not valid yet";
  EXPECT_FALSE(LetsIn(*server_)) << "wrong usage";
  EXPECT_GE(Refused(Refusal::kUsage), 1u);
  EXPECT_TRUE(LetsIn(MakeLeaf(*authority_))) << "after all these";
}

TEST_F(CredentialsTest, FollowTheFilesAsAWhole) {
  Identity client = MakeLeaf(*authority_);
  Identity next = MakeAuthority();
  Identity next_client = MakeLeaf(next);
  ASSERT_TRUE(LetsIn(client));

  // The key of another certificate: nothing of it goes live.
  folder_.Put(Server(next).CertificatePem(), MakeAuthority().KeyPem(),
              next.CertificatePem());
  EXPECT_TRUE(Within(std::chrono::seconds(10), [&] {
    return metrics_.certificate_reload_errors.value() >= 1;
  }));
  EXPECT_TRUE(LetsIn(client));
  EXPECT_FALSE(LetsIn(next_client));

  folder_.Put(Server(next), next);
  EXPECT_TRUE(
      Within(std::chrono::seconds(10), [&] { return LetsIn(next_client); }));
  EXPECT_FALSE(LetsIn(client));

  folder_.Put(*server_, *authority_);
  EXPECT_TRUE(Within(std::chrono::seconds(10), [&] { return LetsIn(client); }));
}

TEST_F(CredentialsTest, TellWhenTheCertificateExpires) {
  EXPECT_GT(metrics_.certificate_not_after.value(),
            double(std::time(nullptr)) + 3600.0 * 24 * 3600);
}

TEST(ServerTls, NeedsWhatItCanServeWith) {
  Metrics metrics;
  absl::Status status = ServerTls::Start("/nowhere", &metrics).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              HasSubstr("cannot serve with the certificates in /nowhere: "
                        "tls.crt: No such file"));
}

}  // namespace
}  // namespace loom

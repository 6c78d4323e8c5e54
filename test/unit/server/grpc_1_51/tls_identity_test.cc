// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/tls_identity.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/ssl.h>

#include "gtest/gtest.h"
#include "test/testing/certificate_maker.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

// The certificate that a server shows.
X509Ptr ShownAt(const std::string& address) {
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
      SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  std::unique_ptr<BIO, decltype(&BIO_free_all)> peer(
      BIO_new_ssl_connect(context.get()), BIO_free_all);
  BIO_set_conn_hostname(peer.get(), address.c_str());
  SSL* ssl = nullptr;
  BIO_get_ssl(peer.get(), &ssl);
  const unsigned char h2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(ssl, h2, sizeof h2);
  if (BIO_do_handshake(peer.get()) != 1) return nullptr;
  return X509Ptr(SSL_get1_peer_certificate(ssl));
}

bool Shows(const std::string& address, const Identity& identity) {
  X509Ptr shown = ShownAt(address);
  return shown != nullptr &&
         X509_cmp(shown.get(), identity.certificate.get()) == 0;
}

TEST(TlsIdentity, IsReplacedAgainAndAgain) {
  Identity authority = MakeAuthority();
  Identity first = MakeLeaf(authority, {.extended_usage = "serverAuth"});
  Identity second = MakeLeaf(authority, {.extended_usage = "serverAuth"});
  auto identity =
      std::make_shared<TlsIdentity>(first.CertificatePem(), first.KeyPem());
  grpc::experimental::TlsServerCredentialsOptions options(identity);
  options.watch_identity_key_cert_pairs();
  options.set_cert_request_type(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  int port = 0;
  grpc::AsyncGenericService nothing;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(
      "127.0.0.1:0", grpc::experimental::TlsServerCredentials(options), &port);
  builder.RegisterAsyncGenericService(&nothing);
  auto queue = builder.AddCompletionQueue();
  auto server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);
  // Nothing of a connection is done while nobody looks at the queue.
  std::thread poller([&] {
    void* tag;
    bool ok;
    while (queue->Next(&tag, &ok)) {
    }
  });
  std::string address = "127.0.0.1:" + std::to_string(port);

  EXPECT_TRUE(Shows(address, first));
  for (int i = 0; i < 3; ++i) {
    identity->Replace(second.CertificatePem(), second.KeyPem());
    EXPECT_TRUE(Shows(address, second));
    identity->Replace(first.CertificatePem(), first.KeyPem());
    EXPECT_TRUE(Shows(address, first));
  }
  server->Shutdown(std::chrono::system_clock::now());
  queue->Shutdown();
  poller.join();
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// TlsIdentity is the certificate and the private key with which gRPC answers
// TLS handshakes. They can be replaced while gRPC serves.
//
//   auto identity = std::make_shared<TlsIdentity>(chain, key);
//   grpc::experimental::TlsServerCredentialsOptions options(identity);
//   options.watch_identity_key_cert_pairs();
//   // Later; handshakes that begin from now on use the new pair.
//   identity->Replace(new_chain, new_key);
//
// All arguments are PEM. The key must be that of the first certificate of the
// chain, which ReadCertificates (server/tls/certificates.h) has checked: with another key
// all handshakes fail.
//
// gRPC 1.51 itself offers a provider whose certificates are fixed, and one that
// watches files, but switches to pairs that do not match. The gRPC of 2026 has
// InMemoryCertificateProvider (grpc/grpc#41484), whose identity can be replaced: with
// such a version use it in place of this class. The unit test
// TlsIdentity.IsReplacedAgainAndAgain says what it has to do.
#pragma once

#include <grpcpp/security/tls_certificate_provider.h>

#include <string>

namespace loom {

class TlsIdentity : public grpc::experimental::CertificateProviderInterface {
 public:
  TlsIdentity(const std::string& chain_pem, const std::string& key_pem);

  grpc_tls_certificate_provider* c_provider() override {
    return provider_.c_provider();
  }

  void Replace(const std::string& chain_pem, const std::string& key_pem);

 private:
  grpc::experimental::StaticDataCertificateProvider provider_;
  void* distributor_;
};

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// TlsIdentity is the certificate and the private key that gRPC uses in TLS handshakes.
// They can be replaced while gRPC serves.
//
// All arguments are PEM. The key must belong to the first certificate of the chain,
// which ReadCertificates (server/tls/certificates.h) has checked. With any other key,
// all handshakes fail.
//
// gRPC 1.51 itself has a provider with fixed certificates, and one that watches files
// but switches to pairs that do not match. The gRPC of 2026 has
// InMemoryCertificateProvider (grpc/grpc#41484), whose identity can be replaced: with
// such a version, use it instead of this class. The unit test
// TlsIdentity.IsReplacedAgainAndAgain shows the required behavior.
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

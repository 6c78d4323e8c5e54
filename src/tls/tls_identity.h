// SPDX-License-Identifier: Apache-2.0
// TlsIdentity is the certificate and key that gRPC shows its peers, and that
// can be replaced while it serves. gRPC 1.51 has a provider of fixed
// certificates and one that reads files by itself; the latter also takes a
// certificate that does not match its key, and then serves nobody.
//
//   auto identity = std::make_shared<TlsIdentity>(chain, key);
//   grpc::experimental::TlsServerCredentialsOptions options(identity);
//   …
//   identity->Replace(new_chain, new_key);    // from the next handshake on
//
// The pairs have to match.
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

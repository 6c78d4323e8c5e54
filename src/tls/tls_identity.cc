// SPDX-License-Identifier: Apache-2.0
#include "tls/tls_identity.h"

#include <vector>

#include "absl/types/optional.h"

// gRPC's provider of fixed certificates hands them on through a distributor,
// which takes new ones at any time; only there is no public way to it. So its
// two functions are declared here, as those in grpc_plugins.cc are: gRPC 1.51
// is what Debian 12 has and keeps, and where they are called otherwise the link
// fails.
namespace grpc_core {

class PemKeyCertPair {
 public:
  PemKeyCertPair(std::string private_key, std::string cert_chain)
      : private_key_(std::move(private_key)),
        cert_chain_(std::move(cert_chain)) {}

 private:
  std::string private_key_;
  std::string cert_chain_;
};

class StaticDataCertificateProvider {
 public:
  // gRPC's counted reference, which is returned through memory as it has a
  // destructor. This one's does not give the reference back.
  struct Distributor {
    ~Distributor() {}
    void* object;
  };
  Distributor distributor() const;
};

}  // namespace grpc_core

class grpc_tls_certificate_distributor {
 public:
  void SetKeyMaterials(
      const std::string& name, absl::optional<std::string> root_certificates,
      absl::optional<std::vector<grpc_core::PemKeyCertPair>> pairs);
};

namespace loom {
namespace {

// Never given back, so the objects are kept in sight of leak checkers. There is
// one in the life of a server.
void* KeepForEver(void* object) {
  static auto* kept = new std::vector<void*>;
  kept->push_back(object);
  return object;
}

void* DistributorOf(grpc_tls_certificate_provider* provider) {
  auto* fixed =
      reinterpret_cast<grpc_core::StaticDataCertificateProvider*>(provider);
  return KeepForEver(fixed->distributor().object);
}

}  // namespace

TlsIdentity::TlsIdentity(const std::string& chain_pem,
                         const std::string& key_pem)
    : provider_({{key_pem, chain_pem}}),
      distributor_(DistributorOf(provider_.c_provider())) {}

void TlsIdentity::Replace(const std::string& chain_pem,
                          const std::string& key_pem) {
  std::vector<grpc_core::PemKeyCertPair> pairs;
  pairs.emplace_back(key_pem, chain_pem);
  static_cast<grpc_tls_certificate_distributor*>(distributor_)
      ->SetKeyMaterials("", absl::nullopt, std::move(pairs));
}

}  // namespace loom

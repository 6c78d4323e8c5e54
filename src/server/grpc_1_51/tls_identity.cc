// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/tls_identity.h"

#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "server/grpc_1_51/version.h"

// gRPC's provider of fixed certificates passes them to a distributor, which
// accepts new ones at any time, but the public API gives no access to the
// distributor. So the two internal functions that are needed are declared here.
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
  // Has the layout of gRPC's counted reference. It needs a destructor, because
  // that makes the compiler return it in memory; this destructor releases
  // nothing.
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

// The reference is never released, so it is stored where leak checkers find it.
// A server has one.
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

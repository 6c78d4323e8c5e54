// SPDX-License-Identifier: Apache-2.0
// Makes certificates of the shape that Crossplane's have, and of others: one
// name for the CA and all leaves, no key identifiers, RSA 2048, SHA-256, the
// key as PKCS#1.
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <string>

#include "tls/x509.h"

namespace loom {

struct CertificateShape {
  const char* name = "Crossplane";
  bool authority = false;
  // OpenSSL's words; "" for no extension.
  const char* key_usage = "critical,digitalSignature,keyEncipherment";
  const char* extended_usage = "clientAuth";
  const char* basic_constraints = "critical,CA:FALSE";
  bool key_identifiers = false;
  bool unknown_critical = false;
  int from_days = -1;
  int to_days = 3650;
  long version = X509_VERSION_3;
  const EVP_MD* digest = EVP_sha256();
};

struct Identity {
  X509Ptr certificate;
  KeyPtr key;

  std::string CertificatePem() const;
  std::string KeyPem() const;  // PKCS#1
};

KeyPtr RsaKey(int bits = 2048);
KeyPtr EcKey();
// One and the same for all that need no key of their own: making one takes
// long.
KeyPtr SharedKey();

// Signed by itself.
Identity MakeAuthority(CertificateShape shape = {});
// Signed by `authority`.
Identity MakeLeaf(const Identity& authority, const CertificateShape& shape = {},
                  KeyPtr key = SharedKey());

// Writes tls.crt, tls.key and ca.crt into a folder as kubelet does: all of them
// behind the link `..data`, which is replaced in one go.
class CertificateFolder {
 public:
  CertificateFolder();
  ~CertificateFolder();

  const std::string& path() const { return path_; }
  void Put(const std::string& chain, const std::string& key,
           const std::string& authorities);
  void Put(const Identity& identity, const Identity& authority) {
    Put(identity.CertificatePem(), identity.KeyPem(),
        authority.CertificatePem());
  }

 private:
  std::string path_;
  int version_ = 0;
};

}  // namespace loom

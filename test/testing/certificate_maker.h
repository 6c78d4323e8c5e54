// SPDX-License-Identifier: Apache-2.0
// MakeAuthority and MakeLeaf create certificates for tests, and
// CertificateFolder puts them where a server reads them. By default a
// certificate has the shape of Crossplane's: the CA and all leaves have one
// subject, there are no key identifiers, keys are RSA 2048, signatures SHA-256.
//
//   Identity authority = MakeAuthority();
//   Identity server = MakeLeaf(authority, {.extended_usage = "serverAuth"});
//   CertificateFolder folder;
//   folder.Put(server, authority);
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <string>

#include "server/tls/certificates.h"

namespace loom {

struct CertificateShape {
  const char* name = "Crossplane";  // the common name of the subject
  // In the syntax of OpenSSL's configuration files; "" for no extension.
  const char* key_usage = "critical,digitalSignature,keyEncipherment";
  const char* extended_usage = "clientAuth";
  const char* basic_constraints = "critical,CA:FALSE";
  bool key_identifiers = false;
  bool unknown_critical = false;
  // When it is valid, in days from now.
  int from_days = -1;
  int to_days = 3650;
  long version = X509_VERSION_3;
  const EVP_MD* digest = EVP_sha256();
};

// A certificate with its private key.
struct Identity {
  X509Ptr certificate;
  KeyPtr key;

  std::string CertificatePem() const;
  std::string KeyPem() const;  // PKCS#1
};

KeyPtr RsaKey(int bits = 2048);
KeyPtr EcKey();
// Always the same RSA key, for leaves that need none of their own: creating one
// takes long.
KeyPtr SharedKey();

// A self-signed CA. Its usages and constraints are those of a CA whatever
// `shape` says.
Identity MakeAuthority(CertificateShape shape = {});
// A certificate that `authority` has signed.
Identity MakeLeaf(const Identity& authority, const CertificateShape& shape = {},
                  KeyPtr key = SharedKey());

// A temporary folder with tls.crt, tls.key and ca.crt, laid out as kubelet does
// it: the files are links through the link `..data`, which each Put replaces at
// once.
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

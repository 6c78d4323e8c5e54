// SPDX-License-Identifier: Apache-2.0
// X509Ptr and KeyPtr own OpenSSL's certificates and keys, and the functions
// below read them from PEM.
//
//   std::vector<X509Ptr> chain = ParseCertificates(pem);
//   if (chain.empty()) return absl::InvalidArgumentError("no certificate");
//   std::time_t expires = NotAfter(chain[0].get());
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct X509Delete {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using X509Ptr = std::unique_ptr<X509, X509Delete>;
using KeyPtr = std::unique_ptr<EVP_PKEY, X509Delete>;

// All certificates of a PEM text, in order. Empty if there are none, or if any
// of them cannot be read.
std::vector<X509Ptr> ParseCertificates(absl::string_view pem);

// The first private key of a PEM text. Null if there is none, or if it is
// encrypted.
KeyPtr ParsePrivateKey(absl::string_view pem);

// When a certificate expires, in seconds since 1970; 0 if its date cannot be
// read.
std::time_t NotAfter(const X509* certificate);

}  // namespace loom

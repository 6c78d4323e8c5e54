// SPDX-License-Identifier: Apache-2.0
// OpenSSL's certificates as values that free themselves.
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

// Every certificate of a PEM text, in order; none if one cannot be read.
std::vector<X509Ptr> ParseCertificates(absl::string_view pem);

// Null if there is none, or it is encrypted.
KeyPtr ParsePrivateKey(absl::string_view pem);

// The end of a certificate's validity; 0 if it cannot be told.
std::time_t NotAfter(const X509* certificate);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/tls/x509.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>

namespace loom {
namespace {

struct BioDelete {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using BioPtr = std::unique_ptr<BIO, BioDelete>;

BioPtr Open(absl::string_view text) {
  return BioPtr(BIO_new_mem_buf(text.data(), int(text.size())));
}

// Without a callback, OpenSSL asks for a password at the terminal.
int NoPassword(char*, int, int, void*) { return -1; }

}  // namespace

std::vector<X509Ptr> ParseCertificates(absl::string_view pem) {
  BioPtr bio = Open(pem);
  std::vector<X509Ptr> all;
  while (X509* certificate =
             PEM_read_bio_X509(bio.get(), nullptr, NoPassword, nullptr)) {
    all.emplace_back(certificate);
  }
  // OpenSSL also reports the end of the text as an error.
  bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!at_end) all.clear();
  return all;
}

KeyPtr ParsePrivateKey(absl::string_view pem) {
  BioPtr bio = Open(pem);
  KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassword, nullptr));
  ERR_clear_error();
  return key;
}

std::time_t NotAfter(const X509* certificate) {
  std::tm utc{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &utc) != 1) return 0;
  return timegm(&utc);
}

}  // namespace loom

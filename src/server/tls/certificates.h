// SPDX-License-Identifier: Apache-2.0
// Certificates is what the server needs for mutual TLS: its certificate, the
// private key of that certificate, and the authorities that sign the
// certificates of clients. ReadCertificates reads them from three files of one
// folder and checks them against each other.
//
//   LOOM_ASSIGN_OR_RETURN(Certificates now, ReadCertificates("/tls/server"));
//
// The files are those of a Secret that Crossplane creates and kubelet mounts:
//
//   tls.crt   the server's certificate, then those of its issuers, if any
//   tls.key   its private key, unencrypted, as PKCS#1 (Crossplane's) or PKCS#8
//   ca.crt    the authorities of Crossplane's clients, at least one
//
// kubelet replaces all files at once: each is a link through the link `..data`,
// which it points to another folder. Links are therefore followed.
//
// A folder whose files do not belong together is refused, for example with
// "tls.key: not the key of tls.crt", and so is a certificate that TLS does not take, with
// "tls.crt: TLS refuses it: ee key too small". Errors never quote the content of a file.
//
// Authorities shares the certificates of the authorities between threads:
// handshakes read the list while another thread replaces it after a change of
// ca.crt.
//
//   Authorities authorities;
//   authorities.Set(ParseCertificates(pem));
//   Authorities::List current = authorities.Get();
//   Verdict verdict = CheckClientCertificate(peer, *current, time);
//
// X509Ptr and KeyPtr own certificates and keys of OpenSSL.
//
//   std::vector<X509Ptr> chain = ParseCertificates(pem);
//   if (chain.empty()) return absl::InvalidArgumentError("no certificate");
//   std::time_t expires = NotAfter(chain[0].get());
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"

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

struct Certificates {
  std::string chain_pem;
  std::string key_pem;
  std::vector<X509Ptr> authorities;
  // When the server's certificate expires.
  std::time_t not_after = 0;
};

// InvalidArgument: a file is missing, is unreadable, is not a regular file, has
// more than 1 MiB, or does not hold what the table above says.
absl::StatusOr<Certificates> ReadCertificates(const std::string& folder);

// A text that changes whenever one of the three files is replaced or written
// to: their inodes, sizes and modification times. It takes three system calls.
// "" if a file is missing.
std::string CertificateFilesStamp(const std::string& folder);

// A list does not change once it is set: a caller of Get may go on using its list
// after the next Set. Before the first Set the list is empty, so that every client
// is refused. Safe to use from many threads.
class Authorities {
 public:
  using List = std::shared_ptr<const std::vector<X509Ptr>>;

  void Set(std::vector<X509Ptr> list);
  List Get() const;

 private:
  mutable Mutex mutex_;
  List list_ ABSL_GUARDED_BY(mutex_) =
      std::make_shared<const std::vector<X509Ptr>>();
};

}  // namespace loom

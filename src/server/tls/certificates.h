// SPDX-License-Identifier: Apache-2.0
// Certificates holds what the server needs for mutual TLS: its certificate, the private
// key of that certificate, and the authorities that sign the certificates of clients.
// ReadCertificates reads them from three files in one folder and checks them against
// each other.
//
// The files are those of a Secret that Crossplane creates and kubelet mounts:
//
//   tls.crt   the server's certificate, then those of its issuers, if any
//   tls.key   its private key, unencrypted, as PKCS#1 (Crossplane's) or PKCS#8
//   ca.crt    the authorities of Crossplane's clients, at least one
//
// kubelet replaces all files at once: each file is a symbolic link through the link
// `..data`, which kubelet points to another folder. So links are followed.
//
// A folder whose files do not belong together is refused, and so is a certificate that
// TLS does not accept, such as one with a short key. Errors never quote the content of
// a file.
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

// Returns all certificates of a PEM string, in order. Returns an empty list if the
// string has none or any of them is unreadable.
std::vector<X509Ptr> ParseCertificates(absl::string_view pem);

// Returns the first private key of a PEM string. Returns null if it has none or the key
// is encrypted.
KeyPtr ParsePrivateKey(absl::string_view pem);

// Returns when a certificate expires, in seconds since 1970; 0 if its date is
// unreadable.
std::time_t NotAfter(const X509* certificate);

struct Certificates {
  std::string chain_pem;
  std::string key_pem;
  std::vector<X509Ptr> authorities;
  std::time_t not_after = 0;
};

// Reads the files of the folder. InvalidArgument: a file is missing, is unreadable, is
// not a regular file, is larger than 1 MiB, or does not match the table above.
absl::StatusOr<Certificates> ReadCertificates(const std::string& folder);

// Returns a string that changes whenever one of the three files is replaced or written
// to: their inodes, sizes and modification times. Returns "" if a file is missing.
// Takes three system calls.
std::string CertificateFilesStamp(const std::string& folder);

// Shares the certificates of the authorities between threads: handshakes read the list
// while another thread replaces it after ca.crt has changed. A list does not change
// once it is set: a caller of Get may keep using its list after the next Set. Before
// the first Set the list is empty, so every client is refused. Thread-safe.
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

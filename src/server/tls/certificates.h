// SPDX-License-Identifier: Apache-2.0
// Certificates is what the server needs for mutual TLS: its certificate, the
// private key of that certificate, and the authorities that sign the
// certificates of clients. They are read from three files of one folder and
// checked against each other.
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
// InvalidArgument: a file is missing, is unreadable, is not a regular file, has
// more than 1 MiB, or does not hold what the table says.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/tls/x509.h"

namespace loom {

struct Certificates {
  std::string chain_pem;
  std::string key_pem;
  std::vector<X509Ptr> authorities;
  // When the server's certificate expires.
  std::time_t not_after = 0;
};

absl::StatusOr<Certificates> ReadCertificates(const std::string& folder);

// A text that changes whenever one of the three files is replaced or written
// to: their inodes, sizes and modification times. It takes three system calls.
// "" if a file is missing.
std::string CertificateFilesStamp(const std::string& folder);

}  // namespace loom

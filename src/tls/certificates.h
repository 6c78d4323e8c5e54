// SPDX-License-Identifier: Apache-2.0
// Certificates is what the server shows its peers and by what it knows them:
// the three files of a folder, read together and checked as a whole.
//
//   LOOM_ASSIGN_OR_RETURN(Certificates now, ReadCertificates("/tls/server"));
//
// The folder is that of a Secret which Crossplane makes and kubelet mounts:
//
//   tls.crt   our certificate, and those it is signed by, if any
//   tls.key   its private key, unencrypted: PKCS#1 from Crossplane, PKCS#8 too
//   ca.crt    who signs Crossplane's clients; one or more certificates
//
// kubelet replaces all of them at once, by pointing the link `..data` to
// another folder, so files are read through links. A folder that is half
// written fails: `tls.key: not the key of tls.crt`. Nothing that stands in a
// file is ever part of an error. InvalidArgument: a file is missing,
// unreadable, not a regular file, above 1 MiB or not what its name says.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tls/x509.h"

namespace loom {

struct Certificates {
  std::string chain_pem;
  std::string key_pem;
  std::vector<X509Ptr> authorities;
  // When our certificate ends.
  std::time_t not_after = 0;
};

absl::StatusOr<Certificates> ReadCertificates(const std::string& folder);

// What changes when a file is replaced: the identity, size and time of each
// file. Costs three system calls; "" where a file cannot be looked at.
std::string CertificateFilesStamp(const std::string& folder);

}  // namespace loom

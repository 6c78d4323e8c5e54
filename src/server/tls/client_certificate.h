// SPDX-License-Identifier: Apache-2.0
// CheckClientCertificate decides whether to accept the certificate that a
// client presents.
//
// The TLS library cannot decide this. Crossplane gives its CA and all
// certificates that the CA signs the same subject and no key identifiers.
// OpenSSL 3 treats such a certificate as self-signed and fails the handshake.
// So gRPC is configured to request a certificate without verifying it, and this
// check follows before the first byte of HTTP/2. By then TLS itself has proved
// that the client holds the private key. A certificate is accepted if all of
// the following are true:
//
//   signer      one of the authorities signed it directly, the subject of that
//               authority is the certificate's issuer, and the authority is a
//               CA and valid now
//   dates       it is valid now, or will be within 5 minutes, because clocks
//               differ
//   usage       its extended key usage names clientAuth, and its key usage, if
//               there is one, names digitalSignature
//   form        it is of X.509 version 3, is not a CA, and has no unknown
//               critical extension
//   strength    its key and its signature are worth at least 112 bits, as RSA
//               2048, P-256 and SHA-256 are, but neither SHA-1 nor MD5
//
// Crossplane's certificates meet all of these conditions. Functions in Go also accept
// some certificates that are refused here, but Crossplane does not create them. A
// verdict never quotes the certificate.
#pragma once

#include <ctime>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/tls/certificates.h"

namespace loom {

// The reason why a certificate was refused. The names are the values of a metric label.
enum class Refusal {
  kUnreadable,
  kSignature,
  kDates,
  kUsage,
  kForm,
  kStrength,
};
inline constexpr const char* kRefusalNames[] = {
    "unreadable", "signature", "dates", "usage", "form", "strength"};

// `refusal` and `why` are meaningful only if `accepted` is false.
struct Verdict {
  bool accepted = true;
  Refusal refusal = Refusal::kUnreadable;
  const char* why = "";
};

// Checks the first certificate of `pem`. `now` is in seconds since 1970.
Verdict CheckClientCertificate(absl::string_view pem,
                               const std::vector<X509Ptr>& authorities,
                               std::time_t now);

}  // namespace loom

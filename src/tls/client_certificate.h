// SPDX-License-Identifier: Apache-2.0
// Whether a peer is let in: the check of the certificate it shows.
//
//   Verdict verdict =
//       CheckClientCertificate(pem, authorities, std::time(nullptr));
//
// gRPC cannot do it. Crossplane gives its CA and every leaf one and the same
// name and no key identifiers, and OpenSSL 3 takes a leaf of that shape for
// self-signed and ends the handshake. So gRPC asks for a certificate without
// judging it (that the peer has its key, TLS has shown), and it is judged here,
// before the first byte of HTTP/2. Let in is a certificate
//
//   - signed by one of the authorities, which bears the issuer's name, is a CA
//     and is valid itself; nothing in between,
//   - valid now; it may begin up to 5 minutes from now, as clocks differ,
//   - made for clients (extended key usage clientAuth, which has to be there)
//     and for signatures, if key usage is said,
//   - no CA, of X.509 version 3, without a critical extension nobody knows,
//   - of at least 112 bits of strength, in its key (RSA 2048, P-256) and in its
//     signature (neither SHA-1 nor MD5).
//
// Crossplane's are all that. Go's functions accept more; what they accept
// beyond this Crossplane never makes. A verdict quotes nothing of the
// certificate.
#pragma once

#include <ctime>
#include <vector>

#include "absl/strings/string_view.h"
#include "tls/x509.h"

namespace loom {

// Why a certificate was refused, for counting: a fixed set.
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

// `refusal` and `why` count if it is not accepted.
struct Verdict {
  bool accepted = true;
  Refusal refusal = Refusal::kUnreadable;
  const char* why = "";
};

// Of the first certificate of `pem`.
Verdict CheckClientCertificate(absl::string_view pem,
                               const std::vector<X509Ptr>& authorities,
                               std::time_t now);

}  // namespace loom

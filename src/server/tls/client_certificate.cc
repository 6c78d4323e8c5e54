// SPDX-License-Identifier: Apache-2.0
#include "server/tls/client_certificate.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "base/limits.h"

namespace loom {
namespace {

constexpr std::time_t kClockSkew = 5 * 60;
constexpr int kLeastStrength = 112;  // bits

Verdict Refuse(Refusal refusal, const char* why) {
  return {.accepted = false, .refusal = refusal, .why = why};
}

bool ValidAt(const X509* certificate, std::time_t now) {
  std::time_t later = now + kClockSkew;
  return X509_cmp_time(X509_get0_notBefore(certificate), &later) < 0 &&
         X509_cmp_time(X509_get0_notAfter(certificate), &now) > 0;
}

// Results other than 1 mean certificates that predate basicConstraints.
bool IsAuthority(X509* certificate) { return X509_check_ca(certificate) == 1; }

bool SignedBy(X509* leaf, X509* authority, std::time_t now) {
  return IsAuthority(authority) && ValidAt(authority, now) &&
         X509_NAME_cmp(X509_get_issuer_name(leaf),
                       X509_get_subject_name(authority)) == 0 &&
         X509_verify(leaf, X509_get0_pubkey(authority)) == 1;
}

bool StrongSignature(X509* certificate) {
  int digest = NID_undef, strength = 0;
  return X509_get_signature_info(certificate, &digest, nullptr, &strength,
                                 nullptr) == 1 &&
         strength >= kLeastStrength;
}

bool StrongKey(const X509* certificate) {
  const EVP_PKEY* key = X509_get0_pubkey(certificate);
  return key != nullptr && EVP_PKEY_get_security_bits(key) >= kLeastStrength;
}

Verdict Check(X509* leaf, const std::vector<X509Ptr>& authorities,
              std::time_t now) {
  uint32_t flags = X509_get_extension_flags(leaf);
  if (X509_get_version(leaf) != X509_VERSION_3) {
    return Refuse(Refusal::kForm, "not of X.509 version 3");
  }
  if ((flags & EXFLAG_INVALID) != 0) {
    return Refuse(Refusal::kForm, "an extension cannot be read");
  }
  if ((flags & EXFLAG_CRITICAL) != 0) {
    return Refuse(Refusal::kForm, "it has an unknown critical extension");
  }
  if ((flags & EXFLAG_CA) != 0) {
    return Refuse(Refusal::kForm, "it is the certificate of an authority");
  }
  // Without the extension, OpenSSL reports that every usage is allowed.
  if ((flags & EXFLAG_XKUSAGE) == 0 ||
      (X509_get_extended_key_usage(leaf) & XKU_SSL_CLIENT) == 0) {
    return Refuse(Refusal::kUsage, "not made for clients");
  }
  if ((X509_get_key_usage(leaf) & KU_DIGITAL_SIGNATURE) == 0) {
    return Refuse(Refusal::kUsage, "not made for signatures");
  }
  if (!StrongKey(leaf)) return Refuse(Refusal::kStrength, "its key is weak");
  if (!StrongSignature(leaf)) {
    return Refuse(Refusal::kStrength, "its signature is weak");
  }
  if (!ValidAt(leaf, now)) {
    return Refuse(Refusal::kDates, "expired, or not valid yet");
  }
  for (const X509Ptr& authority : authorities) {
    if (SignedBy(leaf, authority.get(), now)) return {};
  }
  return Refuse(Refusal::kSignature, "not signed by an authority of ca.crt");
}

}  // namespace

Verdict CheckClientCertificate(absl::string_view pem,
                               const std::vector<X509Ptr>& authorities,
                               std::time_t now) {
  if (pem.size() > limits::kPeerCertificate) {
    return Refuse(Refusal::kUnreadable, "too large");
  }
  std::vector<X509Ptr> shown = ParseCertificates(pem);
  if (shown.empty()) return Refuse(Refusal::kUnreadable, "cannot be read");
  Verdict verdict = Check(shown[0].get(), authorities, now);
  ERR_clear_error();  // OpenSSL queues errors for each thread
  return verdict;
}

}  // namespace loom

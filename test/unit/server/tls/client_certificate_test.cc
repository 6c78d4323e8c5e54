// SPDX-License-Identifier: Apache-2.0
#include "server/tls/client_certificate.h"

#include "base/limits.h"
#include "gtest/gtest.h"
#include "test/testing/certificate_maker.h"

namespace loom {
namespace {

using Shape = CertificateShape;

constexpr std::time_t kDay = 24 * 60 * 60;

class ClientCertificateTest : public ::testing::Test {
 protected:
  static const Identity& Authority() {
    static const Identity* authority = new Identity(MakeAuthority());
    return *authority;
  }
  static std::vector<X509Ptr> Trusting(const Identity& authority) {
    return ParseCertificates(authority.CertificatePem());
  }
  static Verdict Check(const Identity& shown,
                       const Identity& trusted = Authority()) {
    return CheckClientCertificate(shown.CertificatePem(), Trusting(trusted),
                                  std::time(nullptr));
  }
};

TEST_F(ClientCertificateTest, LetsInWhatCrossplaneMakes) {
  Verdict verdict = Check(MakeLeaf(Authority()));
  EXPECT_TRUE(verdict.accepted) << verdict.why;
}

// OpenSSL would refuse the former and accept the latter.
TEST_F(ClientCertificateTest, LetsInAnOrdinaryCertificateToo) {
  Identity authority = MakeAuthority({.name = "an authority"});
  Verdict verdict =
      Check(MakeLeaf(authority, {.name = "a client", .key_identifiers = true},
                     EcKey()),
            authority);
  EXPECT_TRUE(verdict.accepted) << verdict.why;
}

TEST_F(ClientCertificateTest, Refuses) {
  struct {
    const char* reason;
    Shape shape;
    Refusal refusal;
  } tests[] = {
      {"Expired.", {.from_days = -20, .to_days = -10}, Refusal::kDates},
      {"Not valid yet.", {.from_days = 1}, Refusal::kDates},
      {"That of a server.", {.extended_usage = "serverAuth"}, Refusal::kUsage},
      {"Without extended usage OpenSSL would say yes to all.",
       {.extended_usage = ""},
       Refusal::kUsage},
      {"A key that may not sign.",
       {.key_usage = "critical,keyEncipherment"},
       Refusal::kUsage},
      {"An authority could issue others.",
       {.basic_constraints = "critical,CA:TRUE"},
       Refusal::kForm},
      {"Whoever made it says that this must be understood.",
       {.unknown_critical = true},
       Refusal::kForm},
      {"Version 1 has no usages.", {.version = X509_VERSION_1}, Refusal::kForm},
      {"SHA-1.", {.digest = EVP_sha1()}, Refusal::kStrength},
      {"MD5.", {.digest = EVP_md5()}, Refusal::kStrength},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Verdict verdict = Check(MakeLeaf(Authority(), test.shape));
    EXPECT_FALSE(verdict.accepted);
    EXPECT_EQ(verdict.refusal, test.refusal) << verdict.why;
  }
}

TEST_F(ClientCertificateTest, RefusesWhatOthersSigned) {
  Identity other = MakeAuthority();
  EXPECT_EQ(Check(MakeLeaf(other)).refusal, Refusal::kSignature);
  // A name that is not that of the issuer, though the signature is right.
  Identity renamed = MakeAuthority({.name = "another"});
  renamed.key = KeyPtr(X509_get_pubkey(Authority().certificate.get()));
  EXPECT_EQ(Check(MakeLeaf(Authority()), renamed).refusal, Refusal::kSignature);
  // The authority itself, and one that is a leaf.
  EXPECT_EQ(Check(Authority()).refusal, Refusal::kForm);
  Identity leaf = MakeLeaf(Authority());
  EXPECT_EQ(Check(MakeLeaf(leaf), leaf).refusal, Refusal::kSignature);
  // An authority that expired.
  Identity old = MakeAuthority({.from_days = -20, .to_days = -10});
  EXPECT_EQ(Check(MakeLeaf(old), old).refusal, Refusal::kSignature);
}

TEST_F(ClientCertificateTest, RefusesAWeakKey) {
  EXPECT_EQ(Check(MakeLeaf(Authority(), {}, RsaKey(1024))).refusal,
            Refusal::kStrength);
}

TEST_F(ClientCertificateTest, TriesEveryAuthority) {
  Identity other = MakeAuthority();
  std::vector<X509Ptr> both =
      ParseCertificates(other.CertificatePem() + Authority().CertificatePem());
  ASSERT_EQ(both.size(), 2u);
  for (const Identity* signer :
       std::vector<const Identity*>{&other, &Authority()}) {
    EXPECT_TRUE(CheckClientCertificate(MakeLeaf(*signer).CertificatePem(), both,
                                       std::time(nullptr))
                    .accepted);
  }
}

TEST_F(ClientCertificateTest, KnowsThatClocksDiffer) {
  Identity leaf = MakeLeaf(Authority(), {.from_days = 0});
  std::time_t now = std::time(nullptr);
  auto at = [&](std::time_t when) {
    return CheckClientCertificate(leaf.CertificatePem(), Trusting(Authority()),
                                  when)
        .accepted;
  };
  EXPECT_TRUE(at(now - 4 * 60));
  EXPECT_FALSE(at(now - 6 * 60));
  EXPECT_TRUE(at(now + 3649 * kDay));
  EXPECT_FALSE(at(now + 3651 * kDay));
}

TEST_F(ClientCertificateTest, RefusesWhatItCannotRead) {
  std::string pem = MakeLeaf(Authority()).CertificatePem();
  for (const std::string& shown :
       {std::string(), std::string("no certificate"),
        pem.substr(0, pem.size() / 2),
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + pem,
        std::string(limits::kPeerCertificate + 1, 'x'), std::string(3, '\0')}) {
    Verdict verdict = CheckClientCertificate(shown, Trusting(Authority()),
                                             std::time(nullptr));
    EXPECT_FALSE(verdict.accepted);
    EXPECT_EQ(verdict.refusal, Refusal::kUnreadable) << verdict.why;
  }
  EXPECT_FALSE(CheckClientCertificate(pem, {}, std::time(nullptr)).accepted);
}

TEST_F(ClientCertificateTest, LetsNobodyInWhoseBytesWereChanged) {
  std::string pem = MakeLeaf(Authority()).CertificatePem();
  std::vector<X509Ptr> trusted = Trusting(Authority());
  // Of the Base64 alone: what stands around it is no part of the certificate.
  size_t begin = pem.find('\n') + 1, end = pem.rfind("\n-----END");
  for (size_t i = begin; i < end; i += 7) {
    if (pem[i] == '\n') continue;
    std::string changed = pem;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(
        CheckClientCertificate(changed, trusted, std::time(nullptr)).accepted)
        << i;
  }
}

}  // namespace
}  // namespace loom

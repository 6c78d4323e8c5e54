// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "server/tls/certificates.h"
#include "test/testing/certificate_maker.h"

namespace loom {
namespace {

TEST(ParseCertificates, ReadsABundleOrNothing) {
  std::string pem = MakeAuthority().CertificatePem();
  EXPECT_EQ(ParseCertificates(pem).size(), 1u);
  EXPECT_EQ(ParseCertificates("# a note\n" + pem + "\n" + pem).size(), 2u);
  EXPECT_TRUE(ParseCertificates("").empty());
  EXPECT_TRUE(ParseCertificates(pem + pem.substr(0, 400)).empty());
}

TEST(ParsePrivateKey, NeedsNoPassword) {
  Identity identity = MakeAuthority();
  EXPECT_NE(ParsePrivateKey(identity.KeyPem()), nullptr);
  EXPECT_EQ(ParsePrivateKey(identity.CertificatePem()), nullptr);
  EXPECT_EQ(ParsePrivateKey("-----BEGIN RSA PRIVATE KEY-----\n"
                            "Proc-Type: 4,ENCRYPTED\n"
                            "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDD"
                            "EEFF\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"),
            nullptr);
}

TEST(NotAfter, IsInSeconds) {
  Identity identity = MakeAuthority({.to_days = 10});
  EXPECT_NEAR(double(NotAfter(identity.certificate.get())),
              double(std::time(nullptr)) + 10 * 86400, 60);
}

}  // namespace
}  // namespace loom

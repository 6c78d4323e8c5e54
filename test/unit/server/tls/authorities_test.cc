// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "server/tls/certificates.h"
#include "test/testing/certificate_maker.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

TEST(Authorities, AreNoneUntilTheyAreSet) {
  Authorities authorities;
  EXPECT_TRUE(authorities.Get()->empty());
}

TEST(Authorities, LeaveAListToWhoeverHasIt) {
  std::string pem = MakeAuthority().CertificatePem();
  Authorities authorities;
  authorities.Set(ParseCertificates(pem));
  Authorities::List before = authorities.Get();
  authorities.Set(ParseCertificates(pem + pem));
  EXPECT_EQ(before->size(), 1u);
  EXPECT_EQ(authorities.Get()->size(), 2u);
}

TEST(Authorities, AreReplacedWhileManyThreadsRead) {
  std::string pem = MakeAuthority().CertificatePem();
  Authorities authorities;
  authorities.Set(ParseCertificates(pem));
  InThreads(4, [&](int thread) {
    for (int i = 0; i < 200; ++i) {
      if (thread == 0) {
        authorities.Set(ParseCertificates(i % 2 == 0 ? pem + pem : pem));
      } else {
        Authorities::List list = authorities.Get();
        EXPECT_GT(NotAfter(list->back().get()), 0);
      }
    }
  });
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "server/tls/certificates.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "base/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/certificate_maker.h"

namespace loom {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class CertificatesTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    authority_ = new Identity(MakeAuthority());
    server_ =
        new Identity(MakeLeaf(*authority_, {.extended_usage = "serverAuth"}));
  }

  void SetUp() override { folder_.Put(*server_, *authority_); }

  static Identity* authority_;
  static Identity* server_;
  CertificateFolder folder_;
};
Identity* CertificatesTest::authority_;
Identity* CertificatesTest::server_;

TEST_F(CertificatesTest, AreReadThroughTheLinksOfKubelet) {
  auto read = ReadCertificates(folder_.path());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->chain_pem, server_->CertificatePem());
  EXPECT_EQ(read->authorities.size(), 1u);
  EXPECT_GT(read->not_after, std::time(nullptr) + 3600 * 24 * 3600);
}

TEST_F(CertificatesTest, HaveAStampThatChangesWithThem) {
  std::string before = CertificateFilesStamp(folder_.path());
  EXPECT_NE(before, "");
  EXPECT_EQ(CertificateFilesStamp(folder_.path()), before);
  folder_.Put(*server_, *authority_);
  EXPECT_NE(CertificateFilesStamp(folder_.path()), before);
  EXPECT_EQ(CertificateFilesStamp("/nowhere"), "");
}

TEST_F(CertificatesTest, SayWhichFileCannotBeUsed) {
  const std::string chain = server_->CertificatePem();
  const std::string key = server_->KeyPem();
  const std::string authorities = authority_->CertificatePem();
  const Identity weak = MakeLeaf(*authority_, {}, RsaKey(1024));
  struct {
    const char* reason;
    std::string chain, key, authorities;
    const char* want;
  } tests[] = {
      {"The key of somebody else.", chain, authority_->KeyPem(), authorities,
       "tls.key: not the key of tls.crt"},
      {"Half a pair.", chain.substr(0, 300), key, authorities,
       "tls.crt: not certificates in PEM"},
      {"Half a key.", chain, key.substr(0, 300), authorities,
       "tls.key: not an unencrypted key in PEM"},
      {"A key that TLS finds too small.", weak.CertificatePem(), weak.KeyPem(),
       authorities, "tls.crt: TLS refuses it: ee key too small"},
      {"Not written yet.", "", key, authorities, "tls.crt: empty"},
      {"The second of a bundle is broken.", chain, key,
       authorities + chain.substr(0, 300), "ca.crt: not certificates in PEM"},
      {"A key where certificates belong.", chain, key, key,
       "ca.crt: not certificates in PEM"},
      {"Nobody has certificates of that size.", chain, key,
       std::string(limits::kCertificateFile + 1, 'x'), "ca.crt: larger than"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    folder_.Put(test.chain, test.key, test.authorities);
    absl::Status status = ReadCertificates(folder_.path()).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr(test.want));
    EXPECT_THAT(status.message(), Not(HasSubstr(key.substr(40, 20))));
  }
}

TEST_F(CertificatesTest, AreRegularFiles) {
  fs::path file = fs::path(folder_.path()) / "tls.key";
  struct {
    const char* reason;
    std::function<void()> put;
    const char* want;
  } tests[] = {
      {"Missing.", [] {}, "tls.key: No such file"},
      {"A folder.", [&] { fs::create_directory(file); },
       "tls.key: not a regular file"},
      {"A pipe, which would hold whoever opens it.",
       [&] { mkfifo(file.c_str(), 0600); }, "tls.key: not a regular file"},
      {"A link in a circle.", [&] { fs::create_symlink("tls.key", file); },
       "tls.key: Too many levels"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    fs::remove(file);
    test.put();
    EXPECT_THAT(ReadCertificates(folder_.path()).status().message(),
                HasSubstr(test.want));
  }
  EXPECT_THAT(ReadCertificates("/nowhere").status().message(),
              HasSubstr("tls.crt: No such file"));
}

}  // namespace
}  // namespace loom

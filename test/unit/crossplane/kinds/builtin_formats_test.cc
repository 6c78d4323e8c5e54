// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <utility>

#include "crossplane/kinds/external_format.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(BuiltinFormats, AreFoundByKind) {
  const BuiltinFormat* network =
      FindBuiltinFormat("compute.cnrm.cloud.google.com", "ComputeNetwork");
  ASSERT_NE(network, nullptr);
  EXPECT_EQ(network->path(), "status.externalRef");
  const BuiltinFormat* role = FindBuiltinFormat("iam.services.k8s.aws", "Role");
  ASSERT_NE(role, nullptr);
  EXPECT_EQ(role->path(), "status.ackResourceMetadata.arn");
  EXPECT_EQ(FindBuiltinFormat("iam.services.k8s.aws", "User"), nullptr);
  EXPECT_EQ(FindBuiltinFormat("", "Role"), nullptr);
}

// A name of each, as the cloud has it.
TEST(BuiltinFormats, AreThoseOfTheClouds) {
  const struct {
    const char* group;
    const char* kind;
    const char* name;
  } tests[] = {
      {"kms.cnrm.cloud.google.com", "KMSCryptoKey",
       "//cloudkms.googleapis.com/projects/p/locations/eu/keyRings/r/"
       "cryptoKeys/k"},
      {"resourcemanager.cnrm.cloud.google.com", "Project", "p-1"},
      {"cloudbuild.cnrm.cloud.google.com", "CloudBuildWorkerPool",
       "projects/p/locations/eu/workerPools/w"},
      {"ec2.services.k8s.aws", "VPC",
       "arn:aws:ec2:eu-north-1:111122223333:vpc/vpc-1"},
      {"s3.services.k8s.aws", "Bucket", "arn:aws:s3:::logs"},
      {"lambda.services.k8s.aws", "Function",
       "arn:aws:lambda:eu-north-1:111122223333:function:f"},
  };
  for (const auto& test : tests) {
    const BuiltinFormat* row = FindBuiltinFormat(test.group, test.kind);
    ASSERT_NE(row, nullptr) << test.kind;
    EXPECT_TRUE(ExternalFormat::Of(row->host, row->text, row->short_form)
                    .Match(test.name)
                    .has_value())
        << test.name;
  }
}

TEST(BuiltinFormats, AreRight) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const BuiltinFormat& row : BuiltinFormats()) {
    EXPECT_TRUE(
        seen.emplace(std::string(row.group), std::string(row.kind)).second)
        << row.kind << " is given twice";
    Pool pool;
    Problems problems;
    Value value = Object();
    value.AddMember("template", Borrow(row.text), pool.allocator());
    value.AddMember("shortForm", Borrow(row.short_form), pool.allocator());
    ExternalFormat::Parse(Input(value, Dialect::kNative, &problems));
    EXPECT_EQ(problems.Joined(), "") << row.kind;
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/definition.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(PluralCandidates, AreThoseOfTheGenerators) {
  const struct {
    const char* kind;
    std::vector<std::string> want;
  } tests[] = {
      {"Bucket", {"buckets"}},
      {"Key", {"keys"}},
      {"Gateway", {"gateways"}},
      {"Policy", {"policies"}},
      {"Proxy", {"proxies"}},
      {"Index", {"indices", "indexes"}},
      {"Matrix", {"matrices", "matrixes"}},
      {"Address", {"addresses"}},
      {"Box", {"boxes"}},
      {"Batch", {"batches"}},
      {"Mesh", {"meshes"}},
      {"Quiz", {"quizes"}},
      {"Analysis", {"analyses"}},
      {"Endpoints", {"endpoints"}},
      {"XVSHNRedis", {"xvshnredis", "xvshnredises"}},
      {"Metadata", {"metadata", "metadataes"}},
      {"XDNS", {"xdns", "xdnses"}},
      {"VPC", {"vpcs"}},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(PluralCandidates(test.kind), test.want) << test.kind;
  }
}

}  // namespace
}  // namespace loom

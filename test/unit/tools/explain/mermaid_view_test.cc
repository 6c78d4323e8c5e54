// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MermaidView, IsAFlowchartWithASubgraphForEachResource) {
  EXPECT_EQ(MermaidView(Sample(), {}), R"mermaid(flowchart LR
  s0(["EnvironmentConfig base data.account"])
  s1(["EnvironmentConfig base data.stage"])
  s2(["EnvironmentConfig eu-west-1 data.stage"])
  s3(["XApp shop spec.region"])
  s4(["bucket #40;observed#41; status.atProvider.arn"])
  s5(["XApp shop status.bucketArn"])
  subgraph r0["bucket Bucket"]
    f2["spec.forProvider.forceDestroy = false"]
    f3["spec.forProvider.region = eu-west-1"]
    f4["spec.forProvider.tags.stage = PROD"]
  end
  subgraph r1["policy Policy, withheld"]
    f6["spec.forProvider.policy = #40;none#41;"]
  end
  subgraph r2["environment"]
    f0["account = #quot;111111111111#quot;"]
    f1["stage = prod"]
  end
  subgraph r3["XApp shop"]
    f5["status.bucketArn = #40;none#41;"]
  end
  s0 -->|"environment 1"| f0
  s1 -.->|"environment 1, overridden"| f1
  s2 -->|"environment 2"| f1
  s3 -->|"patch 1 FromCompositeFieldPath"| f3
  f1 -->|"patch 2 FromEnvironmentFieldPath, string Convert ToUpper"| f4
  s4 -.->|"patch 3 ToCompositeFieldPath, skipped"| f5
  s5 -.->|"patch 1 FromCompositeFieldPath, withheld"| f6
)mermaid");
}

TEST(MermaidView, LetsNoTextEndALabel) {
  Explanation all = Sample();
  all.resources[0].name = "\u202e";
  all.fields[3].value.json = R"("\"] --> x[\"#;`|{}<b>&\n")";
  EXPECT_THAT(MermaidView(all, {}),
              HasSubstr("= #quot;#92;#quot;#93; --#62; x#91;#92;#quot;#35;#59;"
                        "#96;#124;#123;#125;#60;b#62;#38;#92;n#quot;\"]\n"));
  EXPECT_THAT(MermaidView(all, {}), Not(HasSubstr("\u202e")));
}

// As many patches as are asked for, of `owners` resources.
Explanation Many(size_t patches, size_t owners) {
  Explanation all = ExplanationOf(R"("sources":[
      {"kind":"composite","name":"XApp shop","path":"spec.a","value":1}])");
  for (size_t i = 0; i < owners; ++i) {
    all.resources.push_back({.name = absl::StrCat("bucket-", i), .kind = "B"});
  }
  for (size_t i = 0; i < patches; ++i) {
    all.fields.push_back(FieldOf(absl::StrCat("bucket-", i % owners),
                                 absl::StrCat("spec.f", i), "1", i));
    all.steps.push_back({.kind = "patch",
                         .outcome = "wrote",
                         .from = {{Origin::Kind::kSource, 0}},
                         .to = i});
  }
  return all;
}

TEST(MermaidView, BundlesEdgesThatAreTooMany) {
  EXPECT_THAT(MermaidView(Many(120, 2), {}), HasSubstr("subgraph"));
  std::string text = MermaidView(Many(121, 2), {});
  EXPECT_THAT(text, Not(HasSubstr("subgraph")));
  EXPECT_THAT(text, HasSubstr("note[\"121 lines are too many"));
  EXPECT_THAT(text, HasSubstr("s0 -->|\"61 fields\"| r0\n"));
}

TEST(MermaidView, StaysBelowTheLimitsOfMermaid) {
  std::string text = MermaidView(Many(2000, 1000), {});
  EXPECT_LT(text.size(), 50'000u);
  EXPECT_THAT(text, HasSubstr("more were left out"));
}

}  // namespace
}  // namespace loom

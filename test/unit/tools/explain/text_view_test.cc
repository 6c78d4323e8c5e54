// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string AtTextView(const Explanation& whole, const ViewOptions& options) {
  absl::StatusOr<Explanation> cut = Narrowed(whole, options);
  EXPECT_TRUE(cut.ok()) << cut.status();
  return cut.ok() ? TextView(*cut, options) : "";
}

TEST(TextView, IsTheSessionOfTheExample) {
  EXPECT_EQ(TextView(Sample(), {}),
            R"(XApp shop is not ready
  bucket  does not exist yet; Crossplane will create it
  policy  withheld, Required source is missing: status.bucketArn of XApp shop
          spec.forProvider.policy: patch 1 at composition.yaml:36:11
          would be written by bucket, patch 3 at composition.yaml:32:11, once bucket's status.atProvider.arn exists

bucket  s3.aws.upbound.io/v1beta1 Bucket
  spec.forProvider.forceDestroy = false
    base  composition.yaml:24:104
  spec.forProvider.region = eu-west-1
    patch 1 FromCompositeFieldPath  composition.yaml:26:11
    XApp shop spec.region  xr.yaml:6:16
  spec.forProvider.tags.stage = PROD
    patch 2 FromEnvironmentFieldPath  composition.yaml:27:11
    string Convert ToUpper  prod -> PROD  composition.yaml:31:13
    EnvironmentConfig eu-west-1 data.stage  environment.yaml:9:15
      over test of EnvironmentConfig base  environment.yaml:4:40
  skipped: patch 3 ToCompositeFieldPath  composition.yaml:32:11  bucket is not observed

policy  withheld, see above
)");
}

TEST(TextView, IsTheSessionOfTheEnvironment) {
  EXPECT_EQ(AtTextView(Sample(), {.at = {"env"}}),
            R"(env.account = "111111111111"
  EnvironmentConfig base data.account  environment.yaml:4:17
env.stage = prod
  EnvironmentConfig eu-west-1 data.stage  environment.yaml:9:15
    over test of EnvironmentConfig base  environment.yaml:4:40
)");
}

TEST(TextView, TellsOfAFieldAlone) {
  EXPECT_EQ(AtTextView(Sample(), {.at = {"bucket.spec.forProvider.region"}}),
            R"(bucket.spec.forProvider.region = eu-west-1
  patch 1 FromCompositeFieldPath  composition.yaml:26:11
  XApp shop spec.region  xr.yaml:6:16
)");
  EXPECT_EQ(AtTextView(Sample(), {.at = {"xr.status.bucketArn"}}),
            R"(xr.status.bucketArn is not set
  bucket, skipped: patch 3 ToCompositeFieldPath  composition.yaml:32:11  bucket is not observed
)");
}

TEST(TextView, TellsOfAWithheldResourceAlone) {
  EXPECT_EQ(AtTextView(Sample(), {.at = {"policy"}}), R"(XApp shop is not ready
  policy  withheld, Required source is missing: status.bucketArn of XApp shop
          spec.forProvider.policy: patch 1 at composition.yaml:36:11
          would be written by bucket, patch 3 at composition.yaml:32:11, once bucket's status.atProvider.arn exists

policy  withheld, see above
)");
}

TEST(TextView, HasASignForEachChange) {
  Explanation after = Sample();
  after.fields[3].value.json = "\"us-east-1\"";
  after.fields.erase(after.fields.begin() + 2);
  after.steps[5].from = {{Origin::Kind::kSource, 3}};
  for (ExplainedStep& step : after.steps) step.to.reset();
  Explanation before = Sample();
  before.fields[0].value = after.fields[0].value = {std::nullopt, true};
  MarkChanges(before, &after);
  std::string text = TextView(after, {});
  EXPECT_THAT(text, HasSubstr("\n~ spec.forProvider.region = eu-west-1 -> "
                              "us-east-1\n    patch 1"));
  EXPECT_THAT(text, HasSubstr("\n@ spec.forProvider.tags.stage = PROD\n"));
  EXPECT_THAT(text, HasSubstr("\n- spec.forProvider.forceDestroy = false\n"));
  EXPECT_THAT(AtTextView(after, {.at = {"env"}}),
              HasSubstr("  env.account = (secret, not compared)\n"));
}

TEST(TextView, LetsNoNameReachTheTerminal) {
  Explanation all = Sample();
  all.name = "\x1b[2J";
  all.fields[3].path = "spec[\x1b]8;;]";
  EXPECT_THAT(TextView(all, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(TextView(all, {}), HasSubstr("XApp \\u001b[2J is not ready"));
}

TEST(TextView, CountsManyLeaves) {
  std::string object = "{";
  for (int i = 0; i < 201; ++i) {
    absl::StrAppend(&object, i == 0 ? "" : ",", "\"k", i, "\":", i);
  }
  Explanation all = Sample();
  all.fields[3].value.json = object + "}";
  EXPECT_THAT(TextView(all, {}),
              HasSubstr("spec.forProvider.region = (201 leaves)\n"));
  EXPECT_THAT(TextView(all, {.full = true}),
              HasSubstr("spec.forProvider.region.k200 = 200\n"));
}

TEST(TextView, CountsManyFieldsOfOneStep) {
  Explanation all = Sample();
  for (int i = 0; i < 300; ++i) {
    ExplainedField field = all.fields[4];
    field.path = absl::StrCat("spec.forProvider.tags.k", i);
    all.fields.push_back(field);
  }
  std::string text = TextView(all, {});
  EXPECT_THAT(text, HasSubstr("spec.forProvider.tags.stage and others = (301 "
                              "leaves)\n    patch 2"));
  EXPECT_THAT(text, Not(HasSubstr("tags.k7")));
  EXPECT_THAT(TextView(all, {.full = true}), HasSubstr("tags.k299 = PROD\n"));
}

TEST(TextView, TellsOfForeignValuesRequirementsAndTheComposite) {
  Explanation all = ExplanationOf(R"("steps":[{"kind":"foreign",
      "type":"function-go-templating","pipeline":"template","outcome":"wrote"}],
      "fields":[{"owner":"xr","path":"status.a","value":1,"by":"t0"},
      {"owner":"queue","path":"kind","value":"Queue","by":"t0"}],
      "resources":[{"name":"queue","apiVersion":"sqs.example.org/v1",
      "kind":"Queue","state":"passed","ready":true}],
      "requirements":[{"step":"env","key":"k","selector":"Config a",
      "answered":0},{"step":"env","key":"l","selector":"Config b"}],
      "truncated":true)");
  EXPECT_EQ(TextView(all, {}), R"(XApp shop is not ready

queue  sqs.example.org/v1 Queue  set by an earlier step
  kind = Queue
    step "template", function-go-templating: set outside function-loom

XApp shop
  status.a = 1
    step "template", function-go-templating: set outside function-loom

requirements
  k of step env  Config a  0 objects
  l of step env  Config b  not answered yet

more fields were left out; --at shows them
)");
}

}  // namespace
}  // namespace loom

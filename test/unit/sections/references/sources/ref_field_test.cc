// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "sections/references/sources/typed.h"

namespace loom {
namespace {

TEST(DerivedRefField, HasTheNameThatAckGivesIt) {
  const struct {
    const char* reason;
    const char* field;
    bool list;
    const char* want;  // "": none
  } tests[] = {
      {"A list of ids.", "spec.securityGroupIDs", true,
       "spec.securityGroupRefs"},
      {"With a small d.", "spec.forProvider.subnetIds", true,
       "spec.forProvider.subnetRefs"},
      {"One id.", "spec.apiId", false, "spec.apiRef"},
      {"An ARN.", "spec.roleARN", false, "spec.roleRef"},
      {"A name.", "spec.bucketName", false, "spec.bucketRef"},
      {"Names.", "spec.bucketNames", true, "spec.bucketRefs"},
      {"No ending that is known.", "spec.role", false, "spec.roleRef"},
      {"A list without one: its singular.", "spec.subnets", true,
       "spec.subnetRefs"},
      {"A singular in y.", "spec.policies", true, "spec.policyRefs"},
      {"A singular in ss.", "spec.addresses", true, "spec.addressRefs"},
      {"A singular in x.", "spec.boxes", true, "spec.boxRefs"},
      {"A singular in s that looks like a plural.", "spec.access", true,
       "spec.accessRefs"},
      {"Below an element.", "spec.rules[0].groupId", false,
       "spec.rules[0].groupRef"},
      {"A key with a dot.", "metadata.annotations[example.org/roleArn]", false,
       "metadata.annotations[example.org/roleRef]"},
      {"Nothing but an ending.", "spec.name", false, ""},
      {"Nothing but an ending, of a list.", "spec.ids", true, ""},
      {"An element has no name.", "spec.ids[0]", false, ""},
      {"No field.", "", false, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto derived = DerivedRefField(*Path::Parse(test.field), test.list);
    EXPECT_EQ(derived.has_value() ? derived->text() : "", test.want);
  }
}

}  // namespace
}  // namespace loom

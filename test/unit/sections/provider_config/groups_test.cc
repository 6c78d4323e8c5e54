// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "sections/provider_config/detection.h"

namespace loom {
namespace {

TEST(Groups, AreBelowTheLongest) {
  const std::vector<std::string> groups = {"upbound.io", "aws.upbound.io",
                                           "aws.m.upbound.io"};
  const struct {
    const char* reason;
    const char* group;
    const char* want;  // nullptr: none
  } tests[] = {
      {"The group itself.", "aws.upbound.io", "aws.upbound.io"},
      {"A group of the family.", "s3.aws.upbound.io", "aws.upbound.io"},
      {"The family whose resources are namespaced is another one.",
       "s3.aws.m.upbound.io", "aws.m.upbound.io"},
      {"A shorter one.", "my-aws.upbound.io", "upbound.io"},
      {"No group that only ends alike.", "myupbound.io", nullptr},
      {"The core group.", "", nullptr},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string* longest = LongestAbove(test.group, groups);
    ASSERT_EQ(longest != nullptr, test.want != nullptr);
    if (longest != nullptr) {
      EXPECT_EQ(*longest, test.want);
    }
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(IsSlip, TellsSlipsOfAFingerFromOtherNames) {
  const struct {
    const char* reason;
    const char* name;
    const char* other;
    bool want;
  } tests[] = {
      {"A letter is missing.", "rgion", "region", true},
      {"A letter is twice.", "reegion", "region", true},
      {"The first letter is missing.", "egion", "region", true},
      {"A letter is another one.", "rewion", "region", true},
      {"Two neighbours are swapped.", "regoin", "region", true},
      {"The last two are swapped.", "regino", "region", true},
      {"It is the same.", "region", "region", false},
      {"Two letters are others.", "minSize", "maxSize", false},
      {"Letters are swapped that are no neighbours.", "nogier", "region",
       false},
      {"The last letter is another one, as of members of a row.", "subnetA",
       "subnetB", false},
      {"The last letter is missing, as of a plural.", "subnet", "subnets",
       false},
      {"A digit is another one.", "zone1id", "zone2id", false},
      {"A digit is missing.", "v1beta", "v1beta1", false},
      {"Short names are often near.", "id", "ip", false},
      {"Of three letters one may slip.", "xpec", "spec", true},
      {"Nothing is near to nothing.", "", "", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(IsSlip(test.name, test.other), test.want);
    EXPECT_EQ(IsSlip(test.other, test.name), test.want);
  }
}

}  // namespace
}  // namespace loom

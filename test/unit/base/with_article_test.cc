// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(WithArticle, GoesByHowANameIsRead) {
  const struct {
    const char* reason;
    const char* name;
    const char* want;
  } tests[] = {
      {"A consonant.", "Bucket", "a Bucket"},
      {"A vowel.", "Instance", "an Instance"},
      {"A composite is an X.", "XShop", "an XShop"},
      {"So is one of one letter.", "XR", "an XR"},
      {"Most kinds with U are read as you.", "Usage", "a Usage"},
      {"A small letter.", "environment", "an environment"},
      {"Nothing.", "", "a "},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(WithArticle(test.name), test.want);
  }
}

}  // namespace
}  // namespace loom

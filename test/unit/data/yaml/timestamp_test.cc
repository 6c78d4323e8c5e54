// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "data/yaml/scalar.h"

namespace loom {
namespace {

TEST(IsTimestampTest, TakesWhatGoParses) {
  for (const char* text :
       {"2024-01-01", "2024-1-1", "2024-02-29", "2024-01-01T10:00:00Z",
        "2024-01-01t1:2:3.5Z", "2024-01-01T10:00:00,5+01:30",
        "2024-01-01 10:00:00", "2024-01-01   10:00:00.123456789123"}) {
    EXPECT_TRUE(IsTimestamp(text)) << text;
  }
}

TEST(IsTimestampTest, RefusesWhatIsNearlyOne) {
  for (const char* text :
       {"", "2024", "2024-01", "24-01-01", "2024-13-01", "2023-02-29",
        "2024-01-32", "2024-01-01T10:00", "2024-01-01T10:00:00",
        "2024-01-01T24:00:00Z", "2024-01-01T10:60:00Z",
        "2024-01-01T10:00:00+1:00", "2024-01-01T10:00:00+25:00",
        "2024-01-01 10:00:00Z", "2024-01-01x", "2024-01-01 "}) {
    EXPECT_FALSE(IsTimestamp(text)) << text;
  }
}

}  // namespace
}  // namespace loom

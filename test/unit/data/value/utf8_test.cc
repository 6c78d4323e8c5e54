// SPDX-License-Identifier: Apache-2.0
#include "data/value/utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Utf8, IsWhatUnicodeSays) {
  struct {
    const char* reason;
    std::string text;
    bool want;
  } tests[] = {
      {"Nothing.", "", true},
      {"ASCII.", "abc", true},
      {"A zero byte.", std::string(1, '\0'), true},
      {"The first of two bytes.", "\xc2\x80", true},
      {"The last of two bytes.", "\xdf\xbf", true},
      {"The first of three bytes.", "\xe0\xa0\x80", true},
      {"The last before the surrogates.", "\xed\x9f\xbf", true},
      {"The first after them.", "\xee\x80\x80", true},
      {"The first of four bytes.", "\xf0\x90\x80\x80", true},
      {"The last of all.", "\xf4\x8f\xbf\xbf", true},
      {"A byte that only continues.", "\x80", false},
      {"Two bytes for what fits in one.", "\xc1\xbf", false},
      {"Three bytes for what fits in two.", "\xe0\x9f\xbf", false},
      {"Four bytes for what fits in three.", "\xf0\x8f\xbf\xbf", false},
      {"The first surrogate.", "\xed\xa0\x80", false},
      {"The last surrogate.", "\xed\xbf\xbf", false},
      {"Beyond the last of all.", "\xf4\x90\x80\x80", false},
      {"A byte that begins nothing.", "\xf5\x80\x80\x80", false},
      {"Nor does the last byte.", "\xff", false},
      {"Two bytes, cut off.", "\xc3", false},
      {"Three bytes, cut off.", "\xe2\x82", false},
      {"Four bytes, cut off.", "\xf0\x9f\x98", false},
      {"A second byte that begins something.", "\xc3\xc3", false},
      {"A third byte that is ASCII.", "\xe2\x82z", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(IsUtf8(test.text), test.want);
    // Wherever it stands in words of eight bytes.
    for (size_t before = 1; before <= 9; ++before) {
      std::string padded(before, 'a');
      EXPECT_EQ(IsUtf8(padded + test.text), test.want) << before;
      EXPECT_EQ(IsUtf8(padded + test.text + "bcdefghij"), test.want) << before;
    }
  }
}

}  // namespace
}  // namespace loom

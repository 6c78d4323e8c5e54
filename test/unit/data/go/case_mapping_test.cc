// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(CaseMapping, IsThatOfGo) {
  struct {
    const char* reason;
    const char* text;
    const char* upper;
    const char* lower;
  } tests[] = {
      {"ASCII.", "aBc-1", "ABC-1", "abc-1"},
      {"Nothing.", "", "", ""},
      {"Latin.", "Éÿ", "ÉŸ", "éÿ"},
      {"Pairs that alternate.", "ĀāĂă", "ĀĀĂĂ", "āāăă"},
      {"ß has no capital of its own.", "straße", "STRAßE", "straße"},
      {"The capital ß has a small letter.", "ẞ", "ẞ", "ß"},
      {"A ligature stays.", "ﬁ", "ﬁ", "ﬁ"},
      {"Three cases.", "ǆǅǄ", "ǄǄǄ", "ǆǆǆ"},
      {"The final sigma is not special.", "ΑΣς", "ΑΣΣ", "ασς"},
      {"The dotted I loses its dot.", "İ", "İ", "i"},
      {"The dotless i gets none.", "ı", "I", "ı"},
      {"Kelvin is a letter k.", "K", "K", "k"},
      {"The long s.", "ſ", "S", "ſ"},
      {"Cyrillic.", "Жж", "ЖЖ", "жж"},
      {"Georgian.", "ა", "Ა", "ა"},
      {"Beyond 16 bits.", "𐐀𐐨", "𐐀𐐀", "𐐨𐐨"},
      {"What has no case.", "日本🚀", "日本🚀", "日本🚀"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ToUpperCase(test.text), test.upper);
    EXPECT_EQ(ToLowerCase(test.text), test.lower);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/surrogates.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(JoinSurrogatesTest, JoinsInJsonAlone) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"nothing", "", ""},
      {"a pair", R"(["\ud83d\ude00"])", R"(["\U0001f600"])"},
      {"behind blanks, in capitals", "\n [\"x\\uD83D\\uDE00y\"]",
       "\n [\"x\\U0001f600y\"]"},
      {"two pairs and what is none", R"({"\u00e9\ud83d\ude00":"\udbff\udfff"})",
       R"({"\u00e9\U0001f600":"\U0010ffff"})"},
      {"halves", R"(["\ud83d","\ude00","\ud83d\u0041"])",
       R"(["\ud83d","\ude00","\ud83d\u0041"])"},
      {"a backslash in front", R"(["\\ud83d\\ude00","\"\ud83d\ude00"])",
       R"(["\\ud83d\\ude00","\"\U0001f600"])"},
      {"no digits", R"(["\ud83d\u+e00","\ud83d\ude0"])",
       R"(["\ud83d\u+e00","\ud83d\ude0"])"},
      {"a single quote inside of double ones", R"(["'\ud83d\ude00"])",
       R"(["'\U0001f600"])"},
      {"single quotes, which are not JSON", R"(['"\ud83d\ude00"'])",
       R"(['"\ud83d\ude00"'])"},
      {"no JSON", R"(a: "\ud83d\ude00")", R"(a: "\ud83d\ude00")"},
      {"a text that ends too early", R"(["\)", R"(["\)"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(JoinSurrogates(c.text).text, c.want);
  }
}

TEST(JoinSurrogatesTest, KnowsThePlacesInTheTextAsItWas) {
  const JoinedText joined = JoinSurrogates(R"(["\ud83d\ude00x\ud83d\ude00"])");
  EXPECT_EQ(joined.Original(1), 1u);
  EXPECT_EQ(joined.Original(2), 2u) << "the first pair begins";
  EXPECT_EQ(joined.Original(12), 14u) << "the x";
  EXPECT_EQ(joined.Original(13), 15u);
  EXPECT_EQ(joined.Original(23), 27u) << "the quote";
}

}  // namespace
}  // namespace loom

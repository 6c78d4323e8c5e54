// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "language/cel/functions/text_functions.h"

namespace loom {
namespace {

constexpr size_t kNone = absl::string_view::npos;

TEST(TextSearch, FindsWhatStringViewFinds) {
  const struct {
    const char* reason;
    const char* text;
    const char* part;
  } tests[] = {
      {"a letter", "tacocat", "a"},
      {"the whole", "tacocat", "tacocat"},
      {"more than the whole", "taco", "tacocat"},
      {"nothing", "tacocat", ""},
      {"in nothing", "", "a"},
      {"nothing in nothing", "", ""},
      {"what overlaps itself", "aaaa", "aa"},
      {"what is nearly there", "aabaabaaa", "aabaaa"},
      {"what is not there", "tacocat", "dog"},
  };
  for (const auto& test : tests) {
    absl::string_view text = test.text;
    for (size_t from = 0; from <= text.size(); ++from) {
      EXPECT_EQ(FindText(text, test.part, from), text.find(test.part, from))
          << test.reason << " from " << from;
      EXPECT_EQ(FindLastText(text, test.part, from),
                text.rfind(test.part, from))
          << test.reason << " up to " << from;
    }
  }
}

TEST(TextSearch, TakesLinearTime) {
  // At each place of the text all of the part is there but its end. What compares them at
  // each place compares a million million letters.
  const std::string text(2'000'000, 'a');
  const std::string half(1'000'000, 'a');
  EXPECT_EQ(FindText(text, half + "b", 0), kNone);
  EXPECT_EQ(FindLastText(text, "b" + half, text.size()), kNone);
  EXPECT_EQ(FindText(text, half, 5), 5u);
  EXPECT_EQ(FindLastText(text, half, text.size()), half.size());
}

}  // namespace
}  // namespace loom

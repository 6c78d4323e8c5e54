// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/completion/scripts.h"

namespace loom {
namespace {

TEST(Offers, AreByTheValueOfTheFlag) {
  struct {
    const char* reason;
    const char* value;
    Offer want;
  } tests[] = {
      {"one of a few words", "text|json", Offer::kWords},
      {"a file", "FILE", Offer::kFiles},
      {"a file or a directory", "PATH", Offer::kFiles},
      {"a directory", "DIR", Offer::kFiles},
      {"a key and a file", "KEY=FILE", Offer::kFiles},
      {"no names of files are durations", "DURATION", Offer::kNothing},
      {"a flag without a value", "", Offer::kNothing},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(OfferFor({{"--flag"}, test.value}), test.want) << test.reason;
  }
}

TEST(Offers, AreForTheFlagsOfAnotherPageToo) {
  HelpPage page = {.line = {"explain", ""},
                   .flags = {{{"--at"}}},
                   .other_flags = {{{"--diff"}}}};
  std::vector<Flag> flags = AllFlags(page);
  ASSERT_EQ(flags.size(), 2);
  EXPECT_EQ(flags[1].names[0], "--diff");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/message.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

std::string Times(size_t count, const std::string& text) {
  std::string all;
  for (; count > 0; --count) all += text;
  return all;
}

TEST(Message, ShowsWhatATenantWrote) {
  constexpr size_t kMost = limits::kMessage;
  const struct {
    const char* reason;
    std::string message;
    std::string want;
  } tests[] = {
      {"Nothing.", "", ""},
      {"Text of any script.", "no field \"straße 漢字 😀\"",
       "no field \"straße 漢字 😀\""},
      {"What a terminal would interpret.", "a \x1b[31mred\x07 name",
       "a \\u001b[31mred\\u0007 name"},
      {"A line that would pass for one of ours.", "no \"a\r\nresource b: OK\"",
       "no \"a\\u000d\\u000aresource b: OK\""},
      {"A tab.", "a\tb", "a\\u0009b"},
      {"C1, separators, and a change of direction.",
       "\u0085 \u2028 \u2029 \u202e \u2066",
       "\\u0085 \\u2028 \\u2029 \\u202e \\u2066"},
      {"The byte that ends a text in C.", std::string("a\0b", 3), "a\\u0000b"},
      {"A backslash of an error that quotes as Go does.", "\"a\\tb\"",
       "\"a\\tb\""},
      {"What is not UTF-8, in which Crossplane could not read the response.",
       "caf\xe9 \xc3", "caf\uFFFD \uFFFD"},
      {"As long as a message may be.", std::string(kMost, 'x'),
       std::string(kMost, 'x')},
      {"A byte longer.", std::string(kMost + 1, 'x'),
       std::string(kMost, 'x') + "…"},
      {"Much longer.", std::string(1 << 20, 'x'),
       std::string(kMost, 'x') + "…"},
      {"No half of a character.", std::string(kMost - 1, 'x') + "ü",
       std::string(kMost - 1, 'x') + "…"},
      {"Escapes count.", Times(kMost, "\n"), Times(kMost / 6, "\\u000a") + "…"},
      {"No half of an escape.", std::string(kMost - 5, 'x') + "\n",
       std::string(kMost - 5, 'x') + "…"},
      {"Long text that is not UTF-8.", std::string(kMost, '\xff'),
       Times(kMost / 3, "\uFFFD") + "…"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string shown = Shown(test.message);
    EXPECT_EQ(shown, test.want);
    EXPECT_TRUE(IsUtf8(shown));
  }
}

}  // namespace
}  // namespace loom

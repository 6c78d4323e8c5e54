// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/strings.h"

namespace loom {
namespace {

TEST(Printed, IsObeyedByNobody) {
  constexpr struct {
    const char* reason;
    const char* text;
    const char* want;
  } kTests[] = {
      {"what people write stays", "größe: 3 :: a\n  b # c ## d\n",
       "größe: 3 :: a\n  b # c ## d\n"},
      {"a terminal clears its screen", "a\x1b[2J", "a\\u001b[2J"},
      {"CR hides what is in front of it", "bad\rgood", "bad\\u000dgood"},
      {"so does another direction", "a\u202eb\u2066", "a\\u202eb\\u2066"},
      {"C1 has what ESC begins", "\u009b2J", "\\u009b2J"},
      {"a command of a runner", "::error::x", "\\u003a:error::x"},
      {"it skips blanks", "a\n  ::error::x", "a\n  \\u003a:error::x"},
      {"also those that are not ASCII", "\u00a0\u3000::stop-commands::x",
       "\u00a0\u3000\\u003a:stop-commands::x"},
      {"three colons have two behind the first", ":::", "\\u003a\\u003a:"},
      {"two colons later are none", "x: ::error::", "x: ::error::"},
      {"one may begin anywhere", "x ##[error]y", "x #\\u0023[error]y"},
      {"so may that of another runner", "x ##vso[task]y",
       "x #\\u0023vso[task]y"},
      {"after the escape of a command comes none", "###[error]",
       "##\\u0023[error]"},
      {"nothing", "", ""},
  };
  for (const auto& test : kTests) {
    EXPECT_EQ(Printed(test.text), test.want) << test.reason;
  }
}

}  // namespace
}  // namespace loom

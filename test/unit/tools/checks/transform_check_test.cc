// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Chain(const std::string& transforms) {
  return ResourceWith("  patches:\n  - fromFieldPath: a\n    transforms:\n" +
                      transforms);
}
constexpr char kFormat[] =
    "    - {type: string, string: {type: Format, fmt: \"%s\"}}\n";

TEST(CheckTransforms, FindsChainsThatCannotWork) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"The first value is not known.",
       Chain("    - {type: math, math: {type: Multiply, multiply: 2}}\n"), ""},
      {"A number of a text.",
       Chain(std::string(kFormat) +
             "    - {type: math, math: {type: Multiply, multiply: 2}}\n"),
       "10:7 transform/type resources[0].patches[0].transforms[1]"},
      {"A map of a number.",
       Chain("    - {type: math, math: {type: Multiply, multiply: 2}}\n"
             "    - {type: map, map: {a: b}}\n"),
       "10:7 transform/type resources[0].patches[0].transforms[1]"},
      {"A text can be converted.",
       Chain(std::string(kFormat) +
             "    - {type: convert, convert: {toType: int64}}\n"),
       ""},
      {"A text that is joined.",
       Chain(std::string(kFormat) +
             "    - {type: string, string: {type: Join, join: {separator: ','"
             "}}}\n"),
       "10:7 transform/type resources[0].patches[0].transforms[1]"},
      {"A verb for numbers of a text.",
       Chain(std::string(kFormat) +
             "    - {type: string, string: {type: Format, fmt: '%d'}}\n"),
       "10:50 transform/format resources[0].patches[0].transforms[1].string."
       "fmt"},
      {"A number that may be whole.",
       Chain("    - {type: math, math: {type: Multiply, multiply: 2}}\n"
             "    - {type: string, string: {type: Format, fmt: '%d'}}\n"),
       ""},
      {"No fallback.",
       Chain("    - type: match\n      match: {patterns: [{type: literal, "
             "literal: a, result: b}]}\n"),
       "10:14 transform/fallback resources[0].patches[0].transforms[0].match"},
      {"A pattern for the rest.",
       Chain("    - type: match\n      match: {patterns: [{type: regexp, "
             "regexp: '.*', result: b}]}\n"),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

}  // namespace
}  // namespace loom

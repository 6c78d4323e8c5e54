// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(HashFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"'%x'.format([hash.sha256('')])",
       R"x("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")x"},
      {"'%x'.format([hash.md5('')])",
       R"x("d41d8cd98f00b204e9800998ecf8427e")x"},
      {"'%x'.format([hash.fnv64a('')])", R"x("cbf29ce484222325")x"},
      {"'%x'.format([hash.fnv64a('a')])", R"x("af63dc4c8601ec8c")x"},
      {"hash.sha256('a').size()", "32"},
      {"hash.sha256(1)", "refused 1:6: no such overload: hash.sha256 of int"},
      {"random.seededInt(5, 6, 'x')", "5"},
      {"random.seededInt(5, 5, 'x')",
       "failed 1:8: random.seededInt expects a minimum below the maximum"},
      // The seed alone decides, and the digits repeat, as in kro.
      {"random.seededString(6, 'shop')", R"x("nhzf7n")x"},
      {"random.seededString(10, 'shop')", R"x("nhzf7nuknh")x"},
      {"random.seededInt(30000, 32768, 'shop')", "32429"},
      {"random.seededInt(-9223372036854775808, 9223372036854775807, 'shop')",
       "977283125634297917"},
      {"random.seededString(0, 'x')",
       "failed 1:8: random.seededString expects a positive length"},
      {"random.seededString(9223372036854775807, 'x')",
       "failed 1:8: makes a string of more than 4194304 bytes"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing

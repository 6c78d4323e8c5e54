// SPDX-License-Identifier: Apache-2.0
// An expression pays for what it does in proportion to the work, so that a short one does
// not take long: "at least so many steps" is what the work of a row takes.
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

constexpr size_t kSize = 200'000;

// The steps of an evaluation in which `object` has the text `t` of kSize letters, the
// text `u` that ends otherwise, and the list `l` of the two.
uint64_t StepsOf(absl::string_view expression) {
  const std::string t(kSize, 'a');
  const std::string u = std::string(kSize - 1, 'a') + "b";
  Pool pool;
  const std::string outcome =
      EvaluatedIn(CelDialect::kNative, expression,
                  absl::StrCat(R"({"t": ")", t, R"(", "u": ")", u,
                               R"(", "l": [")", t, R"(", ")", u, R"("]})"),
                  &pool);
  EXPECT_FALSE(absl::StartsWith(outcome, "refused")) << outcome;
  return pool.account().steps();
}

// Without what it takes to make the object.
uint64_t PriceOf(absl::string_view expression) {
  static const uint64_t object = StepsOf("true");
  return StepsOf(expression) - object;
}

TEST(Prices, AreThoseOfTheWork) {
  const struct {
    const char* reason;
    const char* expression;
    uint64_t least;
  } tests[] = {
      {"equality reads both", "object.t == object.u", kSize / 64},
      {"and so does order", "object.t < object.u", kSize / 64},
      {"of bytes", "bytes(object.t) < bytes(object.u)", kSize / 64},
      {"of elements", "object.l.min() == ''", kSize / 64},
      {"in a sorted list", "object.l.isSorted()", kSize / 64},
      {"more than once while it is sorted", "object.l.sort() == []",
       10 * kSize / 64},
      {"or sorted by that", "object.l.sortBy(x, x) == []", 10 * kSize / 64},
      {"a list is searched", "object.u in object.l", 2 * kSize / 64},
      {"a key is compared with others", "object.t in {object.u: 1}",
       10 * kSize / 64},
      {"when it is taken", "{object.u: 1}[?object.t].hasValue()",
       10 * kSize / 64},
      {"a text is searched", "object.t.contains('b')", kSize / 2},
      {"characters are counted", "object.t.size()", kSize / 4},
      {"a text that is too long is made",
       "[object.t, object.t].map(x, x + x + x).map(x, x + x).size()",
       6 * kSize / 64},
      {"digits are printed", "'%.1000f'.format([0.1])", 1000},
      {"bytes are printed", "'%x'.format([object.t])", kSize},
      {"a URL is parsed", "url('/' + object.t)", 3 * kSize},
      {"a string is checked", "isURL('/' + object.t)", kSize},
      {"a query is read", "url('/?' + object.t).getQuery()", 5 * kSize},
      {"a version is parsed", "semver('1.2.3-' + object.t)", kSize},
      {"a version is normalized", "semver('v1.2.3-' + object.t, true)", kSize},
      {"two versions are compared",
       "[semver('1.2.3-' + object.t)].all(v, v.compareTo(v) == 0)",
       kSize + kSize / 64},
      {"a format is checked",
       "format.dns1123Label().validate(object.t).hasValue()", kSize},
      {"a pattern is compiled", "'a'.matches('\\\\pL{1000}' + '')", 5'000'000},
      {"each time", "'a'.find('\\\\pL{1000}')", 5'000'000},
  };
  for (const auto& test : tests) {
    EXPECT_GE(PriceOf(test.expression), test.least)
        << test.reason << ": " << test.expression;
  }
}

TEST(Prices, OfSearchesAreLinear) {
  // Half of a text in the whole of it, at each place of which it nearly is.
  const char* tests[] = {
      "object.t.contains(object.u.substring(100000))",
      "object.t.indexOf(object.u.substring(100000)) > 0",
      "object.t.lastIndexOf('b' + object.t.substring(100000)) > 0",
      "object.t.replace(object.u.substring(100000), '') == ''",
      "object.t.split(object.u.substring(100000)).size() == 1",
  };
  for (const char* test : tests) {
    EXPECT_LE(PriceOf(test), 20 * kSize) << test;
  }
}

}  // namespace
}  // namespace loom::testing

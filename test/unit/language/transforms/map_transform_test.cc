// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

std::string MapMapTransform(absl::string_view pairs, absl::string_view value) {
  return Transformed(absl::StrCat(R"({"type": "map", "map": )", pairs, "}"),
                     value);
}

TEST(MapTransform, ChoosesByKey) {
  constexpr const char* kPairs = R"({
      "s": "str", "i": 3, "f": 2.5, "b": false, "o": {"a": [1, null]},
      "l": [1, "x"], "z": 0, "n": null,
      "": "empty", " ": "space", "A": "upper", "a": "lower", "ü": "u"})";
  struct {
    const char* reason;
    const char* value;
    const char* want;
  } tests[] = {
      {"A string.", "\"s\"", "\"str\""},
      {"A whole number.", "\"i\"", "3"},
      {"A fraction.", "\"f\"", "2.5"},
      {"A boolean.", "\"b\"", "false"},
      {"An object.", "\"o\"", R"({"a":[1,null]})"},
      {"A list.", "\"l\"", R"([1,"x"])"},
      {"Zero.", "\"z\"", "0"},
      {"Null is a value like any other.", "\"n\"", "null"},
      {"The empty key.", "\"\"", "\"empty\""},
      {"A blank is a key.", "\" \"", "\"space\""},
      {"Case counts.", "\"A\"", "\"upper\""},
      {"Case counts the other way.", "\"a\"", "\"lower\""},
      {"Outside ASCII.", "\"ü\"", "\"u\""},
      {"No such key.", "\"x\"",
       "error: transforms[0] (map): expected a key of the map, got \"x\""},
      {"A number is no key.", "1",
       "error: transforms[0] (map): type float64 is not supported for map "
       "transform"},
      {"A boolean is no key.", "true",
       "error: transforms[0] (map): type bool is not supported for map "
       "transform"},
      {"Null is no key.", "null",
       "error: transforms[0] (map): type null is not supported for map "
       "transform"},
      {"A list is no key.", R"(["s"])",
       "error: transforms[0] (map): type array is not supported for "
       "map transform"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(MapMapTransform(kPairs, test.value), test.want);
  }
}

TEST(MapTransform, ReportsMistakes) {
  EXPECT_EQ(MapMapTransform("{}", "\"a\""),
            "problem: transforms[0].map.pairs: Required value: at least one "
            "pair must be specified if a map transform is specified");
  EXPECT_EQ(
      MapMapTransform("[]", "\"a\""),
      "problem: transforms[0].map: Invalid value: expected an object, got a "
      "list");
}

}  // namespace
}  // namespace loom

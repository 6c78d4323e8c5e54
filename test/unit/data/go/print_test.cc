// SPDX-License-Identifier: Apache-2.0
#include "data/go/format.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(GoPrint, PrintsEveryKindOfValue) {
  struct {
    const char* reason;
    const char* format;
    const char* value;
    const char* want;
  } tests[] = {
      {"A list.", "%v", R"(["a", "b c"])", "[a b c]"},
      {"An empty list.", "%v", "[]", "[]"},
      {"A list within a list.", "%v", R"([null, true, [2.5], {"k": "v"}])",
       "[<nil> true [2.5] map[k:v]]"},
      {"The verb is that of the elements.", "%q", R"(["a", "b c"])",
       R"(["a" "b c"])"},
      {"So is the width.", "%3s|", R"(["a", "b"])", "[  a   b]|"},
      {"And what does not fit.", "%d", R"(["a", 1])", "[%!d(string=a) 1]"},
      {"Numbers and booleans are texts to s.", "%s", "[1, 2.5, true, null]",
       "[1 2.5 true <nil>]"},
      {"Also as members.", "%3s", R"({"a": 1, "b": false})",
       "map[  a:  1   b:false]"},
      {"Null is no text.", "%s", "null", "%!s(<nil>)"},
      {"Whole numbers in lists.", "%v", "[1, 1000000]", "[1 1000000]"},
      {"Fractions in lists.", "%.1f", "[1, 2.25]", "[1.0 2.2]"},
      {"An object, by key.", "%v",
       R"({"b": "x", "a": [true, null], "c": {"d": 2.5}})",
       "map[a:[true <nil>] b:x c:map[d:2.5]]"},
      {"An empty object.", "%v", "{}", "map[]"},
      {"Keys have the verb, too.", "%q", R"({"b": "x", "a": "y z"})",
       R"(map["a":"y z" "b":"x"])"},
      {"Null.", "%v", "null", "<nil>"},
      {"Null takes a width.", "[%7v]", "null", "[  <nil>]"},
      {"Not where the verb does not fit.", "[%5d]", "null", "[%!d(<nil>)]"},
      {"Within a list null fits everywhere.", "%5d", "[null]", "[<nil>]"},
      {"An unknown verb.", "%z", "true", "%!z(bool=true)"},
      {"A verb outside ASCII.", "%é", R"("x")", "%!é(string=x)"},
      {"The type of a string.", "%T", R"("x")", "string"},
      {"Of a boolean.", "%T", "true", "bool"},
      {"Of a fraction.", "%T", "2.5", "float64"},
      {"Of a whole number.", "%T", "2", "int64"},
      {"Of a list.", "%T", "[]", "[]interface {}"},
      {"Of an object.", "%T", "{}", "map[string]interface {}"},
      {"Of null.", "%T", "null", "<nil>"},
      {"A type takes a width.", "%8T|", "true", "    bool|"},
      {"Null as a type is not cut.", "%.2T", "null", "<nil>"},
      {"Go syntax of a list.", "%#v", R"(["a", 1, null])",
       R"([]interface {}{"a", 1, interface {}(nil)})"},
      {"Go syntax of an object.", "%#v", R"({"b": [], "a": true})",
       R"(map[string]interface {}{"a":true, "b":[]interface {}{}})"},
      {"Go syntax of null.", "%#v", "null", "<nil>"},
      {"No value has an address.", "%p", R"(["a"])", "%!p([]interface {}=[a])"},
      {"No value is an error.", "%w", R"(["a"])", "%!w([]interface {}=[a])"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value value = *ParseJson(test.value, &pool);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

TEST(GoPrint, WholeNumbersOfTheWireAreIntegersAndFloatsAsAsked) {
  struct {
    const char* format;
    double value;
    const char* want;
  } tests[] = {
      {"%d", 42, "42"},
      {"%05d", 42, "00042"},
      {"%x", 42, "2a"},
      {"%o", 42, "52"},
      {"%b", 42, "101010"},
      {"%c", 42, "*"},
      {"%U", 42, "U+002A"},
      {"%v", 1000000, "1000000"},
      {"%v", -12345678, "-12345678"},
      {"%v", 9007199254740992.0, "9007199254740992"},
      {"%v", 1e20, "1e+20"},
      {"%d", 1e20, "%!d(float64=1e+20)"},
      {"%s", 5, "5"},
      {"%s", 1000000, "1000000"},
      {"%04s", 42, "0042"},
      {"%f", 42, "42.000000"},
      {"%.0f", 42, "42"},
      {"%e", 42, "4.200000e+01"},
      {"%g", 1000000, "1e+06"},
      {"%G", 42, "42"},
      {"%6.0f|", 42, "    42|"},
  };
  for (const auto& test : tests) {
    Value value(test.value);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

TEST(GoPrint, StopsAtTheLimit) {
  Pool pool;
  Value list = *ParseJson(R"(["aaaa", "bbbb", "cccc"])", &pool);
  std::string out;
  Print(list, Directive(), 5, &out);
  EXPECT_EQ(out, "[aaaa ");
}

}  // namespace
}  // namespace loom

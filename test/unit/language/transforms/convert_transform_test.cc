// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

// `to` is "type" or "type/format".
std::string ConvertConvertTransform(absl::string_view to,
                                    absl::string_view value) {
  size_t slash = std::min(to.find('/'), to.size());
  std::string format;
  if (slash < to.size()) {
    format = absl::StrCat(R"(, "format": ")", to.substr(slash + 1), "\"");
  }
  return Transformed(
      absl::StrCat(R"({"type": "convert", "convert": {"toType": ")",
                   to.substr(0, slash), "\"", format, "}}"),
      value);
}

TEST(ConvertTransform, Converts) {
  struct {
    const char* reason;
    const char* value;
    const char* to;
    const char* want;
  } tests[] = {
      {"Text to an integer.", "\"-12\"", "int64", "-12"},
      {"int is int64.", "\"12\"", "int", "12"},
      {"none is the default.", "\"12\"", "int64/none", "12"},
      {"All 64 bits.", "\"9223372036854775807\"", "int64",
       "9223372036854775807"},
      {"Text to a fraction.", "\".5\"", "float64", "0.5"},
      {"Text to a boolean.", "\"T\"", "bool", "true"},
      {"A quantity.", "\"1.5Gi\"", "float64/quantity", "1610612736"},
      {"JSON to an object.", R"("{\"b\":{\"c\":[1,2.5,null]}}")", "object/json",
       R"({"b":{"c":[1,2.5,null]}})"},
      {"Of equal names the last wins.", R"("{\"a\":1,\"a\":2}")", "object/json",
       R"({"a":2})"},
      {"null to an object.", "\"null\"", "object/json", "null"},
      {"JSON to a list.", R"("[1,{\"b\":2}]")", "array/json", R"([1,{"b":2}])"},
      {"null to a list.", "\" null \"", "array/json", "null"},
      {"A number to text.", "12345678", "string", "\"12345678\""},
      {"A fraction to text.", "-0.1", "string", "\"-0.1\""},
      {"A large number to text.", "1e21", "string",
       "\"1000000000000000000000\""},
      {"Cut off towards zero.", "3.7", "int64", "3"},
      {"From below, too.", "-3.7", "int64", "-3"},
      {"Beyond 64 bits.", "1e30", "int64", "-9223372036854775808"},
      {"Beyond them below.", "-1e30", "int64", "-9223372036854775808"},
      {"One is true.", "1", "bool", "true"},
      {"Nothing else is.", "2", "bool", "false"},
      {"A boolean to text.", "false", "string", "\"false\""},
      {"A boolean to an integer.", "true", "int64", "1"},
      {"A boolean to a fraction.", "true", "float64", "1"},
      {"Text stays text.", "\"1Gi\"", "string/quantity", "\"1Gi\""},
      {"A number stays one.", "2.5", "float64/quantity", "2.5"},
      {"A boolean stays one.", "true", "bool/json", "true"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ConvertConvertTransform(test.to, test.value), test.want);
  }
}

TEST(ConvertTransform, RefusesWhatDoesNotConvert) {
  struct {
    const char* reason;
    const char* value;
    const char* to;
    const char* want;
  } tests[] = {
      {"Not an integer.", "\"12.5\"", "int64",
       "expected a 64-bit decimal integer, got \"12.5\": invalid syntax"},
      {"Not a boolean.", "\"yes\"", "bool",
       "expected true or false, got \"yes\": invalid syntax"},
      {"Not a number.", "\"1,5\"", "float64",
       "expected a number, got \"1,5\": invalid syntax"},
      {"Too large a number.", "\"1e400\"", "float64",
       "expected a number, got \"1e400\": value out of range"},
      {"Not a quantity.", "\"1K\"", "float64/quantity",
       "unable to parse quantity's suffix"},
      {"Not an object.", "\"[1]\"", "object/json",
       "expected an object, got JSON of type array"},
      {"Not a list.", "\"{}\"", "array/json",
       "expected a list, got JSON of type object"},
      {"Not JSON.", "\"{} x\"", "object/json",
       "not JSON: The document root must not be followed by other values. (at "
       "offset 3)"},
      {"Objects need JSON.", "\"{}\"", "object",
       "conversion from string to object is not supported with format none"},
      {"Lists need JSON.", "\"[]\"", "array",
       "conversion from string to array is not supported with format none"},
      {"A quantity is a fraction.", "\"1Gi\"", "int64/quantity",
       "conversion from string to int64 is not supported with format "
       "quantity"},
      {"A number is not a valid quantity.", "3", "string/quantity",
       "conversion from float64 to string is not supported with format "
       "quantity"},
      {"A number is no object.", "3", "object/json",
       "conversion from float64 to object is not supported with format json"},
      {"A boolean is no object.", "true", "object",
       "conversion from bool to object is not supported with format none"},
      {"Objects convert to nothing.", "{}", "string",
       "invalid input type object"},
      {"Not even to objects.", "{}", "object", "invalid input type object"},
      {"Nor lists.", "[]", "array", "invalid input type array"},
      {"Nor null.", "null", "bool", "invalid input type null"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ConvertConvertTransform(test.to, test.value),
              absl::StrCat("error: transforms[0] (convert): ", test.want));
  }
}

TEST(ConvertTransform, IntegersAndFractionsAreTypes) {
  auto then = [](absl::string_view to) {
    return absl::StrCat(R"({"type": "convert", "convert": {"toType": ")", to,
                        "\"}}");
  };
  std::string type =
      R"({"type": "string", "string": {"type": "Format", "fmt": "%f"}})";
  EXPECT_EQ(Transformed(absl::StrCat(then("int64"), ",", type), "5"),
            "\"%!f(int64=5)\"");
  EXPECT_EQ(
      Transformed(absl::StrCat(then("int64"), ",", then("float64"), ",", type),
                  "5"),
      "\"5.000000\"");
}

TEST(ConvertTransform, ReportsMistakes) {
  EXPECT_EQ(ConvertConvertTransform("number", "1"),
            "problem: transforms[0].convert.toType: Invalid value: "
            "\"number\": expected one of string, bool, int64, int, float64, "
            "object, array");
  EXPECT_EQ(ConvertConvertTransform("", "1"),
            "problem: transforms[0].convert.toType: Required value: toType is "
            "required");
  EXPECT_EQ(ConvertConvertTransform("string/yaml", "1"),
            "problem: transforms[0].convert.format: Invalid value: \"yaml\": "
            "expected one of none, quantity, json");
}

}  // namespace
}  // namespace loom

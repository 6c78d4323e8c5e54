// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/brief.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

std::string MathMathTransform(absl::string_view block,
                              absl::string_view value) {
  return Transformed(absl::StrCat(R"({"type": "math", "math": )", block, "}"),
                     value);
}

TEST(MathTransform, Calculates) {
  constexpr const char* kTriple = R"({"type": "Multiply", "multiply": 3})";
  constexpr const char* kMin = R"({"type": "ClampMin", "clampMin": 3})";
  constexpr const char* kMax = R"({"type": "ClampMax", "clampMax": 3})";
  struct {
    const char* reason;
    const char* block;
    const char* value;
    const char* want;
  } tests[] = {
      {"Whole.", kTriple, "2", "6"},
      {"Zero.", kTriple, "0", "0"},
      {"Negative.", kTriple, "-4", "-12"},
      {"Beyond 32 bits.", kTriple, "3000000000", "9000000000"},
      {"A fraction.", kTriple, "3.9", "11.7"},
      {"With a double's error.", kTriple, "0.1", "0.30000000000000004"},
      {"Large.", kTriple, "1e300", "3e+300"},
      {"By zero.", R"({"type": "Multiply", "multiply": 0})", "2.5", "0"},
      {"By a negative.", R"({"type": "Multiply", "multiply": -2})", "2.5",
       "-5"},
      {"Numbers of the wire do not wrap.",
       R"({"type": "Multiply", "multiply": 5000000000})", "5000000000",
       "25000000000000000000"},
      {"Below the least.", kMin, "2", "3"},
      {"At it.", kMin, "3", "3"},
      {"Above it.", kMin, "4", "4"},
      {"A fraction above it.", kMin, "3.5", "3.5"},
      {"A fraction below it, though not when cut off.",
       R"({"type": "ClampMin", "clampMin": -3})", "-3.5", "-3"},
      {"Above the most.", kMax, "4", "3"},
      {"At it.", kMax, "3", "3"},
      {"Below it.", kMax, "-7", "-7"},
      {"A fraction above it, though not when cut off.", kMax, "3.9", "3"},
      {"A fraction below it.", kMax, "2.5", "2.5"},
      {"Large limits are exact as Go reads them.",
       R"({"type": "ClampMax", "clampMax": 9000000000000000000})", "1e30",
       "9000000000000000000"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(MathMathTransform(test.block, test.value), test.want);
  }
}

TEST(MathTransform, TakesFractionsInTheNativeInput) {
  struct {
    const char* reason;
    const char* block;
    const char* value;
    const char* want;
  } tests[] = {
      {"A part.", R"({"type": "Multiply", "multiply": 0.375})", "20", "7.5"},
      {"It comes out whole.", R"({"type": "Multiply", "multiply": 1.05})", "20",
       "21"},
      {"A fraction by a fraction.", R"({"type": "Multiply", "multiply": -0.5})",
       "0.5", "-0.25"},
      {"Below the least.", R"({"type": "ClampMin", "clampMin": 2.5})", "2",
       "2.5"},
      {"Above it.", R"({"type": "ClampMin", "clampMin": 2.5})", "3", "3"},
      {"Above the most.", R"({"type": "ClampMax", "clampMax": 2.5})", "2.6",
       "2.5"},
      {"Below it.", R"({"type": "ClampMax", "clampMax": 2.5})", "-2.6", "-2.6"},
      {"Written as a fraction, and whole.",
       R"({"type": "Multiply", "multiply": 3.0})", "2", "6"},
      {"No number.", R"({"type": "Multiply", "multiply": "2.5"})", "2",
       "problem: transforms[0].math.multiply: Invalid value: expected a "
       "number, "
       "got a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Transformed(
                  absl::StrCat(R"({"type": "math", "math": )", test.block, "}"),
                  test.value, Dialect::kNative),
              test.want);
  }
}

TEST(MathTransform, ConvertedIntegersWrapAndStayIntegers) {
  constexpr const char* kToInt64 =
      R"({"type": "convert", "convert": {"toType": "int64"}})";
  auto math = [](absl::string_view block) {
    return absl::StrCat(R"(, {"type": "math", "math": {)", block, "}}");
  };
  EXPECT_EQ(Transformed(absl::StrCat(kToInt64, math(R"("type": "Multiply",
                                                 "multiply": 5000000000)")),
                        "5000000000"),
            "6553255926290448384");
  constexpr const char* kFormat =
      R"(, {"type": "string", "string": {"type": "Format", "fmt": "%f"}})";
  EXPECT_EQ(
      Transformed(
          absl::StrCat(kToInt64, math(R"("type": "Multiply", "multiply": 2)"),
                       kFormat),
          "\"21\""),
      "\"%!f(int64=42)\"");
  EXPECT_EQ(
      Transformed(
          absl::StrCat(kToInt64, math(R"("type": "ClampMin", "clampMin": 7)"),
                       math(R"("type": "ClampMax", "clampMax": 9)"), kFormat),
          "\"8\""),
      "\"%!f(int64=8)\"");
}

TEST(MathTransform, TakesNumbersOnly) {
  for (auto [value, type] : {std::pair("\"5\"", "string"),
                             {"true", "bool"},
                             {"null", "null"},
                             {"[1]", "array"},
                             {"{}", "object"}}) {
    EXPECT_EQ(
        MathMathTransform(R"({"type": "Multiply", "multiply": 2})", value),
        absl::StrCat("error: transforms[0] (math): input is required to "
                     "be a number for math transformer, got ",
                     type));
  }
}

TEST(MathTransform, ReportsMistakes) {
  struct {
    const char* block;
    const char* want;
  } tests[] = {
      {R"({"multiply": 2})",
       "transforms[0].math.type: Required value: type is required"},
      {R"({"type": "Divide", "multiply": 2})",
       "transforms[0].math.type: Invalid value: \"Divide\": expected one of "
       "Multiply, ClampMin, ClampMax"},
      {R"({"type": "Multiply", "clampMin": 1})",
       "transforms[0].math.multiply: Required value: must specify a value if "
       "a multiply math transform is specified"},
      {R"({"type": "ClampMin"})",
       "transforms[0].math.clampMin: Required value: must specify a value if "
       "a clamp min math transform is specified"},
      {R"({"type": "ClampMax"})",
       "transforms[0].math.clampMax: Required value: must specify a value if "
       "a clamp max math transform is specified"},
      {R"({"type": "Multiply", "multiply": "2"})",
       "transforms[0].math.multiply: Invalid value: expected an integer, got a "
       "string"},
      {R"({"type": "Multiply", "multiply": 2.5})",
       "transforms[0].math.multiply: Invalid value: expected an integer, got a "
       "number"},
      {R"({"type": "Multiply", "multiply": 2, "divide": 3})",
       "transforms[0].math: unknown divide"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Brief(MathMathTransform(test.block, "1")),
              absl::StrCat("problem: ", test.want));
  }
}

}  // namespace
}  // namespace loom

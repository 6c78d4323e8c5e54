// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"

#include <cmath>
#include <limits>
#include <string>

#include "data/value/number.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// Every text that is read and written again, in Go's compact form.
TEST(Json, ReadsAndWritesAsGoDoes) {
  struct {
    const char* reason;
    const char* text;
    const char* want;
  } tests[] = {
      {"Spaces go.", " { \"a\" : [ 1 , true ] } \n", R"({"a":[1,true]})"},
      {"Members are sorted by bytes.", R"({"b":1,"é":2,"a":3,"B":4,"":5})",
       R"({"":5,"B":4,"a":3,"b":1,"é":2})"},
      {"Members of members, too.", R"({"z":{"b":1,"a":2}})",
       R"({"z":{"a":2,"b":1}})"},
      {"Of equal names the last wins.", R"({"a":1,"b":2,"a":3})",
       R"({"a":3,"b":2})"},
      {"null, true, false.", "[null,true,false]", "[null,true,false]"},
      {"Empty things.", R"([{},[],""])", R"([{},[],""])"},
      {"A text alone.", R"("x")", R"("x")"},
      {"Escapes that HTML would need.", R"("<a href='x'>&</a>")",
       R"("\u003ca href='x'\u003e\u0026\u003c/a\u003e")"},
      {"Controls.", R"("\b\f\n\r\t\u0001\u001f\u007f")",
       "\"\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\""},
      {"Quotes, backslash, slash.", R"("\"\\\/")", R"("\"\\/")"},
      {"Line separators.", R"("\u2028\u2029")", R"("\u2028\u2029")"},
      {"Beyond ASCII stays.", R"("\u00e9\ud83d\ude80→")", R"("é🚀→")"},
      {"Half a pair is replaced.", R"(["\ud83d","\ude80x","\ud83d\n"])",
       "[\"\uFFFD\",\"\uFFFDx\",\"\uFFFD\\n\"]"},
      {"The second half alone, too.", R"(["\ude80",{"\udE80":"\ude80"}])",
       "[\"\uFFFD\",{\"\uFFFD\":\"\uFFFD\"}]"},
      {"A backslash before u is none.", R"(["\\ud83d","\ud83d\\u"])",
       "[\"\\\\ud83d\",\"\uFFFD\\\\u\"]"},
      {"Integers.", "[0,-1,1000000,9007199254740992]",
       "[0,-1,1000000,9007199254740992]"},
      {"Minus zero keeps its sign.", "[-0,-0.0,0]", "[-0,-0,0]"},
      {"Fractions and exponents.", "[1.0,2.50,1e2,1E+2,25e-1]",
       "[1,2.5,100,100,2.5]"},
      {"Plain below 1e21.", "[1e20,123456789012345678901]",
       "[100000000000000000000,123456789012345680000]"},
      {"Exponents from there.", "[1e21,1.5e300]", "[1e+21,1.5e+300]"},
      {"Plain from 1e-6.", "[0.000001,0.00000125]", "[0.000001,0.00000125]"},
      {"Exponents below.", "[0.0000001,1e-10,5e-324]", "[1e-7,1e-10,5e-324]"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    absl::StatusOr<Value> value = ParseJson(test.text, &pool);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(*CompactJson(*value), test.want);
  }
}

TEST(Json, RefusesWhatIsNone) {
  struct {
    const char* reason;
    absl::string_view text;
    const char* place;
  } tests[] = {
      {"Nothing.", "", "(at offset 0)"},
      {"Blanks.", "  ", "(at offset 2)"},
      {"Something behind it.", "{} x", "(at offset 3)"},
      {"A comment behind it.", "{} // c", "(at offset 3)"},
      {"A NUL behind it.", {"{}\0", 3}, "(at offset 2)"},
      {"A value is missing.", R"({"a":})", "(at offset 5)"},
      {"Single quotes.", "{'a':1}", "(at offset 1)"},
      {"A comma too many.", "[1,]", "(at offset 3)"},
      {"Not closed.", "[1", "(at offset 2)"},
      {"A leading zero.", "[01]", "(at offset 2)"},
      {"No number.", "[NaN]", "(at offset 1)"},
      {"Beyond all doubles.", "[1e400]", "(at offset 1)"},
      {"A raw line feed.", "\"a\nb\"", "(at offset 2)"},
      {"An unknown escape.", R"("\x")", "(at offset 1)"},
      {"Not UTF-8.", "\"\xff\"", "(at offset 1)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    absl::Status status = ParseJson(test.text, &pool).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find(test.place), absl::string_view::npos)
        << status;
  }
}

TEST(Json, BoundsTheDepth) {
  Pool pool;
  std::string deep(kMaxDepth, '[');
  deep.append(kMaxDepth, ']');
  EXPECT_TRUE(ParseJson(deep, &pool).ok());
  absl::Status status = ParseJson("[" + deep + "]", &pool).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("nested too deeply"),
            absl::string_view::npos);
}

TEST(Json, ReadsEveryNumberAsDouble) {
  Pool pool;
  Value list = *ParseJson("[1,-1,4294967295,9223372036854775807,1.5]", &pool);
  for (const Value& number : list.GetArray()) EXPECT_TRUE(number.IsDouble());
}

TEST(Json, ReadsNumbersOfManyDigits) {
  const std::string zeros(400, '0');
  const struct {
    const char* reason;
    std::string text;
    double want;
  } tests[] = {
      {"A zero, of which RapidJSON shifts by 64.", "0." + zeros, 0},
      {"A zero of short digits.", "-0", -0.0},
      {"Behind many zeros comes one digit.", "0." + zeros + "1", 0},
      {"Digits beyond those of a double.", "1." + zeros + "1", 1},
      {"Between two doubles, nearer to the larger.",
       "9007199254740993.00000001", 9007199254740994},
      {"The smallest.", "5e-324", 5e-324},
      {"Below it.", "1e-400", 0},
      {"The largest.", "1.7976931348623157e308", 1.7976931348623157e308},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    absl::StatusOr<Value> value = ParseJson(test.text, &pool);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(value->GetDouble(), test.want);
    EXPECT_EQ(std::signbit(value->GetDouble()), std::signbit(test.want));
  }
  Pool pool;
  EXPECT_NE(ParseJson("[1" + zeros + "]", &pool)
                .status()
                .message()
                .find("(at offset 1)"),
            absl::string_view::npos)
      << "beyond all doubles, without an exponent";
}

TEST(Json, HasNoInfinity) {
  Value value = Array();
  Pool pool;
  value.PushBack(Real(std::numeric_limits<double>::infinity()),
                 pool.allocator());
  EXPECT_EQ(CompactJson(value).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(CompactJson(Real(std::nan(""))).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "data/go/format.h"
#include "data/go/numbers.h"
#include "data/value/number.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr double kMostFloat = std::numeric_limits<double>::max();
constexpr double kInfinityFloat = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// What Go's fmt.Sprintf(format, float64(value)) prints.
TEST(GoFloat, PrintsAsGoDoes) {
  struct {
    const char* reason;
    const char* format;
    double value;
    const char* want;
  } tests[] = {
      {"Shortest digits.", "%v", 0.1, "0.1"},
      {"Six digits before the point.", "%v", 999999.5, "999999.5"},
      {"An exponent from a million on.", "%v", 1234567.5, "1.2345675e+06"},
      {"Four zeros.", "%v", 0.0001, "0.0001"},
      {"An exponent below that.", "%v", 0.00001, "1e-05"},
      {"Exponents have two digits.", "%v", 1e-10, "1e-10"},
      {"Whole beyond 2^53.", "%v", 1e20, "1e+20"},
      {"Exponents of three digits.", "%v", 1e300, "1e+300"},
      {"The least.", "%v", 5e-324, "5e-324"},
      {"The largest.", "%v", kMostFloat, "1.7976931348623157e+308"},
      {"Negative.", "%v", -2.5, "-2.5"},
      {"+v is no plus sign.", "%+v", 2.5, "2.5"},
      {"Go syntax.", "%#v", 1e20, "1e+20"},
      {"g is v.", "%g", 2.5, "2.5"},
      {"G is g with a capital.", "%G", 1e-7, "1E-07"},
      {"g with precision counts all digits.", "%.3g", 3.14159, "3.14"},
      {"And decides on the exponent by it.", "%.3g", 1234567.5, "1.23e+06"},
      {"No digits are one.", "%.0g", 2.5, "2"},
      {"# keeps the zeros.", "%#.3g", 2, "2.00"},
      {"# without precision means six.", "%#g", 2.5, "2.50000"},
      {"# in front of an exponent.", "%#g", 1e-7, "1.00000e-07"},
      {"f has six digits.", "%f", 2.5, "2.500000"},
      {"F is f.", "%F", 2.5, "2.500000"},
      {"A tie goes to the even digit.", "%.1f", 2.25, "2.2"},
      {"No tie: 2.35 is a little more.", "%.1f", 2.35, "2.4"},
      {"Half of two and three is two.", "%.0f", 2.5, "2"},
      {"Half of three and four is four.", "%.0f", 3.5, "4"},
      {"f has no exponent.", "%.0f", 1e21, "1000000000000000000000"},
      {"# always has a point.", "%#.0f", 2.5, "2."},
      {"Digits are exact.", "%.30f", 0.1, "0.100000000000000005551115123126"},
      {"Width.", "%8.2f", 3.14159, "    3.14"},
      {"Filled right.", "%-8.2f|", 3.14159, "3.14    |"},
      {"Zeros behind the sign.", "%08.2f", -3.14159, "-0003.14"},
      {"Plus.", "%+.1f", 3.14159, "+3.1"},
      {"Space.", "% .1f", 3.14159, " 3.1"},
      {"e.", "%e", 2.5, "2.500000e+00"},
      {"E.", "%E", 1e-300, "1.000000E-300"},
      {"e without digits.", "%.0e", 2.5, "2e+00"},
      {"e without digits, with a point.", "%#.0e", 2.5, "2.e+00"},
      {"e with width.", "%12.2e", 12345.678, "    1.23e+04"},
      {"Hexadecimal.", "%x", 2.5, "0x1.4p+01"},
      {"Capital.", "%X", 2.5, "0X1.4P+01"},
      {"Hexadecimal, rounded.", "%.3x", 3.14159, "0x1.922p+01"},
      {"Rounded to even.", "%.0x", 2.5, "0x1p+01"},
      {"Rounded up into the exponent.", "%.0x", 3.75, "0x1p+02"},
      {"More digits than there are.", "%.20x", 0.1,
       "0x1.999999999999a0000000p-04"},
      {"The least, normalised.", "%x", 5e-324, "0x1p-1074"},
      {"# fills up to six digits.", "%#x", 42.5, "0x1.5400p+05"},
      {"Negative hexadecimal.", "%x", -0.5, "-0x1p-01"},
      {"b has no fraction.", "%b", 2.5, "5629499534213120p-51"},
      {"b with a positive exponent.", "%b", 1e300, "6724873095247260p+944"},
      {"b of the least.", "%b", 5e-324, "1p-1074"},
      {"Minus zero.", "%v", -0.0, "-0"},
      {"Minus zero, filled up.", "%06.1f", -0.0, "-000.0"},
      {"Minus zero in hexadecimal.", "%x", -0.0, "-0x0p+00"},
      {"Infinity has a sign.", "%v", kInfinityFloat, "+Inf"},
      {"Infinity is not filled with zeros.", "%06f", -kInfinityFloat, "  -Inf"},
      {"Infinity with a space.", "% f", kInfinityFloat, " Inf"},
      {"No number has no sign.", "%v", kNoNumber, "NaN"},
      {"Unless asked for.", "%+f", kNoNumber, "+NaN"},
      {"No number, filled up.", "%6.1f", kNoNumber, "   NaN"},
      {"d does not fit.", "%d", 2.5, "%!d(float64=2.5)"},
      {"Flags and width apply inside.", "%06d", 2.5, "%!d(float64=0002.5)"},
      {"s prints what v prints, where Go complains.", "%s", 2.5, "2.5"},
      {"s fills up to the width.", "%5s", 2.5, "  2.5"},
      {"s fills with zeros.", "%05s", 2.5, "002.5"},
      {"Its precision cuts characters, no digits.", "%.2s", 2.5, "2."},
      {"s has the exponent of v.", "%s", 1e21, "1e+21"},
      {"q does not fit.", "%q", 2.5, "%!q(float64=2.5)"},
      {"c does not fit.", "%c", 2.5, "%!c(float64=2.5)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Value value = Real(test.value);
    EXPECT_EQ(*GoFormat(test.format, {&value}), test.want) << test.format;
  }
}

}  // namespace
}  // namespace loom

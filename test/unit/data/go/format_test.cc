// SPDX-License-Identifier: Apache-2.0
#include "data/go/format.h"

#include <string>
#include <vector>

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

absl::StatusOr<std::string> Format(absl::string_view format,
                                   absl::string_view list) {
  Pool pool;
  Value values = *ParseJson(list, &pool);
  std::vector<const Value*> arguments;
  for (const Value& value : values.GetArray()) arguments.push_back(&value);
  return GoFormat(format, arguments);
}

TEST(GoFormat, RefusesVerbsThatDoNotFit) {
  struct {
    const char* format;
    const char* value;
    const char* want;
  } tests[] = {
      {"%d-x", "\"a\"", "\"%d\" in the format does not fit a string"},
      {"%d", "2.5", "\"%d\" in the format does not fit a fraction"},
      {"%s", "null", "\"%s\" in the format does not fit null"},
      {"%t", "1", "\"%t\" in the format does not fit a number"},
      {"%d", "[1, true]", "\"%d\" in the format does not fit a boolean"},
      {"%d", "5", ""},
      {"%s", "2.5", ""},
      {"%v", "null", ""},
      {"100%%", "1", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.format);
    Pool pool;
    Value value = *ParseJson(test.value, &pool);
    auto text = GoFormat(test.format, {&value}, ScalarsUnderS::kPrinted,
                         Misfits::kRefused);
    EXPECT_EQ(text.ok() ? "" : text.status().message(),
              *test.want == 0
                  ? ""
                  : std::string(test.want) + "; %v fits every value");
  }
}

TEST(GoFormat, TakesArgumentsAsGoDoes) {
  struct {
    const char* reason;
    const char* format;
    const char* arguments;
    const char* want;
  } tests[] = {
      {"One after the other.", "%s-%03d", R"(["bucket", 5])", "bucket-005"},
      {"Text outside ASCII.", "→%s←", R"(["x"])", "→x←"},
      {"A percent sign takes none.", "100%% of %s", R"(["x"])", "100% of x"},
      {"Nor does it take a width.", "%5%|%s", R"(["x"])", "%|x"},
      {"Too few.", "%s %d", R"(["x"])", "x %!d(MISSING)"},
      {"None at all.", "%s", "[]", "%!s(MISSING)"},
      {"Too many.", "%s", R"(["x", "y", 2.5])",
       "x%!(EXTRA string=y, float64=2.5)"},
      {"Too many, of every kind.", "-", R"([null, true, 5, [1], {"a": 1}])",
       "-%!(EXTRA <nil>, bool=true, int64=5, []interface {}=[1], "
       "map[string]interface {}=map[a:1])"},
      {"An empty format.", "", R"(["x"])", "%!(EXTRA string=x)"},
      {"An empty format for nothing.", "", "[]", ""},
      {"By index.", "%[2]s/%[1]s", R"(["a", "b"])", "b/a"},
      {"Again.", "%[1]s-%[1]q", R"(["a"])", R"(a-"a")"},
      {"On from there.", "%[2]s%s", R"(["a", "b", "c"])", "bc"},
      {"With an index none is too many.", "%[1]s", R"(["a", "b"])", "a"},
      {"Index zero.", "%[0]s", R"(["a"])", "%!s(BADINDEX)"},
      {"An index beyond.", "%[2]s", R"(["a"])", "%!s(BADINDEX)"},
      {"No index.", "%[x]s", R"(["a"])", "%!s(BADINDEX)"},
      {"A negative index.", "%[-1]s", R"(["a"])", "%!s(BADINDEX)"},
      {"An index that is not closed.", "%[1s", R"(["a"])", "%!s(BADINDEX)"},
      {"An empty index.", "%[]s", R"(["a"])", "%!s(BADINDEX)"},
      {"An empty index at the end.", "%[]", R"(["a"])", "%!](BADINDEX)"},
      {"A width behind the index.", "%[1]5s", R"(["a"])", "%!s(BADINDEX)"},
      {"A width before it.", "%5[1]s", R"(["a"])", "    a"},
      {"A precision behind the index.", "%[1].1s", R"(["ab"])",
       "%!s(BADINDEX)"},
      {"A precision before it.", "%.1[1]s", R"(["ab"])", "a"},
      {"Width from an argument.", "[%*s]", R"([5, "x"])", "[    x]"},
      {"A negative one fills right.", "[%*s]", R"([-5, "x"])", "[x    ]"},
      {"Width by index.", "[%[2]*[1]s]", R"(["x", 3])", "[  x]"},
      {"Precision from an argument.", "%.*f", "[2, 3.14159]", "3.14"},
      {"Precision by index.", "%.[2]*[1]f", "[3.14159, 1]", "3.1"},
      {"A fraction is no width.", "%*s", R"([2.5, "x"])", "%!(BADWIDTH)x"},
      {"A text is no precision.", "%.*f", R"(["a", 2.5])",
       "%!(BADPREC)2.500000"},
      {"A negative number is no precision.", "%.*f", "[-1, 2.5]",
       "%!(BADPREC)2.500000"},
      {"The width takes the only one.", "%*s", "[5]", "%!s(MISSING)"},
      {"There is none for the width.", "%*s", "[]", "%!(BADWIDTH)%!s(MISSING)"},
      {"A precision without digits is zero.", "%.f", "[2.5]", "2"},
      {"No verb.", "%", R"(["x"])", "%!(NOVERB)%!(EXTRA string=x)"},
      {"Flags without verb.", "%-5", "[]", "%!(NOVERB)"},
      {"A point at the end is a verb.", "%.", R"(["x"])", "%!.(string=x)"},
      {"! is a verb that fits nothing.", "%!", R"(["x"])", "%!!(string=x)"},
      {"Minus is no flag behind the width.", "%5-s", R"(["x"])",
       "%!-(string=    x)s"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(*Format(test.format, test.arguments), test.want) << test.format;
  }
}

// What CheckFormat says; "" if nothing is wrong.
std::string Wrong(absl::string_view format, size_t arguments) {
  absl::Status status = CheckFormat(format, arguments);
  EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

TEST(CheckFormat, TakesWhatUsesEveryArgument) {
  struct {
    const char* reason;
    const char* format;
    size_t arguments;
  } tests[] = {
      {"One.", "%s", 1},
      {"Two.", "%s-%03d", 2},
      {"None.", "text", 0},
      {"A percent sign takes none.", "100%% of %s", 1},
      {"A star takes one for the width.", "%*d", 2},
      {"And one for the precision.", "%*.*f", 3},
      {"By index.", "%[2]s-%[1]s", 2},
      {"One of them twice.", "%[1]s-%[1]s", 1},
      {"With an index, some may be left, as in Go.", "%[2]s", 3},
      {"A star by index.", "%[2]*[1]d", 2},
      {"On from the index.", "%[1]s%s", 2},
      {"A verb that does not fit is another matter.", "%d", 1},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Wrong(test.format, test.arguments), "") << test.format;
  }
}

TEST(CheckFormat, TellsWhatIsWrongWithTheArguments) {
  struct {
    const char* reason;
    const char* format;
    size_t arguments;
    const char* want;
  } tests[] = {
      {"One is missing.", "%s-%s", 1,
       "the format uses 2 arguments, but gets 1"},
      {"Several are missing.", "%s-%s-%s-%s", 2,
       "the format uses 4 arguments, but gets 2"},
      {"A star takes one.", "%*d", 1,
       "the format uses 2 arguments, but gets 1"},
      {"A star and its verb miss one each.", "%*d", 0,
       "the format uses 2 arguments, but gets 0"},
      {"The one behind an index is missing.", "%[2]s-%s", 2,
       "the format uses 3 arguments, but gets 2"},
      {"A constant text takes none.", "text", 1,
       "the format uses 0 arguments, but gets 1"},
      {"An escaped percent sign takes none.", "100%%", 1,
       "the format uses 0 arguments, but gets 1"},
      {"Some are left.", "%s", 3, "the format uses 1 argument, but gets 3"},
      {"An index beyond.", "%s-%[3]d", 2,
       "\"%[3]d\" in the format has a wrong index: an index is a number from 1 "
       "to 2 in brackets, right before the verb or a *"},
      {"Index zero.", "%[0]s", 1,
       "\"%[0]s\" in the format has a wrong index: an index is a number from 1 "
       "to 1 in brackets, right before the verb or a *"},
      {"No number.", "%[x]s", 1,
       "\"%[x]s\" in the format has a wrong index: an index is a number from 1 "
       "to 1 in brackets, right before the verb or a *"},
      {"An index that is not closed.", "%[1s", 1,
       "\"%[1s\" in the format has a wrong index: an index is a number from 1 "
       "to 1 in brackets, right before the verb or a *"},
      {"A width behind the index.", "%[1]5s", 1,
       "\"%[1]5s\" in the format has a wrong index: an index is a number from "
       "1 "
       "to 1 in brackets, right before the verb or a *"},
      {"The index of a star.", "%[4]*d", 2,
       "\"%[4]*d\" in the format has a wrong index: an index is a number from "
       "1 "
       "to 2 in brackets, right before the verb or a *"},
      {"No verb.", "%s 100%", 1,
       "the format ends in a directive without a verb; %% prints a percent "
       "sign"},
      {"A width beyond the limit.", "%1001s", 1,
       "expected a width of at most 1000 in the format, got 1001"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Wrong(test.format, test.arguments), test.want) << test.format;
  }
}

TEST(GoFormat, RefusesWhatIsTooWide) {
  struct {
    const char* reason;
    const char* format;
    const char* arguments;
    const char* want;
  } tests[] = {
      {"A width.", "%1001s", R"(["x"])",
       "expected a width of at most 1000 in the format, got 1001"},
      {"A width of any number of digits.", "%99999999999999999999s", R"(["x"])",
       "expected a width of at most 1000 in the format, got 1000000000"},
      {"A width that is an argument.", "%*s", R"([5000, "x"])",
       "expected a width of at most 1000 in the format, got 5000"},
      {"A precision.", "%.1001f", "[2.5]",
       "expected a precision of at most 1000 in the format, got 1001"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::Status status = Format(test.format, test.arguments).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(status.message(), test.want);
  }
  EXPECT_EQ(Format("%1000s", R"(["x"])")->size(), 1000u);
}

TEST(GoFormat, RefusesWhatIsTooLong) {
  std::string list = "[[";
  for (int i = 0; i < 5000; ++i) list += i == 0 ? "1" : ",1";
  list += "]]";
  absl::Status status = Format("%1000d", list).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(), "makes a string of more than 4194304 bytes");
  EXPECT_TRUE(Format("%d", list).ok());
}

TEST(GoFormat, PrintsAnyValue) {
  Pool pool;
  Value value = *ParseJson(R"({"b": [1, 2.5, null], "a": "x"})", &pool);
  EXPECT_EQ(*GoValue(value), "map[a:x b:[1 2.5 <nil>]]");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/brief.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

std::string String(absl::string_view members, absl::string_view value,
                   Dialect dialect = Dialect::kPatchAndTransform) {
  return Transformed(
      absl::StrCat(R"({"type": "string", "string": {)", members, "}}"), value,
      dialect);
}

TEST(StringTransform, MakesText) {
  struct {
    const char* reason;
    const char* members;
    const char* value;
    const char* want;
  } tests[] = {
      {"Format.", R"("type": "Format", "fmt": "n-%03d")", "5", "\"n-005\""},
      {"Format of null.", R"("type": "Format", "fmt": "%v")", "null",
       "\"\\u003cnil\\u003e\""},
      {"An empty format.", R"("type": "Format", "fmt": "")", "\"x\"",
       "\"%!(EXTRA string=x)\""},
      {"Convert.", R"("type": "Convert", "convert": "ToUpper")", "\"aBc\"",
       "\"ABC\""},
      {"A prefix goes once.", R"("type": "TrimPrefix", "trim": "ab")",
       "\"ababc\"", "\"abc\""},
      {"There is none.", R"("type": "TrimPrefix", "trim": "ab")", "\"cab\"",
       "\"cab\""},
      {"It is all there is.", R"("type": "TrimPrefix", "trim": "ab")", "\"ab\"",
       "\"\""},
      {"An empty prefix.", R"("type": "TrimPrefix", "trim": "")", "\"abc\"",
       "\"abc\""},
      {"A suffix goes once.", R"("type": "TrimSuffix", "trim": ".x")",
       "\"a.x.x\"", "\"a.x\""},
      {"No suffix.", R"("type": "TrimSuffix", "trim": ".x")", "\".x.\"",
       "\".x.\""},
      {"Other kinds are text first.", R"("type": "TrimSuffix", "trim": "e")",
       "true", "\"tru\""},
      {"Lists, too.", R"("type": "TrimSuffix", "trim": "e")", R"(["e"])",
       "\"[e]\""},
      {"All are replaced.",
       R"("type": "Replace", "replace": {"search": "a.", "replace": "<$1>"})",
       "\"a.ba.\"", "\"\\u003c$1\\u003eb\\u003c$1\\u003e\""},
      {"By nothing.", R"("type": "Replace", "replace": {"search": "-"})",
       "\"a-b--c\"", "\"abc\""},
      {"From the left.",
       R"("type": "Replace", "replace": {"search": "aa", "replace": "b"})",
       "\"aaaaa\"", "\"bba\""},
      {"In a number.",
       R"("type": "Replace", "replace": {"search": "5", "replace": "x"})",
       "1505", "\"1x0x\""},
      {"In a million.",
       R"("type": "Replace", "replace": {"search": "0", "replace": "o"})",
       "1000000", "\"1oooooo\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(String(test.members, test.value), test.want);
  }
}

TEST(StringTransform, FindsTheFirstMatch) {
  struct {
    const char* reason;
    const char* regexp;
    const char* value;
    const char* want;
  } tests[] = {
      {"All of it.", R"("match": "[0-9]+")", "\"ab12cd34\"", "\"12\""},
      {"A group.", R"re("match": "(\\w+)-(\\d+)", "group": 2)re", "\"x-1 y-2\"",
       "\"1\""},
      {"Group 0.", R"("match": "(a)(b)?", "group": 0)", "\"xab\"", "\"ab\""},
      {"A group that took no part.", R"("match": "a(b)?c", "group": 1)",
       "\"ac\"", "\"\""},
      {"Nothing matches an empty expression.", R"("match": "x*")", "\"abc\"",
       "\"\""},
      {"The first alternative, not the longest.", R"("match": "a|ab|abc")",
       "\"abc\"", "\"a\""},
      {"Lazy.", R"("match": "<(.+?)>", "group": 1)", "\"<a><b>\"", "\"a\""},
      {"Named groups count.",
       R"re("match": "(?P<k>\\w+)=(?P<v>\\w+)", "group": 2)re", "\"key=val\"",
       "\"val\""},
      {"Line by line.", R"("match": "(?m)^b(.*)$", "group": 1)",
       R"("a1\nb2\nc3")", "\"2\""},
      {"Of a number.", R"("match": "^.")", "35", "\"3\""},
      {"None.", R"("match": "z+")", "\"abc\"",
       "error: transforms[0] (string): regexp \"z+\" had no matches for group "
       "0"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(String(absl::StrCat(R"("type": "Regexp", "regexp": {)",
                                  test.regexp, "}"),
                     test.value),
              test.want);
  }
}

TEST(StringTransform, JoinsWithSeparatorsBetween) {
  struct {
    const char* reason;
    const char* join;
    const char* value;
    const char* want;
  } tests[] = {
      {"One byte.", R"({"separator": ","})", R"(["x", "y"])", "\"x,y\""},
      {"Two bytes.", R"({"separator": ", "})", R"(["x", "y"])", "\"x, y\""},
      {"One character of two.", R"({"separator": "·"})", R"(["x", "y"])",
       "\"x·y\""},
      {"A single element.", R"({"separator": ", "})", R"(["x"])", "\"x\""},
      {"None.", R"({"separator": ","})", "[]", "\"\""},
      {"Empty elements.", R"({"separator": ","})", R"(["", ""])", "\",\""},
      {"No separator.", "{}", R"(["x", "y"])", "\"xy\""},
      {"Every kind.", R"({"separator": ","})",
       R"(["a", 1, 2.5, true, null, 1000000])",
       "\"a,1,2.5,true,\\u003cnil\\u003e,1000000\""},
      {"Lists and objects.", R"({"separator": "|"})",
       R"([["x", "y"], {"b": 1, "a": [2]}])", "\"[x y]|map[a:[2] b:1]\""},
      {"Text is no list.", R"({"separator": ","})", "\"abc\"",
       "error: transforms[0] (string): could not parse input array: got "
       "string"},
      {"Nor is null.", "{}", "null",
       "error: transforms[0] (string): could not parse input array: got "
       "null"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(String(absl::StrCat(R"("type": "Join", "join": )", test.join),
                     test.value),
              test.want);
  }
}

TEST(StringTransform, ReportsMistakes) {
  struct {
    const char* members;
    const char* want;
  } tests[] = {
      {R"("fmt": "%s")", "type: Required value: type is required"},
      {R"("type": "Upper")",
       "type: Invalid value: \"Upper\": expected "
       "one of Format, Convert, TrimPrefix, TrimSuffix, Regexp, Join, Replace"},
      {R"("type": "Format")",
       "fmt: Required value: format transform requires a format"},
      {R"("type": "Convert")",
       "convert: Required value: convert transform requires a conversion "
       "type"},
      {R"("type": "TrimPrefix")",
       "trim: Required value: trim transform requires a trim value"},
      {R"("type": "TrimSuffix")",
       "trim: Required value: trim transform requires a trim value"},
      {R"("type": "Regexp")",
       "regexp: Required value: regexp transform requires a regexp"},
      {R"("type": "Regexp", "regexp": {"group": 1})",
       "regexp.match: Required value: regexp transform requires a match"},
      {R"("type": "Regexp", "regexp": {"match": "["})",
       "regexp.match: Invalid value: \"[\": invalid regexp: missing ]: ["},
      {R"("type": "Join")",
       "join: Required value: join transform requires a join"},
      {R"("type": "Replace")",
       "replace: Required value: replace transform requires a replace"},
      {R"("type": "Replace", "replace": {"replace": "x"})",
       "replace.search: Required value: replace transform requires a search"},
      {R"("type": "Format", "fmt": 5)",
       "fmt: Invalid value: expected a string, got a number"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Brief(String(test.members, "\"x\"")),
              absl::StrCat("problem: transforms[0].string.", test.want));
  }
  EXPECT_EQ(
      Brief(String(R"("type": "Format", "fmt": "%s", "form": "x")", "\"x\"")),
      "problem: transforms[0].string: unknown form");
}

// Go prints a note into the text: "%!s(MISSING)". No author means that.
TEST(StringTransform, FormatsOfTheNativeInputTakeOneArgument) {
  struct {
    const char* reason;
    const char* format;
    const char* want;
    const char* want_of_drop_in;
  } tests[] = {
      {"One is right.", "a-%s", R"("a-x")", R"("a-x")"},
      {"So is one that is used twice.", "%[1]s-%[1]s", R"("x-x")", R"("x-x")"},
      {"Two are too many for one value.", "%s-%s",
       "problem: transforms[0].string.fmt: Invalid value: the format uses 2 "
       "arguments, but gets 1",
       "\"x-%!s(MISSING)\""},
      {"A text without a directive loses the value.", "a",
       "problem: transforms[0].string.fmt: Invalid value: the format uses 0 "
       "arguments, but gets 1",
       "\"a%!(EXTRA string=x)\""},
      {"An index beyond.", "%[2]s",
       "problem: transforms[0].string.fmt: Invalid value: \"%[2]s\" in the "
       "format has a wrong index: an index is a number from 1 to 1 in "
       "brackets, right before the verb or a *",
       "\"%!s(BADINDEX)\""},
      {"A percent sign at the end.", "100%",
       "problem: transforms[0].string.fmt: Invalid value: the format ends in a "
       "directive without a verb; %% prints a percent sign",
       "\"100%!(NOVERB)%!(EXTRA string=x)\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string members =
        absl::StrCat(R"("type": "Format", "fmt": ")", test.format, "\"");
    EXPECT_EQ(String(members, R"("x")", Dialect::kNative), test.want);
    EXPECT_EQ(String(members, R"("x")", Dialect::kPatchAndTransform),
              test.want_of_drop_in);
  }
}

// P&T comes across these when it applies them, and then fails or crashes.
TEST(StringTransform, SomeMistakesOfDropInsWaitForTheirTurn) {
  struct {
    const char* members;
    const char* want;
  } tests[] = {
      {R"("type": "Convert", "convert": "ToRot13")",
       "transforms[0].string.convert: Invalid value: \"ToRot13\": expected one "
       "of "
       "ToUpper, ToLower, ToBase64, "
       "FromBase64, ToJson, ToSha1, ToSha256, ToSha512, ToAdler32"},
      {R"("type": "Regexp", "regexp": {"match": "(a).", "group": -1})",
       "transforms[0].string.regexp.group: Invalid value: -1: regexp \"(a).\" "
       "has groups 0 to 1"},
      {R"("type": "Regexp", "regexp": {"match": "(a).", "group": 2})",
       "transforms[0].string.regexp.group: Invalid value: 2: regexp \"(a).\" "
       "has groups 0 to 1"},
      {R"("type": "Format", "fmt": "%2000s")",
       "transforms[0].string.fmt: Invalid value: expected a width of at most "
       "1000 "
       "in the format, got 2000"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(String(test.members, "\"a\"", Dialect::kPatchAndTransform),
              absl::StrCat("error: ", test.want));
    EXPECT_EQ(String(test.members, "\"a\"", Dialect::kNative),
              absl::StrCat("problem: ", test.want));
  }
}

}  // namespace
}  // namespace loom

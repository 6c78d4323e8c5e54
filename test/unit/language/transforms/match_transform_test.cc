// SPDX-License-Identifier: Apache-2.0
#include "base/redacted_message.h"
#include "gtest/gtest.h"
#include "language/transforms/families.h"
#include "test/testing/brief.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

std::string MatchMatchTransform(absl::string_view block,
                                absl::string_view value,
                                Dialect dialect = Dialect::kPatchAndTransform) {
  return Transformed(absl::StrCat(R"({"type": "match", "match": )", block, "}"),
                     value, dialect);
}

// A block with patterns, given by their JSON.
std::string Patterns(absl::string_view patterns) {
  return absl::StrCat("{\"patterns\": [", patterns, "]}");
}

TEST(MatchTransform, TheFirstPatternThatMatchesDecides) {
  std::string block = Patterns(R"(
      {"type": "literal", "literal": "abc", "result": "literal"},
      {"type": "regexp", "regexp": "^a", "result": "regexp"},
      {"type": "literal", "literal": "axy", "result": "never"},
      {"literal": "untyped", "result": {"a": [1, null]}},
      {"type": "literal", "literal": "", "result": 0},
      {"type": "literal", "literal": "nothing"},
      {"type": "regexp", "regexp": "b.c", "result": true})");
  struct {
    const char* reason;
    const char* value;
    const char* want;
  } tests[] = {
      {"A literal.", "\"abc\"", "\"literal\""},
      {"A regexp before a literal.", "\"axy\"", "\"regexp\""},
      {"A pattern without type is a literal.", "\"untyped\"",
       R"({"a":[1,null]})"},
      {"The empty literal.", "\"\"", "0"},
      {"No result is null.", "\"nothing\"", "null"},
      {"A regexp matches anywhere.", "\"xxbxcxx\"", "true"},
      {"A point is no line feed.", R"("xb\ncx")", "null"},
      {"Case counts.", "\"ABC\"", "null"},
      {"Nothing matches and there is no fallback.", "\"zzz\"", "null"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(MatchMatchTransform(block, test.value), test.want);
  }
}

TEST(MatchTransform, FallsBack) {
  auto block = [](absl::string_view fallback) {
    return absl::StrCat(
        R"({"patterns": [{"type": "literal", "literal": "a", "result": 1}], )",
        fallback, "}");
  };
  struct {
    const char* reason;
    const char* fallback;
    const char* value;
    const char* want;
  } tests[] = {
      {"A value.", R"("fallbackValue": {"d": [1]})", "\"z\"", R"({"d":[1]})"},
      {"Null.", R"("fallbackValue": null)", "\"z\"", "null"},
      {"Value is the default.",
       R"("fallbackTo": "Value", "fallbackValue": "d")", "\"z\"", "\"d\""},
      {"The input.", R"("fallbackTo": "Input")", "\"z\"", "\"z\""},
      {"The input beside null.",
       R"("fallbackTo": "Input", "fallbackValue": null)", "\"z\"", "\"z\""},
      {"Both, and a match.", R"("fallbackTo": "Input", "fallbackValue": "d")",
       "\"a\"", "1"},
      {"Both, and none.", R"("fallbackTo": "Input", "fallbackValue": "d")",
       "\"z\"",
       "error: transforms[0] (match): cannot set both a fallback value and "
       "the fallback to input flag"},
      {"What P&T does not know means Value.",
       R"("fallbackTo": "Nope", "fallbackValue": "d")", "\"z\"", "\"d\""},
      {"A number, fallback or not.", R"("fallbackValue": "d")", "1",
       "error: transforms[0] (match): cannot match pattern at index 0: "
       "unsupported input type 'float64'"},
      {"Null, fallback or not.", R"("fallbackTo": "Input")", "null",
       "error: transforms[0] (match): cannot match pattern at index 0: "
       "unsupported input type 'null'"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(MatchMatchTransform(block(test.fallback), test.value), test.want);
  }
  // What P&T lets pass, our own input does not.
  EXPECT_EQ(MatchMatchTransform(
                block(R"("fallbackTo": "Input", "fallbackValue": "d")"),
                "\"a\"", Dialect::kNative),
            "problem: transforms[0].match.fallbackValue: Invalid value: cannot "
            "be combined with fallbackTo: Input");
  EXPECT_EQ(MatchMatchTransform(block(R"("fallbackTo": "Nope")"), "\"a\"",
                                Dialect::kNative),
            "problem: transforms[0].match.fallbackTo: Invalid value: \"Nope\": "
            "expected one of Value, Input");
}

TEST(MatchTransform, ReportsMistakes) {
  struct {
    const char* reason;
    const char* patterns;
    const char* want;
  } tests[] = {
      {"None.", "",
       "patterns: Required value: at least one pattern must be specified if a "
       "match transform is specified"},
      {"No literal.", R"({"type": "literal", "result": 1})",
       "patterns[0].literal: Required value: literal pattern type requires a "
       "literal"},
      {"No type, no literal.", R"({"regexp": "a"})",
       "patterns[0].literal: Required value: literal pattern type requires a "
       "literal"},
      {"No regexp.", R"({"literal": "a"}, {"type": "regexp", "literal": "b"})",
       "patterns[1].regexp: Required value: regexp pattern type requires a "
       "regexp"},
      {"A broken regexp.", R"({"type": "regexp", "regexp": "a(b"})",
       "patterns[0].regexp: Invalid value: \"a(b\": invalid regexp: missing "
       "): a(b"},
      {"An unknown type.", R"({"type": "glob", "literal": "a"})",
       "patterns[0].type: Invalid value: \"glob\": expected "
       "one of literal, regexp"},
      {"An unknown member.", R"({"literal": "a", "results": 1})",
       "patterns[0]: unknown results (result?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(MatchMatchTransform(Patterns(test.patterns), "\"a\"")),
              absl::StrCat("problem: transforms[0].match.", test.want));
  }
}

TEST(MatchTransform, TellsTheTypeThatItCannotMatchAlsoBesideASecret) {
  AuthorInput input(R"({"transforms": [{"type": "match", "match": {
      "patterns": [{"literal": "a"}]}}]})",
                    Dialect::kNative);
  const Transforms chain = Transforms::Parse(input.List("transforms"));
  EXPECT_EQ(
      RedactedMessage(chain.Apply(Json("7"), nullptr, TestPool()).status()),
      "transforms[0] (match): cannot match pattern at index 0: unsupported "
      "input type 'float64'");
}

}  // namespace
}  // namespace loom

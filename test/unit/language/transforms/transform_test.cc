// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/transform.h"

#include "base/errors.h"
#include "base/redacted_message.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"
#include "test/testing/transformed.h"

namespace loom {
namespace {

constexpr const char* kUpper =
    R"({"type": "string", "string": {"type": "Convert", "convert": "ToUpper"}})";
constexpr const char* kDouble =
    R"({"type": "math", "math": {"type": "Multiply", "multiply": 2}})";

TEST(Transforms, RunInOrder) {
  struct {
    const char* reason;
    const char* transforms;
    const char* value;
    const char* want;
  } tests[] = {
      {"None.", "", R"({"a": [1, null]})", R"({"a":[1,null]})"},
      {"Map, then format.",
       R"({"type": "map", "map": {"EU": "eu-north-1"}},
          {"type": "string", "string": {"type": "Format", "fmt": "%sa"}})",
       "\"EU\"", "\"eu-north-1a\""},
      {"A quantity, at least a gibibyte, in full.",
       R"({"type": "convert",
           "convert": {"toType": "float64", "format": "quantity"}},
          {"type": "math", "math": {"type": "ClampMin", "clampMin": 1073741824}},
          {"type": "convert", "convert": {"toType": "int64"}},
          {"type": "convert", "convert": {"toType": "string"}})",
       "\"512Mi\"", "\"1073741824\""},
      {"To JSON and back.",
       R"({"type": "string", "string": {"type": "Convert", "convert": "ToJson"}},
          {"type": "convert", "convert": {"toType": "object", "format": "json"}})",
       R"({"b": [1, null, "x"], "a": {}})", R"({"a":{},"b":[1,null,"x"]})"},
      {"A short name of a hash.",
       R"({"type": "string",
           "string": {"type": "Convert", "convert": "ToSha256"}},
          {"type": "string",
           "string": {"type": "Regexp", "regexp": {"match": "^.{8}"}}},
          {"type": "string", "string": {"type": "Format", "fmt": "app-%s"}})",
       "\"app\"", "\"app-a172cedc\""},
      {"Match, then map.",
       R"({"type": "match", "match": {"patterns": [
             {"type": "regexp", "regexp": "^eu-", "result": "EU"}],
           "fallbackTo": "Input"}},
          {"type": "map", "map": {"EU": "europe", "us": "america"}})",
       "\"us\"", "\"america\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Transformed(test.transforms, test.value), test.want);
  }
}

TEST(Transforms, AnErrorNamesTheOneThatFailed) {
  EXPECT_EQ(Transformed(absl::StrCat(kUpper, ",", kDouble), "\"a\""),
            "error: transforms[1] (math): input is required to be a number for "
            "math transformer, got string");
}

TEST(Transforms, EveryMistakeIsReportedAtItsPlace) {
  struct {
    const char* reason;
    const char* transforms;
    const char* want;
  } tests[] = {
      {"No type.", R"({"math": {"type": "Multiply", "multiply": 2}})",
       "transforms[0].type: Required value: type is required"},
      {"An unknown type.", R"({"type": "Math", "math": {}})",
       "transforms[0].type: Invalid value: \"Math\": expected one of map, "
       "match, "
       "math, string, convert (math?)"},
      {"No block.", R"({"type": "map"})",
       "transforms[0].map: Required value: given transform type map requires "
       "configuration"},
      {"The block of another.", R"({"type": "match", "math": {}})",
       "transforms[0].match: Required value: given transform type match "
       "requires configuration"},
      {"A null block.", R"({"type": "convert", "convert": null})",
       "transforms[0].convert: Required value: given transform type convert "
       "requires configuration"},
      {"A block that is none.", R"({"type": "math", "math": 2})",
       "transforms[0].math: Invalid value: expected an object, got a number"},
      {"An unknown member.", R"({"type": "map", "map": {"a": 1}, "maths": {}})",
       "transforms[0]: unknown maths (math?)"},
      {"Not an object.", "5",
       "transforms[0]: Invalid value: expected an object, got a number; "
       "transforms[0].type: Required value: type is required"},
      {"Several.", R"({"type": "map", "map": {}}, {"type": "string"})",
       "transforms[0].map.pairs: Required value: at least one pair must be "
       "specified if a map transform is specified; transforms[1].string: "
       "Required value: given transform type string requires configuration"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Transformed(test.transforms, "1")),
              absl::StrCat("problem: ", test.want));
  }
}

TEST(Transforms, ThoseOfACombineWaitInDropIns) {
  constexpr const char* kInput =
      R"({"transforms": [{"type": "math"}, {"type": "map", "map": {}}]})";
  constexpr const char* kMistakes =
      "transforms[0].math: Required value: given transform type math requires "
      "configuration; transforms[1].map.pairs: Required value: at least one "
      "pair must be specified if a map transform is specified";
  AuthorInput drop_in(kInput, Dialect::kPatchAndTransform);
  Transforms chain = Transforms::ParseOfCombine(drop_in.List("transforms"));
  EXPECT_EQ(drop_in.problems(), "");
  EXPECT_EQ(chain.mistakes().message(), kMistakes);
  EXPECT_EQ(FactOf(chain.mistakes(), Fact::kPlace), "transforms[0].math");
  EXPECT_FALSE(chain.empty());
  const absl::Status late =
      chain.Apply(Json("1"), nullptr, TestPool()).status();
  EXPECT_EQ(late.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(late.message(), kMistakes);
  // They quote only what the author wrote.
  EXPECT_EQ(RedactedMessage(late), kMistakes);

  AuthorInput native(kInput, Dialect::kNative);
  EXPECT_TRUE(
      Transforms::ParseOfCombine(native.List("transforms")).mistakes().ok());
  EXPECT_EQ(native.problems(), kMistakes);

  // What the decoder of P&T refuses does not wait.
  AuthorInput shape(R"({"transforms": [{"type": "math", "maths": 1}]})",
                    Dialect::kPatchAndTransform);
  Transforms::ParseOfCombine(shape.List("transforms"));
  EXPECT_EQ(Brief(shape.problems()), "transforms[0]: unknown maths (math?)");
}

TEST(Transforms, TextsAreSharedWithTheTreeTheyCameFrom) {
  AuthorInput input(
      R"({"transforms": [{"type": "map", "map": {"a": "long enough"}}]})",
      Dialect::kPatchAndTransform);
  Transforms chain = Transforms::Parse(input.List("transforms"));
  Pool pool;
  Value once = *chain.Apply(Json("\"a\""), nullptr, &pool);
  Value twice = *chain.Apply(Json("\"a\""), nullptr, &pool);
  EXPECT_EQ(once.GetString(), twice.GetString());
}

// What would make gigabytes is an error that names the transform.
TEST(Transforms, MakeTextsOfABoundedLength) {
  constexpr absl::string_view kReplace =
      R"({"type": "string", "string": {"type": "Replace",
          "replace": {"search": "a", "replace": "aaaaaaaaaa"}}})";
  constexpr absl::string_view kJson =
      R"({"type": "string", "string": {"type": "Convert", "convert": "ToJson"}})";
  constexpr absl::string_view kBase64 =
      R"({"type": "string",
          "string": {"type": "Convert", "convert": "ToBase64"}})";
  constexpr absl::string_view kJoin =
      R"({"type": "string", "string": {"type": "Join",
          "join": {"separator": "…"}}})";
  constexpr absl::string_view kTrim =
      R"({"type": "string", "string": {"type": "TrimPrefix", "trim": "x"}})";
  constexpr absl::string_view kFormat =
      R"({"type": "string", "string": {"type": "Format",
          "fmt": "%1000[1]v%1000[1]v%1000[1]v"}})";
  const std::string mebibyte(1 << 20, 'a');
  const std::string text = absl::StrCat("\"", mebibyte, "\"");
  struct {
    const char* reason;
    absl::string_view transform;
    int times;
    std::string value;
    const char* want;
  } tests[] = {
      {"Ten times as long, seven times.", kReplace, 7, "\"a\"",
       "error: transforms[6] (string): "},
      {"Escapes of escapes.", kJson, 30, "\"\\\"\"",
       "error: transforms[20] (string): "},
      {"A third longer each time.", kBase64, 9, text,
       "error: transforms[4] (string): "},
      {"A list of long texts, joined.", kJoin, 1,
       absl::StrCat("[", text, ",", text, ",", text, ",", text, "]"),
       "error: transforms[0] (string): "},
      {"The same, as what %v prints.", kTrim, 1,
       absl::StrCat("[", text, ",", text, ",", text, ",", text, "]"),
       "error: transforms[0] (string): "},
      {"The same, formatted.", kFormat, 1,
       absl::StrCat("[", text, ",", text, "]"),
       "error: transforms[0] (string): "},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string list(test.transform);
    for (int i = 1; i < test.times; ++i)
      absl::StrAppend(&list, ",", test.transform);
    EXPECT_EQ(
        Transformed(list, test.value),
        absl::StrCat(test.want, "makes a string of more than 4194304 bytes"));
  }
  // Three of them are within bounds.
  EXPECT_EQ(
      Transformed(kJoin, absl::StrCat("[", text, ",", text, ",", text, "]"))
          .size(),
      3 * mebibyte.size() + 2 * std::string("…").size() + 2);
}

TEST(Transforms, MakeABoundedAmount) {
  AuthorInput input(
      R"({"transforms": [{"type": "string",
          "string": {"type": "TrimPrefix", "trim": "x"}}]})",
      Dialect::kPatchAndTransform);
  Transforms chain = Transforms::Parse(input.List("transforms"));
  Pool pool;
  Value text = Text(std::string(4 << 20, 'a'), &pool);
  for (int i = 0; i < 7; ++i) {
    ASSERT_TRUE(chain.Apply(text, nullptr, &pool).ok()) << i;
  }
  EXPECT_EQ(chain.Apply(text, nullptr, &pool).status().message(),
            "transforms[0] (string): patches make more than 33554432 bytes in "
            "this call");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "input/input.h"

#include <functional>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr const char* kObject = R"({
    "name": "x", "empty": "", "none": null, "number": 5, "fraction": 2.5,
    "large": 9e18, "larger": 1e19, "flag": true, "object": {"a": 1},
    "list": ["a", 2], "mode": "Fast"})";

// What reading one member reports.
std::string Reported(const std::function<void(Fields&)>& read) {
  AuthorInput input(kObject, Dialect::kNative);
  Fields fields(input.root());
  read(fields);
  return input.problems();
}

TEST(Fields, ReadsMembersByType) {
  AuthorInput input(kObject, Dialect::kNative);
  Fields fields(input.root());
  EXPECT_TRUE(fields.Has("name"));
  EXPECT_FALSE(fields.Has("none"));
  EXPECT_FALSE(fields.Has("absent"));
  EXPECT_EQ(fields.String("name"), "x");
  EXPECT_EQ(fields.String("empty"), "");
  EXPECT_EQ(fields.String("none"), std::nullopt);
  EXPECT_EQ(fields.Integer("number"), 5);
  EXPECT_EQ(fields.Integer("large"), 9000000000000000000);
  EXPECT_EQ(fields.Integer("absent"), std::nullopt);
  EXPECT_EQ(fields.Bool("flag"), true);
  EXPECT_EQ(fields.Bool("none"), std::nullopt);
  EXPECT_TRUE(fields.Object("object").has_value());
  EXPECT_FALSE(fields.Object("none").has_value());
  EXPECT_EQ(fields.Any("fraction")->value().GetDouble(), 2.5);
  EXPECT_EQ(fields.List("list").size(), 2u);
  EXPECT_TRUE(fields.List("none").empty());
  EXPECT_EQ(fields.Required("name"), "x");
  EXPECT_EQ(fields.OneOf("mode", {"Fast", "Slow"}, "Slow"), "Fast");
  EXPECT_EQ(fields.OneOf("absent", {"Fast", "Slow"}, "Slow"), "Slow");
  EXPECT_EQ(input.problems(), "");
}

TEST(Fields, ReportsWrongTypesAndMissingMembers) {
  struct {
    const char* reason;
    std::function<void(Fields&)> read;
    const char* want;
  } tests[] = {
      {"Not a string.", [](Fields& f) { f.String("number"); },
       "number: Invalid value: want a string, got a number"},
      {"Not a number.", [](Fields& f) { f.Integer("name"); },
       "name: Invalid value: want a whole number, got a string"},
      {"Not a whole number.", [](Fields& f) { f.Integer("fraction"); },
       "fraction: Invalid value: want a whole number, got a number"},
      {"Not of 64 bits.", [](Fields& f) { f.Integer("larger"); },
       "larger: Invalid value: want a whole number, got a number"},
      {"Not a boolean.", [](Fields& f) { f.Bool("object"); },
       "object: Invalid value: want true or false, got an object"},
      {"Not an object.", [](Fields& f) { f.Object("list"); },
       "list: Invalid value: want an object, got a list"},
      {"Not a list.", [](Fields& f) { f.List("flag"); },
       "flag: Invalid value: want a list, got a boolean"},
      {"Absent.", [](Fields& f) { f.Required("absent"); },
       "absent: Required value: absent is required"},
      {"Null is absent.", [](Fields& f) { f.Required("none"); },
       "none: Required value: none is required"},
      {"Empty.", [](Fields& f) { f.Required("empty"); },
       "empty: Required value: empty is required"},
      {"Required, of the wrong type.", [](Fields& f) { f.Required("number"); },
       "number: Invalid value: want a string, got a number"},
      {"None of the choices.",
       [](Fields& f) {
         f.OneOf("mode", {"Slow", "Slower"}, "Slow");
       },
       "mode: Invalid value: \"Fast\": want one of Slow, Slower"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Reported(test.read), test.want);
  }
}

TEST(Fields, ReportsUnknownMembersWithTheNearestName) {
  AuthorInput input(R"({"nam": 1, "colour": 2, "name": "x"})",
                    Dialect::kPatchAndTransform);
  Fields fields(input.root());
  fields.Required("name");
  fields.Done();
  EXPECT_EQ(input.problems(),
            "unknown field \"nam\", did you mean \"name\"?; "
            "unknown field \"colour\"");
}

TEST(Fields, WhatIsNoObjectHasNoMembers) {
  AuthorInput input("[1]", Dialect::kPatchAndTransform);
  Fields fields(input.root());
  EXPECT_EQ(fields.String("name"), std::nullopt);
  fields.Done();
  EXPECT_EQ(input.problems(), "Invalid value: want an object, got a list");
}

TEST(Input, KnowsItsPlace) {
  AuthorInput input(R"({"a": {"b": [{"c": 1}, {"c": 2}]}})", Dialect::kNative);
  Fields outer(input.root());
  Fields a(*outer.Object("a"));
  std::vector<Input> list = a.List("b");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1].place(), "a.b[1]");
  Fields element(list[1]);
  EXPECT_EQ(element.Any("c")->place(), "a.b[1].c");
  list[0].Problem("is odd");
  list[1].Problem("c", "is even");
  list[1].Missing("d");
  list[1].Missing("e", "say why");
  list[1].Invalid("f", "too long");
  EXPECT_EQ(input.problems(),
            "a.b[0]: is odd; a.b[1].c: is even; "
            "a.b[1].d: Required value: d is required; "
            "a.b[1].e: Required value: say why; "
            "a.b[1].f: Invalid value: too long");
}

TEST(Input, MistakesThatGoLetsPassAreNotedInADropInInput) {
  constexpr char kJson[] = R"({"path": "a..b", "mode": "Slow"})";
  constexpr char kMistakes[] =
      "path: Invalid value: cannot parse path \"a..b\": unexpected '.' at "
      "position 2; mode: Invalid value: \"Slow\": want one of Fast, Safe";
  for (Dialect dialect : {Dialect::kPatchAndTransform, Dialect::kNative}) {
    bool native = dialect == Dialect::kNative;
    SCOPED_TRACE(native ? "native" : "drop-in");
    Value value = Json(kJson);
    Problems problems;
    Input input(value, dialect, &problems);
    Fields fields(input);
    EXPECT_FALSE(input.ParsePath("path", *fields.String("path")).ok());
    EXPECT_EQ(fields.OneOf("mode", {"Fast", "Safe"}, "Safe"), "Safe");
    EXPECT_EQ(problems.Joined(), native ? kMistakes : "");
    EXPECT_EQ(absl::StrJoin(problems.notes(), "; "), native ? "" : kMistakes);
  }
}

TEST(Input, WhatIsOfAWrongTypeIsNotMissingToo) {
  AuthorInput input(R"({"name": 5, "list": true, "empty": ""})",
                    Dialect::kNative);
  Fields fields(input.root());
  if (!fields.String("name").has_value()) input.root().Missing("name");
  if (fields.List("list").empty()) input.root().Missing("list");
  fields.Required("empty");
  EXPECT_EQ(input.problems(),
            "name: Invalid value: want a string, got a number; list: Invalid "
            "value: want a list, got a boolean; empty: Required value: empty "
            "is required");
}

TEST(Input, MistakesMayWaitButNotWrongShapes) {
  AuthorInput input(R"({"a": {"b": 1, "extra": 2}})",
                    Dialect::kPatchAndTransform);
  Problems later;
  Fields outer(input.root().Deferring(&later));
  Fields a(*outer.Object("a"));
  a.Required("c");
  a.String("b");
  a.at().Invalid("b", "too small");
  a.Done();
  EXPECT_EQ(input.problems(),
            "a.b: Invalid value: want a string, got a number; a: unknown "
            "field \"extra\"");
  EXPECT_EQ(later.Joined(),
            "a.c: Required value: c is required; a.b: Invalid value: too "
            "small");
}

TEST(Input, NamesKinds) {
  EXPECT_EQ(KindName(Json("null")), "null");
  EXPECT_EQ(KindName(Json("true")), "a boolean");
  EXPECT_EQ(KindName(Json("1")), "a number");
  EXPECT_EQ(KindName(Json("\"\"")), "a string");
  EXPECT_EQ(KindName(Json("[]")), "a list");
  EXPECT_EQ(KindName(Json("{}")), "an object");
}

}  // namespace
}  // namespace loom

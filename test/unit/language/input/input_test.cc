// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "language/input/fields.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

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
      "position 2; mode: Invalid value: \"Slow\": expected one of Fast, Safe";
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
    EXPECT_EQ(absl::StrJoin(problems.notes(), "; ",
                            [](std::string* out, const Problem& note) {
                              absl::StrAppend(out, note.text());
                            }),
              native ? "" : kMistakes);
  }
}

TEST(Input, WhatIsOfAWrongTypeIsNotMissingToo) {
  AuthorInput input(R"({"name": 5, "list": true, "empty": ""})",
                    Dialect::kNative);
  Fields fields(input.root());
  if (!fields.String("name").has_value()) input.root().Missing("name");
  if (fields.List("list").empty()) input.root().Missing("list");
  fields.Required("empty");
  EXPECT_EQ(
      input.problems(),
      "name: Invalid value: expected a string, got a number; list: Invalid "
      "value: expected a list, got a boolean; empty: Required value: empty "
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
  EXPECT_EQ(
      Brief(input.problems()),
      "a.b: Invalid value: expected a string, got a number; a: unknown extra");
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

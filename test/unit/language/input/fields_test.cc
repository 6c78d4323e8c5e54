// SPDX-License-Identifier: Apache-2.0
#include "language/input/fields.h"

#include <functional>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"
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
       "number: Invalid value: expected a string, got a number"},
      {"Not a number.", [](Fields& f) { f.Integer("name"); },
       "name: Invalid value: expected an integer, got a string"},
      {"Not a whole number.", [](Fields& f) { f.Integer("fraction"); },
       "fraction: Invalid value: expected an integer, got a number"},
      {"Not of 64 bits.", [](Fields& f) { f.Integer("larger"); },
       "larger: Invalid value: expected an integer, got a number"},
      {"Not a boolean.", [](Fields& f) { f.Bool("object"); },
       "object: Invalid value: expected true or false, got an object"},
      {"Not an object.", [](Fields& f) { f.Object("list"); },
       "list: Invalid value: expected an object, got a list"},
      {"Not a list.", [](Fields& f) { f.List("flag"); },
       "flag: Invalid value: expected a list, got a boolean"},
      {"Absent.", [](Fields& f) { f.Required("absent"); },
       "absent: Required value: absent is required"},
      {"Null is absent.", [](Fields& f) { f.Required("none"); },
       "none: Required value: none is required"},
      {"Empty.", [](Fields& f) { f.Required("empty"); },
       "empty: Required value: empty is required"},
      {"Required, of the wrong type.", [](Fields& f) { f.Required("number"); },
       "number: Invalid value: expected a string, got a number"},
      {"None of the choices.",
       [](Fields& f) {
         f.OneOf("mode", {"Slow", "Slower"}, "Slow");
       },
       "mode: Invalid value: \"Fast\": expected one of Slow, Slower"},
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
  // In the order of their names: the order of the wire is another on every call.
  EXPECT_EQ(Brief(input.problems()), "unknown colour; unknown nam (name?)");
}

TEST(Fields, WhatIsNoObjectHasNoMembers) {
  AuthorInput input("[1]", Dialect::kPatchAndTransform);
  Fields fields(input.root());
  EXPECT_EQ(fields.String("name"), std::nullopt);
  fields.Done();
  EXPECT_EQ(input.problems(), "Invalid value: expected an object, got a list");
}

constexpr struct {
  absl::string_view name;
  int value;
} kRows[] = {{"Slow", 1}, {"Fast", 2}};

// The value of the row that a member chooses: 0 if it is absent, -1 if it names
// no row.
int Chosen(absl::string_view member, IfEmpty if_empty, std::string* problems) {
  AuthorInput input(
      R"({"fast": "Fast", "fist": "Fist", "empty": "", "null": null})",
      Dialect::kNative);
  Fields fields(input.root());
  decltype(&kRows[0]) absent = nullptr;
  const auto* row =
      fields.Choice(member, kRows, absent, IfUnknown::kInvalid, if_empty);
  *problems = input.problems();
  if (row != nullptr) return row->value;
  return problems->empty() ? 0 : -1;
}

TEST(Fields, ChooseARowByItsName) {
  const struct {
    const char* reason;
    const char* member;
    IfEmpty if_empty;
    int want;
    const char* problems;
  } tests[] = {
      {"A name of a row.", "fast", IfEmpty::kAbsent, 2, ""},
      {"An absent member.", "none", IfEmpty::kAbsent, 0, ""},
      {"Null counts as absent.", "null", IfEmpty::kUnknown, 0, ""},
      {"An empty text may count as absent.", "empty", IfEmpty::kAbsent, 0, ""},
      {"… or as a name that no row has.", "empty", IfEmpty::kUnknown, -1,
       "empty: Invalid value: \"\": expected one of Slow, Fast"},
      {"Another name is reported, with the nearest one.", "fist",
       IfEmpty::kAbsent, -1,
       "fist: Invalid value: \"Fist\": expected one of Slow, Fast (Fast?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string problems;
    EXPECT_EQ(Chosen(test.member, test.if_empty, &problems), test.want);
    EXPECT_EQ(Brief(problems), test.problems);
  }
}

TEST(Fields, AllowAMemberOnlyIfTheyAreAskedTo) {
  AuthorInput input(R"({"asked": 1, "allowed": 2})", Dialect::kNative);
  Fields fields(input.root());
  EXPECT_TRUE(fields.Has("asked")) << "a query has no side effect";
  fields.Allow("allowed");
  fields.Done();
  EXPECT_EQ(Brief(input.problems()), "unknown asked");
}

TEST(Fields, RefuseANullSectionWhereTheRulesDo) {
  constexpr char kSections[] = R"({"object": null, "list": null})";
  constexpr char kRefused[] =
      "object: Invalid value: null: write {} for the section with its "
      "defaults, or leave it out; list: Invalid value: null: write [] for the "
      "section with its defaults, or leave it out";
  for (Dialect dialect : {Dialect::kNative, Dialect::kPatchAndTransform}) {
    AuthorInput input(kSections, dialect);
    Fields fields(input.root());
    EXPECT_FALSE(fields.Section("object").has_value());
    EXPECT_TRUE(fields.ListSection("list").empty());
    EXPECT_FALSE(fields.Section("absent").has_value());
    EXPECT_EQ(input.problems(), RulesOf(dialect).follows_go ? "" : kRefused);
  }
}

}  // namespace
}  // namespace loom

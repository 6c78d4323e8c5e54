// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_type.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(CelType, IsReadFromSignatures) {
  const struct {
    const char* text;
    const char* want;
  } tests[] = {
      {"int", "int"},
      {"list<string>", "list(string)"},
      {"map<string, list<A>>", "map(string, list(A))"},
      {"optional<map<A, B>>", "optional_type(map(A, B))"},
      {"dyn", "dyn"},
      {"IP", "net.IP"},
      {"URL", "kubernetes.URL"},
      {"optional<Format>", "optional_type(kubernetes.NamedFormat)"},
      {"elephant", "dyn"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(ParseType(test.text).text(), test.want) << test.text;
  }
  EXPECT_EQ(CelType::RecordOf("State").text(), "State");
}

TEST(TypeMatch, GivesVariablesOneMeaning) {
  TypeMatch match;
  EXPECT_TRUE(match.Fits(ParseType("list<A>"), ParseType("list<int>")));
  EXPECT_FALSE(match.Fits(ParseType("A"), ParseType("string")));
  EXPECT_TRUE(match.Fits(ParseType("A"), ParseType("dyn")));
  EXPECT_EQ(match.Resolved(ParseType("optional<A>")).text(),
            "optional_type(dyn)")
      << "what may be anything makes the whole so";
  EXPECT_EQ(match.Resolved(ParseType("map<B, B>")).text(), "map(dyn, dyn)");
  CelType empty = CelType::ListOf(CelType::Unknown());
  EXPECT_EQ(Joined(empty, ParseType("list<int>")).text(), "list(int)");
  EXPECT_EQ(Joined(ParseType("list<int>"), empty).text(), "list(int)");
}

TEST(CelType, JoinsAndCompares) {
  const struct {
    const char* a;
    const char* b;
    bool may_be_same;
    const char* joined;
  } tests[] = {
      {"int", "int", true, "int"},
      {"int", "string", false, "dyn"},
      {"int", "dyn", true, "dyn"},
      {"list<int>", "list<dyn>", true, "list(dyn)"},
      {"list<int>", "list<string>", false, "dyn"},
      {"map<string, int>", "map<string, dyn>", true, "map(string, dyn)"},
      {"optional<int>", "optional<dyn>", true, "optional_type(dyn)"},
  };
  for (const auto& test : tests) {
    CelType a = ParseType(test.a);
    CelType b = ParseType(test.b);
    EXPECT_EQ(MayBeSame(a, b), test.may_be_same) << test.a << " " << test.b;
    EXPECT_EQ(Joined(a, b).text(), test.joined) << test.a << " " << test.b;
  }
  EXPECT_TRUE(CelType::Dyn() == CelType());
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/namespace_of.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "test/unit/sections/environment/fake_variables.h"

namespace loom {
namespace {

struct OneEntry {
  explicit OneEntry(absl::string_view json) : input(json, Dialect::kNative) {
    Fields entry(input.root());
    std::optional<Input> ref = entry.Object("ref");
    std::optional<Fields> members;
    if (ref.has_value()) members.emplace(*ref);
    ns = NamespaceOf::Parse(entry, members ? &*members : nullptr);
    entry.Done();
    if (members.has_value()) members->Done();
  }

  AuthorInput input;
  NamespaceOf ns;
};

TEST(NamespaceOf, IsReadInThreeWays) {
  const struct {
    const char* reason;
    const char* entry;
    const char* want;  // "CODE: message" of an error
  } tests[] = {
      {"None.", R"({"ref": {}})", ""},
      {"A text.", R"({"namespace": "team-a"})", "team-a"},
      {"… in ref.", R"({"ref": {"namespace": "team-a"}})", "team-a"},
      {"An empty text is none.", R"({"namespace": ""})", ""},
      {"A field.", R"({"namespaceFromFieldPath": "metadata.namespace"})",
       "team-b"},
      {"… in ref.", R"({"ref": {"namespaceFromFieldPath": "spec.ns"}})",
       "team-c"},
      {"An expression.",
       R"({"namespaceFromExpression": "composite.spec.ns + '-infra'"})",
       "team-c-infra"},
      {"… in ref.", R"({"ref": {"namespaceFromExpression": "environment.ns"}})",
       "shared"},

      {"A field that is missing.", R"({"namespaceFromFieldPath": "spec.team"})",
       "NOT_FOUND: namespaceFromFieldPath: spec.team: no such field"},
      {"A field that is no text.",
       R"({"ref": {"namespaceFromFieldPath": "spec.number"}})",
       "FAILED_PRECONDITION: ref.namespaceFromFieldPath: spec.number: not a "
       "string"},
      {"One that is empty.", R"({"namespaceFromFieldPath": "spec.empty"})",
       "FAILED_PRECONDITION: namespaceFromFieldPath: spec.empty: not the name "
       "of a namespace: expected at most 63 lowercase letters, digits and -"},
      {"One that is no name.", R"({"namespaceFromFieldPath": "spec.upper"})",
       "FAILED_PRECONDITION: namespaceFromFieldPath: spec.upper: not the name "
       "of a namespace: expected at most 63 lowercase letters, digits and -"},
      {"An expression that is pending.",
       R"({"namespaceFromExpression": "composite.spec.team"})",
       "NOT_FOUND: namespaceFromExpression: 1:15: composite.spec.team: no such "
       "key"},
      {"An expression that is no text.",
       R"({"ref": {"namespaceFromExpression": "composite.spec.number"}})",
       "FAILED_PRECONDITION: ref.namespaceFromExpression: expected a string, "
       "got "
       "int"},
      {"One that is no name.",
       R"({"namespaceFromExpression": "composite.spec.ns + '-'"})",
       "FAILED_PRECONDITION: namespaceFromExpression: not the name of a "
       "namespace: expected at most 63 lowercase letters, digits and -"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneEntry entry(test.entry);
    EXPECT_EQ(entry.input.problems(), "");
    const Value composite = Json(R"({"metadata": {"namespace": "team-b"},
        "spec": {"ns": "team-c", "number": 5, "empty": "", "upper": "Team"}})");
    const Value environment = Json(R"({"ns": "shared"})");
    FakeVariables variables(composite, environment);
    auto text = entry.ns.Read({composite, environment, &variables, TestPool()});
    EXPECT_EQ(text.ok()
                  ? *text
                  : absl::StrCat(absl::StatusCodeToString(text.status().code()),
                                 ": ", text.status().message()),
              test.want);
  }
}

TEST(NamespaceOf, KnowsWhereItStands) {
  const struct {
    const char* reason;
    const char* entry;
    bool given;
    bool fixed;
    bool reads_environment;
  } tests[] = {
      {"Nowhere.", "{}", false, true, false},
      {"In the input.", R"({"namespace": "a"})", true, true, false},
      {"In the composite.", R"({"namespaceFromFieldPath": "spec.ns"})", true,
       false, false},
      {"The same as an expression.",
       R"({"namespaceFromExpression": "composite.spec.ns"})", true, false,
       false},
      {"In the environment.",
       R"({"namespaceFromExpression": "environment.ns"})", true, false, true},
      {"In the context, of which the environment is a part.",
       R"({"namespaceFromExpression": "context['a'].ns"})", true, false, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneEntry entry(test.entry);
    EXPECT_EQ(entry.ns.given(), test.given);
    EXPECT_EQ(entry.ns.is_fixed(), test.fixed);
    EXPECT_EQ(entry.ns.ReadsEnvironment(), test.reads_environment);
  }
}

TEST(NamespaceOf, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* entry;
    const char* want;
  } tests[] = {
      {"Two in one object.",
       R"({"namespace": "a", "namespaceFromFieldPath": "spec.ns"})",
       "namespace and namespaceFromFieldPath cannot be combined"},
      {"Two in different objects.",
       R"({"namespace": "a", "ref": {"namespaceFromExpression": "'b'"}})",
       "namespace and ref.namespaceFromExpression cannot be combined"},
      {"A text that is no name.", R"({"ref": {"namespace": "-a"}})",
       "ref.namespace: Invalid value: \"-a\": not the name of a namespace: "
       "expected at most 63 lowercase letters, digits and -"},
      {"An empty path.", R"({"namespaceFromFieldPath": ""})",
       "namespaceFromFieldPath: Required value: namespaceFromFieldPath is "
       "required"},
      {"A path that is none.", R"({"namespaceFromFieldPath": "spec..ns"})",
       "namespaceFromFieldPath: Invalid value: cannot parse path \"spec..ns\": "
       "unexpected '.' at position 5"},
      {"An expression of another type.",
       R"({"namespaceFromExpression": "1 + 1"})",
       "namespaceFromExpression: Invalid value: expected an expression of type "
       "string, got int"},
      {"Nothing is required yet.",
       R"({"namespaceFromExpression": "required.a.ns"})",
       "namespaceFromExpression: Invalid value: 1:1: \"required\" is not "
       "available here: nothing has been required yet"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(OneEntry(test.entry).input.problems(), test.want);
  }
}

}  // namespace
}  // namespace loom

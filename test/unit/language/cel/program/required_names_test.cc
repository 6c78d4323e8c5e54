// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

// An input whose entries have the names nets and vpc, and one of a reference that reads
// several objects, arn.
struct OneInput {
  explicit OneInput(absl::string_view condition)
      : input(absl::StrCat(R"({"resources": [{"condition": ")", condition,
                           "\"}]}"),
              Dialect::kNative),
        names(RequiredNames::Of(input.root())) {
    for (const Input& resource : input.List("resources")) {
      Fields fields(resource);
      InputExpression::Read(fields, "condition", kNamesOfCall);
    }
    names->Declare("nets");
    names->Declare("vpc");
    names->Declare("arn", "the reference \"arn\" does not read one object");
    for (const UnknownEntry& entry : CheckRequiredNames(input.root())) {
      input.root().Problem(entry.problem);
    }
  }

  AuthorInput input;
  std::shared_ptr<RequiredNames> names;
};

TEST(RequiredNames, HaveToBeThoseOfEntries) {
  const struct {
    const char* reason;
    const char* condition;
    const char* want;
  } tests[] = {
      {"A list.", "required.nets.size() > 0", ""},
      {"An object, which need not be there.", "has(required.vpc)", ""},
      {"A computed name is seen in the call.", "required[composite.net] == 1",
       ""},
      {"So is one that is looked for.", "'netz' in required", ""},
      {"A name of a macro hides it.",
       "[composite.a].exists(required, required.a == 1)", ""},
      {"A name that is mistyped.", "required.netz.size() > 0",
       "resources[0].condition: Invalid value: 1:9: unknown entry \"netz\" "
       "(nets?)"},
      {"One that resembles none, where it only asks.",
       "true || has(required.database)",
       "resources[0].condition: Invalid value: 1:9: unknown entry "
       "\"database\""},
      {"A reference to several objects.", "required.arn == 'x'",
       "resources[0].condition: Invalid value: 1:9: the reference \"arn\" does "
       "not read one object"},
      {"All of them.", "required.a == required.b",
       "resources[0].condition: Invalid value: 1:9: unknown entry \"a\"; "
       "resources[0].condition: Invalid value: 1:23: unknown entry \"b\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(OneInput(test.condition).input.problems()), test.want);
  }
}

TEST(RequiredNames, AreUsedOrNot) {
  const struct {
    const char* reason;
    const char* condition;
    bool any;
    bool nets;
  } tests[] = {
      {"No expression names required.", "composite.spec.on", false, false},
      {"One names an entry.", "required.nets.size() > 0", true, true},
      {"One names another entry.", "has(required.vpc)", true, false},
      {"A computed name may be any.", "required[composite.net] == 1", true,
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneInput one(test.condition);
    EXPECT_EQ(one.names->any(), test.any);
    EXPECT_EQ(one.names->Uses("nets"), test.nets);
  }
}

TEST(RequiredNames, AnEntryThatReadsOneObjectCounts) {
  AuthorInput input("{}", Dialect::kNative);
  auto names = RequiredNames::Of(input.root());
  names->Declare("a", "does not read one object");
  names->Declare("a");
  names->AddUses(input.root(), "condition", "required.a == 1");
  names->Check();
  EXPECT_EQ(input.problems(), "");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression_names.h"

#include <gtest/gtest.h>

#include "language/cel/program/expression.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

std::string Compiled(absl::string_view text, ExpressionNames names) {
  const Declarations declarations = DeclarationsOf(names);
  CompilerOptions options;
  options.dialect = CelDialect::kNative;
  options.names = &declarations;
  auto compiled = Expression::Compile(text, options);
  return compiled.ok() ? compiled->type().text()
                       : std::string(compiled.status().message());
}

TEST(ExpressionNames, AreKnownWhereThereIsSomethingToName) {
  constexpr ExpressionNames kInLoop =
      kNamesOfCall | ExpressionName::kObject | kNamesOfItem;
  const struct {
    const char* reason;
    const char* text;
    ExpressionNames names;
    const char* want;
  } tests[] = {
      {"The composite is known everywhere.", "composite.spec.a",
       kNamesOfRequest, "dyn"},
      {"A record has declared fields.", "observed.resources['a'].ready",
       kNamesOfRequest, "int"},
      {"Of what a record has not, the nearest is named.", "observed.resource",
       kNamesOfRequest, "1:9: State has no field \"resource\" (resources?)"},
      {"The object of a resource is in a field of its own.",
       "observed.resources.db.status.id", kNamesOfRequest,
       "1:22: Resource has no field \"status\"; the object is below it in "
       "resource: write observed.resources.db.resource.status"},
      {"So are the resources.", "observed.db.resource", kNamesOfRequest,
       "1:9: State has no field \"db\"; the composed resources are below it "
       "in resources: write observed.resources.db"},
      {"An item outside of a loop.", "item.name", kNamesOfCall,
       "1:1: \"item\" is available only inside forEach"},
      {"Inside.", "item.name", kInLoop, "dyn"},
      {"A key is a text.", "key + '-x'", kInLoop, "string"},
      {"An index is a number.", "index + 1", kInLoop, "int"},
      {"Nothing was required before the first section.", "required.nets",
       kNamesOfRequest,
       "1:1: \"required\" is not available here: nothing has been required "
       "yet"},
      {"The object of no template.", "object.status", kNamesOfCall,
       "1:1: \"object\" is available only in the template of a resource and in "
       "readiness rules"},
      {"A value outside of a transform.", "value + 1", kNamesOfCall,
       "1:1: \"value\" is available only in a transform"},
      {"A mistyped name; refused ones are not offered.", "itm", kNamesOfCall,
       "1:1: unknown name \"itm\"; there are composite, context, desired, "
       "environment, observed, required, values"},
      {"The variable of a macro hides a refused name.",
       "[1].all(item, item > 0)", kNamesOfCall, "bool"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Compiled(test.text, test.names)), test.want);
  }
}

TEST(ExpressionNames, AreSets) {
  EXPECT_TRUE(kNamesOfItem.Has(ExpressionName::kKey));
  EXPECT_FALSE(kNamesOfCall.Has(ExpressionName::kKey));
  EXPECT_TRUE((kNamesOfCall | kNamesOfItem).Meets(ExpressionName::kIndex));
  EXPECT_FALSE(kNamesOfCall.Meets(kNamesOfItem));
}

}  // namespace
}  // namespace loom

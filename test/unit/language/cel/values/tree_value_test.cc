// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/tree_value.h"

#include <gtest/gtest.h>

#include "data/value/bytes.h"
#include "data/value/json.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom {
namespace {

using testing::Shown;

TEST(FromTree, SeesNumbersAsTheDialectDoes) {
  Pool pool;
  Value tree =
      ParseJson(R"({"b": [1, 1.5, 9007199254740994], "a": null})", &pool)
          .value();
  CelContext whole(&pool, Numbers::kWhole);
  EXPECT_EQ(Shown(FromTree(tree, &whole)),
            R"({"a": null, "b": [1, 1.5d, 9.0072e+15d]})");
  CelContext doubles(&pool, Numbers::kDouble);
  EXPECT_EQ(Shown(FromTree(tree, &doubles)),
            R"({"a": null, "b": [1d, 1.5d, 9.0072e+15d]})");
  EXPECT_TRUE(FromTree(tree, &whole).AsMap().observed());
}

TEST(ToTree, WritesWhatAnObjectHolds) {
  const struct {
    const char* expression;
    const char* want;
  } tests[] = {
      {"{'a': [1, 2u, 1.5, null, true]}", R"({"a":[1,2,1.5,null,true]})"},
      {"{1: 'a', true: 'b', 2u: 'c'}", R"({"1":"a","2":"c","true":"b"})"},
      {"b'hi'", R"("hi")"},
      {"{'a': [b'hi']}", R"({"a":["hi"]})"},
      {"timestamp(0)", R"("1970-01-01T00:00:00Z")"},
      {"duration('1.5s')", R"("1.5s")"},
      {"[optional.of(1), optional.none()]", "[1,null]"},
      {"quantity('1Gi')", R"("1Gi")"},
      {"ip('10.0.0.1')", R"("10.0.0.1")"},
      {"url('HTTP://a/b c')", R"("http://a/b%20c")"},
      {"semver('v1.2', true)", R"("1.2.0")"},
      {"format.uri()",
       "a value of type kubernetes.NamedFormat cannot be written"},
      {"int", "a value of type type cannot be written"},
      {"0.0 / 0.0", "an object cannot contain an infinite number or NaN"},
  };
  for (const auto& test : tests) {
    Pool pool;
    Declarations none;
    CompilerOptions options;
    options.dialect = CelDialect::kNative;
    options.names = &none;
    auto expression = Expression::Compile(test.expression, options);
    ASSERT_TRUE(expression.ok()) << expression.status();
    CelContext context(&pool, Numbers::kWhole);
    auto value = expression->Evaluate(nullptr, &context);
    ASSERT_TRUE(value.ok()) << value.status();
    absl::StatusOr<Value> tree = ToTree(*value, &context);
    EXPECT_TRUE(!tree.ok() || BytesToText(&*tree, &pool).ok());
    EXPECT_EQ(tree.ok() ? CompactJson(*tree).value()
                        : std::string(tree.status().message()),
              test.want)
        << test.expression;
  }
}

TEST(ToTree, WritesNothingTooDeep) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  CelValue value;
  for (int depth = 1; depth < kMaxDepth; ++depth) {
    value = ListOf(&value, 1, &context);
  }
  EXPECT_TRUE(ToTree(value, &context).ok());
  value = ListOf(&value, 1, &context);
  EXPECT_EQ(ToTree(value, &context).status().message(),
            "the value is nested deeper than 1000");
}

TEST(ToTree, ChargesForNamesToo) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  // A list that holds one map with a long key a hundred times.
  std::string key(1 << 20, 'a');
  MapMaker map(1, &context);
  map.Add(CelValue::String(key), CelValue());
  ListMaker list(0, &context);
  CelValue made = map.Finish();
  for (int i = 0; i < 100; ++i) list.Add(made);
  EXPECT_FALSE(ToTree(list.Finish(), &context).ok());
}

}  // namespace
}  // namespace loom

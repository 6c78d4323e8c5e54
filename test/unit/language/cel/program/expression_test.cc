// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression.h"

#include <gtest/gtest.h>

#include "base/discretion.h"
#include "test/unit/language/cel/program/evaluated.h"

namespace loom {
namespace {

using testing::Evaluated;

TEST(Expression, KeepsItsTextAndType) {
  Declarations names;
  CompilerOptions options;
  options.names = &names;
  auto expression = Expression::Compile("1 > 0", options);
  ASSERT_TRUE(expression.ok());
  EXPECT_EQ(expression->text(), "1 > 0");
  EXPECT_EQ(expression->type().text(), "bool");
  EXPECT_EQ(expression->numbers(), Numbers::kDouble);
}

TEST(Expression, IsBounded) {
  EXPECT_EQ(Evaluated(std::string(5000, ' ') + "1"),
            "refused 1:1: the expression has more than 4096 bytes");
  EXPECT_EQ(Evaluated("'\xff'"), "refused 1:1: the expression is not UTF-8");
}

TEST(Expression, NeverTakesMoreThanTheCallHas) {
  // Each makes, compares or walks far more than it says.
  const char* tests[] = {
      "lists.range(100000).map(x, lists.range(100000)).size()",
      "lists.range(100000).all(x, lists.range(100000).all(y, y >= 0))",
      "cel.bind(a, ['xxxxxxxxxxxxxxxx'].map(x, x + x + x + x)[0], cel.bind(b, "
      "a "
      "+ a + a + a + a + a + a + a, lists.range(1000000).map(x, b + b)))",
      "lists.range(200000).map(x, lists.range(200000) + [x])",
      "lists.range(20000).map(x, string(x)).join().replace('', '0123456789')"
      ".replace('', '0123456789').replace('', '0123456789').replace('', 'x')",
      "cel.bind(a, lists.range(3000), a.filter(x, a.exists(y, y + 1 == x * 2)))"
      ".distinct().all(x, lists.range(100000).sort().size() > 0)",
      "lists.range(200000).map(x, '%s'.format([lists.range(1000)])).size()",
      "lists.range(100000).all(x, 'aaaaaaaaaa'.matches('a*b?a*' + string(x)) "
      "|| true)",
  };
  for (const char* test : tests) {
    Pool pool;
    pool.account().Set({.memory = 64 << 20, .steps = 5'000'000});
    std::string outcome;
    try {
      outcome = testing::EvaluatedIn(CelDialect::kNative, test, "{}", &pool);
    } catch (const std::bad_alloc&) {
      outcome = "failed: no memory";  // the pool gives no more
    }
    EXPECT_EQ(outcome.substr(0, 6), "failed") << test << ": " << outcome;
    EXPECT_LT(pool.account().steps(), 50'000'000u) << test;
  }
}

TEST(Expression, HidesValuesFromThoseWhoMayNotSeeThem) {
  Pool pool;
  Declarations names;
  CompilerOptions options;
  options.names = &names;
  auto expression = Expression::Compile("int('secret')", options);
  CelContext context(&pool, Numbers::kDouble);
  auto value = expression->Evaluate(nullptr, &context);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.status().message(), "1:1: \"secret\" is no int");
  EXPECT_EQ(DiscreetMessage(value.status()), absl::StrCat("1:1: ", kHidden));
}

}  // namespace
}  // namespace loom

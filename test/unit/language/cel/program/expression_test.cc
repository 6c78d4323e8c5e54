// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression.h"

#include <gtest/gtest.h>

#include "base/redacted_message.h"
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

// The end of the call was an error like others for a pattern, so the expression was
// true, and the call went on until its next step.
TEST(Expression, EndsWithTheCallWhateverTheOtherOperandIs) {
  constexpr absl::string_view kObject =
      R"({"text": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "pattern": "a*b?a*c"})";
  const char* tests[] = {
      "object.text.matches('a*b?a*c') || true",
      "object.text.matches(object.pattern) || true",
      "matches(object.text, object.pattern) || true",
      "!(object.text.matches(object.pattern) && false)",
      "object.text.find(object.pattern) == '' || true",
      "object.text.findAll(object.pattern).size() == 0 || true",
      "[1].exists(x, object.text.matches(object.pattern) || x == 1)",
      "object.text.replace('a', 'b') == '' || true",
      "object.text.split('') == [] || true",
      "'%s'.format([object.text]) == '' || true",
      "[3, 2, 1].sort() == [] || true",
      "object.text + object.text == '' || true",
  };
  for (const char* test : tests) {
    SCOPED_TRACE(test);
    for (bool stopped : {false, true}) {
      Pool pool;
      pool.account().Set({.steps = stopped ? 1'000'000u : 20u,
                          .stopped = [stopped] { return stopped; }});
      // Nobody is asked before so many steps.
      if (stopped) pool.account().Note(limits::kStepsBetweenLooks - 1);
      EXPECT_EQ(testing::EvaluatedIn(CelDialect::kNative, test, kObject, &pool),
                stopped ? "failed the client no longer waits for the response"
                        : "failed the call needs more than 20 steps");
    }
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
  EXPECT_EQ(value.status().message(), "1:1: \"secret\" is not a valid int");
  EXPECT_EQ(RedactedMessage(value.status()), absl::StrCat("1:1: ", kHidden));
}

}  // namespace
}  // namespace loom

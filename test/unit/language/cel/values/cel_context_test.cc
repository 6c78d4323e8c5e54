// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_context.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

TEST(CelContext, MakesTexts) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  std::string text = "abc";
  CelValue kept = context.Text(text);
  text = "xyz";
  EXPECT_EQ(kept.AsText(), "abc");
  EXPECT_EQ(context.BytesOf("b").kind(), CelKind::kBytes);
  CelValue long_text = context.Text(std::string(kMaxText + 1, 'a'));
  ASSERT_TRUE(long_text.IsError());
  EXPECT_EQ(long_text.AsError().kind, CelError::Kind::kFailed);
}

TEST(CelContext, EndsWithTheStepsOfTheCall) {
  Pool pool;
  pool.account().Set({.steps = 20'000});
  CelContext context(&pool, Numbers::kWhole);
  EXPECT_TRUE(context.Takes(10));
  EXPECT_FALSE(context.Takes(40'000));
  EXPECT_FALSE(context.Takes(1)) << "an end is not forgotten";
  EXPECT_EQ(context.ended().AsError().kind, CelError::Kind::kEnded);
  EXPECT_FALSE(context.status().ok());
}

TEST(CelContext, EndsWithWorkThatSpendsTheStepsItself) {
  Pool pool;
  pool.account().Set({.steps = 20'000});
  CelContext context(&pool, Numbers::kWhole);
  const CelValue failed = context.Failed(absl::FailedPreconditionError("a"));
  EXPECT_EQ(failed.AsError().kind, CelError::Kind::kFailed);
  EXPECT_EQ(failed.AsError().message, "a");
  const CelValue ended = context.Failed(Spend(40'000, &pool));
  EXPECT_EQ(ended.AsError().kind, CelError::Kind::kEnded);
  EXPECT_FALSE(context.status().ok());
}

TEST(CelContext, TellsErrorsApart) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  EXPECT_EQ(context.Failed("a").AsError().kind, CelError::Kind::kFailed);
  EXPECT_EQ(context.Pending("a").AsError().kind, CelError::Kind::kPending);
  EXPECT_EQ(context.End(absl::InternalError("x")).AsError().message, "x");
  EXPECT_EQ(context.Some(CelValue::Int(1)).AsOptional()->AsInt(), 1);
  // A message is cut, but not within a character.
  std::string message = std::string(limits::kError - 1, 'a') + "é";
  EXPECT_EQ(context.Failed(message).AsError().message,
            std::string(limits::kError - 1, 'a'));
  EXPECT_EQ(CelContext::None().AsOptional(), nullptr);
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/function_row.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(ReadSignature, ReadsHowAFunctionIsCalled) {
  const struct {
    const char* signature;
    const char* name;
    bool member;
    size_t parameters;
    const char* result;
  } tests[] = {
      {"size(string): int", "size", false, 1, "int"},
      {"string.contains(string): bool", "contains", true, 2, "bool"},
      {"list<A>.first(): optional<A>", "first", true, 1, "optional_type(A)"},
      {"math.abs(int): int", "math.abs", false, 1, "int"},
      {"optional.of(A): optional<A>", "optional.of", false, 1,
       "optional_type(A)"},
      {"optional<A>.value(): A", "value", true, 1, "A"},
      {"_+_(list<A>, list<A>): list<A>", "_+_", false, 2, "list(A)"},
      {"f(map<A, B>, int): B", "f", false, 2, "B"},
  };
  for (const auto& test : tests) {
    Overload overload = ReadSignature({test.signature, nullptr});
    EXPECT_EQ(overload.name, test.name) << test.signature;
    EXPECT_EQ(overload.member, test.member) << test.signature;
    EXPECT_EQ(overload.parameters.size(), test.parameters) << test.signature;
    EXPECT_EQ(overload.result.text(), test.result) << test.signature;
    EXPECT_FALSE(overload.variadic) << test.signature;
  }
  EXPECT_TRUE(ReadSignature({"math.least(dyn...): dyn", nullptr}).variadic);
}

TEST(Overload, TakesValuesOfItsKinds) {
  Overload overload = ReadSignature({"f(int, dyn): int", nullptr});
  const CelValue fits[] = {CelValue::Int(1), CelValue::String("a")};
  const CelValue wrong[] = {CelValue::Uint(1), CelValue::String("a")};
  EXPECT_TRUE(overload.Takes(fits));
  EXPECT_FALSE(overload.Takes(wrong));
  EXPECT_FALSE(overload.Takes(CelArguments(fits, 1)));
}

}  // namespace
}  // namespace loom

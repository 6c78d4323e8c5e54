// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

// {"k0": 0, "k1": 1, …} of `size` members, in this order or the other way.
std::string LargeObject(int size, bool backwards) {
  std::string json = "{";
  for (int i = 0; i < size; ++i) {
    int k = backwards ? size - 1 - i : i;
    absl::StrAppend(&json, i == 0 ? "" : ",", "\"k", k, "\":", k);
  }
  return json + "}";
}

TEST(Equal, ComparesByContent) {
  struct {
    const char* reason;
    std::string a;
    std::string b;
    bool want;
  } tests[] = {
      {"Nulls are equal.", "null", "null", true},
      {"Texts are.", R"("a")", R"("a")", true},
      {"Objects are, in whatever order.", R"({"a": 1, "b": [2]})",
       R"({"b": [2], "a": 1})", true},
      {"Large ones too.", LargeObject(100, false), LargeObject(100, true),
       true},
      {"Empty ones are.", "{}", "{}", true},
      {"Lists are by order.", "[1, 2]", "[1, 2]", true},
      {"Zeros are, whatever their sign.", "0", "-0.0", true},
      {"Another order of a list.", "[1, 2]", "[2, 1]", false},
      {"A list that is longer.", "[1]", "[1, 1]", false},
      {"An object with a member more.", R"({"a": 1})", R"({"a": 1, "b": 2})",
       false},
      {"A member of another name.", R"({"a": null})", R"({"b": null})", false},
      {"A member of another value, deep down.", R"({"a": {"b": [1]}})",
       R"({"a": {"b": [2]}})", false},
      {"One member more of a large object.", LargeObject(100, false),
       LargeObject(101, true), false},
      {"A text is not its number.", R"("1")", "1", false},
      {"False is not null.", "false", "null", false},
      {"True is not false.", "true", "false", false},
      {"An empty list is not an empty object.", "[]", "{}", false},
      {"Texts are distinguished by case.", R"("a")", R"("A")", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto a = ParseJson(test.a, &pool), b = ParseJson(test.b, &pool);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_EQ(Equal(*a, *b), test.want);
    EXPECT_EQ(Equal(*b, *a), test.want);
    EXPECT_EQ(HashOf(*a) == HashOf(*b), test.want);
  }
}

TEST(Equal, TakesNumbersForWhatTheyAreWorth) {
  struct {
    const char* reason;
    Value a;
    Value b;
    bool want;
  } tests[] = {
      {"The two kinds of one number.", Integer(1), Real(1), true},
      {"Whole numbers beyond doubles, of one kind.", Integer(9007199254740993),
       Integer(9007199254740993), true},
      {"Neighbours beyond doubles are distinguished.",
       Integer(9007199254740992), Integer(9007199254740993), false},
      {"A fraction is another number.", Integer(1), Real(1.5), false},
      {"The sign counts.", Integer(-1), Real(1), false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Equal(test.a, test.b), test.want);
    EXPECT_EQ(Equal(test.b, test.a), test.want);
    bool hashes_agree = HashOf(test.a) == HashOf(test.b);
    EXPECT_TRUE(hashes_agree || !test.want);
  }
}

TEST(Equal, KnowsWhatIsEmpty) {
  struct {
    const char* reason;
    const char* json;
    bool want;
  } tests[] = {
      {"null", "null", true},
      {"false", "false", true},
      {"0", "0", true},
      {"0 with a fraction and a sign", "-0.0", true},
      {"an empty text", R"("")", true},
      {"an empty list", "[]", true},
      {"an empty object", "{}", true},
      {"true", "true", false},
      {"a small number", "1e-300", false},
      {"a blank", R"(" ")", false},
      {"the text of 0", R"("0")", false},
      {"a list of nothing", "[null]", false},
      {"an object of nothing", R"({"a": null})", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto value = ParseJson(test.json, &pool);
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(IsEmpty(*value), test.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/destination.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

const ToPolicy* PolicyOf(const char* name, Pool* pool) {
  Problems problems;
  Value policy = Object();
  policy.AddMember("toFieldPath", Text(name, pool), pool->allocator());
  Fields fields(Input(policy, Dialect::kNative, &problems));
  const ToPolicy* parsed = ParseToPolicy(fields);
  EXPECT_EQ(problems.Joined(), "");
  return parsed;
}

TEST(Destination, IsWrittenByItsPolicy) {
  const struct {
    const char* reason;
    const char* object;
    const char* path;
    const char* policy;
    const char* value;
    bool expands;
    const char* want;
  } tests[] = {
      {"What is missing is made.", "{}", "a.b", "Replace", "1", true,
       R"({"a":{"b":1}})"},
      {"What is there is replaced.", R"({"a":{"b":1}})", "a", "Replace",
       R"({"c":2})", true, R"({"a":{"c":2}})"},
      {"Or merged, and present members stay.", R"({"a":{"b":1}})", "a",
       "MergeObjects", R"({"b":3,"c":2})", true, R"({"a":{"b":1,"c":2}})"},
      {"Or replaced.", R"({"a":{"b":1}})", "a", "ForceMergeObjects",
       R"({"b":3,"c":2})", true, R"({"a":{"b":3,"c":2}})"},
      {"Lists are appended.", R"({"a":[1]})", "a", "AppendArray", "[2]", true,
       R"({"a":[1,2]})"},
      {"Every place that a wildcard stands for.", R"({"l":[{"a":1},{"a":2}]})",
       "l[*].a", "Replace", "5", true, R"({"l":[{"a":5},{"a":5}]})"},
      {"It may stand for none.", R"({"l":[]})", "l[*].a", "Replace", "5", true,
       R"({"l":[]})"},
      {"Or for itself.", "{}", "l[*]", "Replace", "5", false,
       R"({"l":{"*":5}})"},
      {"An object that does not fit.", R"({"a":1})", "a.b", "Replace", "5",
       true, "here: a is not an object"},
      {"Values that cannot be merged.", R"({"a":1})", "a", "MergeObjects",
       R"({"b":1})", true, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Value object = ParseJson(test.object, &pool).value();
    Path path = Path::Parse(test.path).value();
    Destination destination{.path = path,
                            .policy = *PolicyOf(test.policy, &pool),
                            .rules = RulesOf(Dialect::kNative),
                            .expands = test.expands,
                            .prefix = "here"};
    absl::Status status =
        destination.Write(object, ParseJson(test.value, &pool).value(), &pool);
    if (*test.want == '\0')
      continue;  // data/value/object.h says what comes out
    EXPECT_EQ(
        status.ok() ? *CompactJson(object) : std::string(status.message()),
        test.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/covers.h"

#include "data/value/json.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Covers, TellsWhetherAnObjectHasWhatWasApplied) {
  struct {
    const char* reason;
    const char* object;
    const char* wanted;
    bool want;
  } tests[] = {
      {"The same.", R"({"a":1,"b":[2]})", R"({"b":[2],"a":1})", true},
      {"A default is added.", R"({"a":1,"b":2})", R"({"a":1})", true},
      {"A field is missing.", R"({"b":2})", R"({"a":1})", false},
      {"A field differs, deep down.", R"({"a":{"b":[{"c":1}]}})",
       R"({"a":{"b":[{"c":2}]}})", false},
      {"Nothing is wanted.", "{}", R"({"a":null,"b":{},"c":[]})", true},
      {"An object is no list.", R"({"a":{}})", R"({"a":[]})", false},
      {"A list has more, in another order.", R"({"a":[3,2,1]})",
       R"({"a":[1,2]})", true},
      {"A list has less.", R"({"a":[1]})", R"({"a":[1,2]})", false},
      {"An element has defaults.", R"({"a":[{"n":"y"},{"n":"x","p":1}]})",
       R"({"a":[{"n":"x"}]})", true},
      {"A number is no text.", R"({"a":"x"})", R"({"a":1})", false},
      {"Quantities in their shortest form.", R"({"a":["500m","1","1Gi","1"]})",
       R"({"a":[0.5,"1000m","1024Mi",1]})", true},
      {"Another quantity.", R"({"a":"2"})", R"({"a":"1000m"})", false},
      {"A version is no quantity.", R"({"a":"1.3"})", R"({"a":"1.30"})", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    const Value object = *ParseJson(test.object, &pool);
    const Value wanted = *ParseJson(test.wanted, &pool);
    const auto covers = Covers(object, wanted, &pool);
    ASSERT_TRUE(covers.ok()) << covers.status();
    EXPECT_EQ(*covers, test.want);
  }
}

TEST(Covers, IsPaidFor) {
  Pool pool;
  pool.account().Set({.steps = 3});
  const Value object = *ParseJson(R"({"a":[1,2,3,4,5]})", &pool);
  const Value wanted = *ParseJson(R"({"a":[5,4,3,2,1]})", &pool);
  EXPECT_FALSE(Covers(object, wanted, &pool).ok());
}

}  // namespace
}  // namespace loom

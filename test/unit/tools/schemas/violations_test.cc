// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "test/testing/brief.h"
#include "tools/schemas/crd.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

TEST(Violations, AreAllFound) {
  struct Case {
    const char* reason;
    const char* schema;
    const char* object;
    const char* want;  // path: message, separated by "; "
  };
  const Case kCases[] = {
      {"what fits", R"({"type":"object","properties":{"a":{"type":"string"}}})",
       R"({"a":"x"})", ""},
      {"types",
       R"({"properties":{"o":{"type":"object"},"l":{"type":"array"},)"
       R"("s":{"type":"string"},"b":{"type":"boolean"},"n":{"type":"number"},)"
       R"("i":{"type":"integer"},"f":{"type":"integer"}}})",
       R"({"o":1,"l":"x","s":1,"b":"yes","n":"1","i":"1","f":1.5})",
       "o: Invalid value: expected an object, got a number; "
       "l: Invalid value: expected a list, got a string; "
       "s: Invalid value: expected a string, got a number; "
       "b: Invalid value: expected a boolean, got a string; "
       "n: Invalid value: expected a number, got a string; "
       "i: Invalid value: expected an integer, got a string; "
       "f: Invalid value: expected an integer, got a fraction"},
      {"1.0 is an integer", R"({"properties":{"i":{"type":"integer"}}})",
       R"({"i":1.0})", ""},
      {"null is dropped", R"({"properties":{"s":{"type":"string"}}})",
       R"({"s":null})", ""},
      {"but not as an element",
       R"({"properties":{"l":{"items":{"type":"string"}},"n":{"items":)"
       R"({"type":"string","nullable":true}},"a":{"items":{}}}})",
       R"({"l":["x",null],"n":[null],"a":[null]})",
       "l[1]: Invalid value: expected a string, got null"},
      {"a set has each element once",
       R"({"properties":{"s":{"x-kubernetes-list-type":"set","items":)"
       R"({"type":"string"}},"l":{"items":{"type":"string"}}}})",
       R"({"s":["a","b","a"],"l":["a","a"]})", "s[2]: Duplicate value: \"a\""},
      {"a list of maps has each combination of its keys once",
       R"({"properties":{"p":{"x-kubernetes-list-type":"map",)"
       R"("x-kubernetes-list-map-keys":["n","p"],"items":{"properties":)"
       R"({"n":{"type":"string"},"p":{"type":"integer"}}}}}})",
       R"({"p":[{"n":"a","p":1},{"n":"a","p":2},{"n":"a","p":1},{"n":"a"}]})",
       R"(p[2]: Duplicate value: {"n":"a","p":1})"},
      {"an integer or a string",
       R"({"properties":{"a":{"x-kubernetes-int-or-string":true},)"
       R"("b":{"x-kubernetes-int-or-string":true}}})",
       R"({"a":"80%","b":true})",
       "b: Invalid value: expected an integer or a string, got a boolean"},
      {"required, at any depth",
       R"({"required":["a"],"properties":{"a":{},"l":{"items":)"
       R"({"required":["x"],"properties":{"x":{}}}}}})",
       R"({"l":[{"x":1},{}]})", "a: Required value; l[1].x: Required value"},
      {"a null that may not be is as if it were absent",
       R"({"required":["a","b","c"],"properties":{"a":{"type":"string"},)"
       R"("b":{"type":"string","nullable":true},"c":{"type":"string"}}})",
       R"({"a":null,"b":null,"c":""})", "a: Required value"},
      {"a mistyped name",
       R"({"properties":{"spec":{"properties":{"region":{}}}}})",
       R"({"spec":{"regoin":1}})", "spec: unknown regoin (region?)"},
      {"a name that is like no other", R"({"properties":{"a":{}}})",
       R"({"other":1})", ": unknown other"},
      {"a map has any names, and values of one type",
       R"({"additionalProperties":{"type":"string"}})", R"({"a":"x","b":1})",
       "b: Invalid value: expected a string, got a number"},
      {"what is not described may be kept",
       R"({"x-kubernetes-preserve-unknown-fields":true,)"
       R"("properties":{"a":{"type":"string"}}})",
       R"({"a":1,"b":1})", "a: Invalid value: expected a string, got a number"},
      {"every object has these", R"({"properties":{}})",
       R"({"apiVersion":"v1","kind":"A","metadata":{}})", ""},
      {"an object inside has them only if it says so",
       R"({"properties":{"a":{},)"
       R"("b":{"x-kubernetes-embedded-resource":true}}})",
       R"({"a":{"kind":"A"},"b":{"kind":"B"}})", "a: unknown kind"},
      {"one alternative fits",
       R"({"properties":{"a":{},"b":{}},)"
       R"("oneOf":[{"required":["a"]},{"required":["b"]}]})",
       R"({"a":1})", ""},
      {"two alternatives fit, or none",
       R"({"items":{"properties":{"a":{},"b":{}},)"
       R"("oneOf":[{"required":["a"]},{"required":["b"]}]}})",
       R"([{"a":1,"b":1},{}])",
       "[0]: Invalid value: fits 2 of the alternatives of oneOf, expected one; "
       "[1]: Invalid value: fits none of the alternatives of oneOf, expected "
       "one"},
      {"anyOf, allOf and not",
       R"({"properties":{"a":{"anyOf":[{"minimum":5},{"maximum":1}]},)"
       R"("b":{"allOf":[{"minimum":5}]},"c":{"not":{"enum":[3]}}}})",
       R"({"a":3,"b":3,"c":3})",
       "a: Invalid value: fits none of the alternatives of anyOf; "
       "b: Invalid value: expected at least 5, got 3; "
       "c: Invalid value: fits what `not` excludes"},
  };
  for (const Case& c : kCases) {
    Pool pool;
    Value schema = *ParseJson(c.schema, &pool);
    Value object = *ParseJson(c.object, &pool);
    std::vector<std::string> texts;
    for (const Violation& each : ViolationsOf(schema, object, &pool)) {
      texts.push_back(absl::StrCat(PathText(each.path), ": ", each.said()));
    }
    EXPECT_EQ(Brief(absl::StrJoin(texts, "; ")), c.want) << c.reason;
  }
}

}  // namespace
}  // namespace loom

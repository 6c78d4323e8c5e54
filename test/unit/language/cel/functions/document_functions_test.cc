// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/language/cel/program/evaluated.h"

namespace loom::testing {
namespace {

TEST(DocumentFunctions, Evaluate) {
  const EvaluatedRow tests[] = {
      {"json.marshal({'b': [1, 2.5, null, true], 'a': 'x<y'})",
       R"x("{\"a\":\"x\\u003cy\",\"b\":[1,2.5,null,true]}")x"},
      {"json.marshal(b'hello')", R"x("\"aGVsbG8=\"")x"},
      {"json.marshal([1.0 / 0.0])",
       "failed 1:6: an object cannot contain an infinite number or NaN"},
      {"json.marshal(object)", "\"{}\""},
      // Whole numbers are integers, as in an object.
      {"json.unmarshal('{\"a\": [1, 2.5]}').a[0] + 1", "2"},
      {"json.unmarshal('null') == null", "true"},
      {"json.unmarshal('{\"a\": 1}').b", "pending 1:27: no such key: \"b\""},
      {"json.unmarshal('{\"a\"}')",
       "failed 1:6: cannot read the text: Missing a colon after a name of "
       "object member. (at offset 4)"},
      {"yaml.marshal({'b': [1, 'on'], 'a': {}})",
       R"x("a: {}\nb:\n- 1\n- \"on\"\n")x"},
      {"yaml.marshal(b'hello')", R"x("aGVsbG8=\n")x"},
      {"yaml.unmarshal('a: 010\\nb: &x [on]\\nc: *x')['c'][0]", "true"},
      {"yaml.unmarshal('a: 010').a + 1", "9"},
      {"yaml.unmarshal('') == null", "true"},
      {"yaml.unmarshal('a: 1\\n---\\nb: 1')",
       "failed 1:6: cannot read the text: 2:1: this begins another document; "
       "write one"},
      {"yaml.unmarshal('a: [')",
       "failed 1:6: cannot read the text: 1:5: no value can begin with this; "
       "quote it"},
  };
  for (const auto& [expression, want] : tests) {
    EXPECT_EQ(Evaluated(expression), want) << expression;
  }
}

}  // namespace
}  // namespace loom::testing

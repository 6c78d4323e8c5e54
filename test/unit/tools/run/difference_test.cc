// SPDX-License-Identifier: Apache-2.0
#include "tools/run/difference.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

std::string Compared(const char* expected, const char* rendered, bool subset) {
  Pool pool;
  return DifferenceOf(*ReadYaml("e", expected, &pool),
                      {"only in expected.yaml"},
                      *ReadYaml("r", rendered, &pool), subset);
}

TEST(Difference, IsReportedPerMember) {
  struct Case {
    const char* reason;
    const char* expected;
    const char* rendered;
    const char* want;
    const char* subset;  // what it is with --subset
  };
  const Case kCases[] = {
      {"alike", "{kind: A, a: 1}", "{kind: A, a: 1.0}", "", ""},
      {"the order of documents does not count",
       "{kind: A, metadata: {name: x}}\n---\n{kind: A, metadata: {name: y}}",
       "{kind: A, metadata: {name: y}}\n---\n{kind: A, metadata: {name: x}}",
       "", ""},
      {"a value", "{kind: A, metadata: {name: x}, spec: {r: us}}",
       "{kind: A, metadata: {name: x}, spec: {r: eu}}",
       "A x: spec.r\n  - us\n  + eu\n1 difference in 1 of 1 document\n",
       "A x: spec.r\n  - us\n  + eu\n1 difference in 1 of 1 document\n"},
      {"the resource name comes before the name",
       "{kind: A, metadata: {name: x, annotations: "
       "{crossplane.io/composition-resource-name: bucket}}, r: 1}",
       "{kind: A, metadata: {name: x, annotations: "
       "{crossplane.io/composition-resource-name: bucket}}, r: 2}",
       "A bucket: r\n  - 1\n  + 2\n1 difference in 1 of 1 document\n",
       "A bucket: r\n  - 1\n  + 2\n1 difference in 1 of 1 document\n"},
      {"a member that only one has", "{kind: A, a: {x: yes, b.c: [1]}}",
       "{kind: A, a: {z: \"yes\"}}",
       "A: a[b.c]\n  - [1]\n"
       "A: a.x\n  - true\n"
       "A: a.z\n  + \"yes\"\n"
       "3 differences in 1 of 1 document\n",
       "A: a[b.c]\n  - [1]\n"
       "A: a.x\n  - true\n"
       "2 differences in 1 of 1 document\n"},
      {"elements of lists, and lists as a whole in a subset",
       "{kind: A, l: [1, {a: 1}, 3]}", "{kind: A, l: [1, {a: 2}]}",
       "A: l[1].a\n  - 1\n  + 2\nA: l[2]\n  - 3\n"
       "2 differences in 1 of 1 document\n",
       "A: l\n  - [1,{\"a\":1},3]\n  + [1,{\"a\":2}]\n"
       "1 difference in 1 of 1 document\n"},
      {"documents that only one has", "kind: A\n---\nkind: B",
       "kind: A\n---\nkind: C",
       "B: only in expected.yaml\nC: only rendered\n"
       "2 differences in 2 of 3 documents\n",
       "B: only in expected.yaml\n1 difference in 1 of 2 documents\n"},
      {"two alike belong to two", "kind: A\n---\nkind: A", "kind: A",
       "A: only in expected.yaml\n1 difference in 1 of 2 documents\n",
       "A: only in expected.yaml\n1 difference in 1 of 2 documents\n"},
      {"a result is what it says",
       "{apiVersion: render.crossplane.io/v1beta1, kind: Result, message: a}",
       "{apiVersion: render.crossplane.io/v1beta1, kind: Result, message: b}",
       "Result: only in expected.yaml\nResult: only rendered\n"
       "2 differences in 2 of 2 documents\n",
       "Result: only in expected.yaml\n1 difference in 1 of 1 document\n"},
      {"what every run has of its own",
       "{kind: A, metadata: {ownerReferences: [{uid: a}]},"
       " status: {conditions: [{lastTransitionTime: t}]}}",
       "{kind: A, metadata: {ownerReferences: [{uid: b}]},"
       " status: {conditions: [{lastTransitionTime: u}]}}",
       "", ""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Compared(c.expected, c.rendered, false), c.want);
    EXPECT_EQ(Compared(c.expected, c.rendered, true), c.subset);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/test_files/test_mistakes.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/test_files/test_file.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

constexpr char kBegin[] =
    R"(apiVersion: loom.fn.crossplane.io/v1beta1
kind: CompositionTest
spec:
  composite: {apiVersion: example.org/v1, kind: Shop}
  composition:
    apiVersion: apiextensions.crossplane.io/v1
    kind: Composition
    spec:
      pipeline:
      - step: compose
        functionRef: {name: function-loom}
        input:
          apiVersion: loom.fn.crossplane.io/v1beta1
          kind: Input
          resources: [{name: network}, {name: topic, forEach: {items: composite.spec.topics}}]
      - {step: other, functionRef: {name: FUNCTION}}
)";

// Returns the mistakes of a test without their locations and advice, one per line.
std::string MistakesIn(const std::string& rest,
                       const std::string& function = "function-auto-ready") {
  std::string text = absl::StrCat(kBegin, rest);
  text.replace(text.find("FUNCTION"), 8, function);
  Pool pool;
  const auto documents = ReadYaml("a.test.yaml", text, &pool);
  EXPECT_TRUE(documents.ok()) << documents.status();
  std::istringstream nothing;
  Files files(nothing, &pool);
  TestFile test{.name = "", .sources = {documents->front().Part({}, Value())}};
  return absl::StrJoin(
      ReadTest(documents->front(), &files, &pool, &test), "; ",
      [](std::string* out, const Diagnostic& each) {
        absl::StrAppend(out, each.path.substr(each.path.find(']') + 2), ": ",
                        each.message.substr(0, each.message.find(", at ")));
      });
}

TEST(TestMistakes, Contradictions) {
  const struct {
    const char* reason;
    const char* steps;
    const char* mistakes;
  } kRows[] = {
      {"nothing", "[{expect: {composed: {network: {}}}}]", ""},
      {"one name in two expectations",
       "[{expect: {renamed: [network], absent: [network]}}]",
       "expect.renamed[0]: \"network\" is also expected to be absent"},
      {"deleted is absent",
       "[{expect: {deleted: [network], absent: [network]}}]", ""},
      {"in two steps",
       "[{expect: {absent: [network]}}, {expect: {composed: {network: {}}}}]",
       ""},
      {"held and released", "[{hold: [network], release: [network]}]",
       "hold[0]: \"network\" is also released"},
      {"held before", "[{hold: [network]}, {release: [network]}]", ""},
      {"never held", "[{release: [network]}, {hold: [network]}]",
       "release[0]: no step before this one holds \"network\""},
      {"null", "[{expect: {composed: {network: null}}}]",
       "expect.composed.network: Invalid value: expected an object, got null"},
      {"two conditions of one type",
       "[{expect: {conditions: [{type: A}, {type: B}, {type: A}]}}]",
       "expect.conditions[2]: Duplicate value: \"A\", which is also the type "
       "of "
       "the condition at a.test.yaml:17:34"},
      {"two readinesses",
       "[{expect: {ready: true, conditions: [{type: Ready, status: "
       "'False'}]}}]",
       "expect.conditions[0]: the status is False, but ready is true"},
      {"one readiness",
       "[{expect: {ready: false, conditions: [{type: Ready, status: "
       "'False'}]}}]",
       ""},
      {"ready before the FATAL result", "[{expect: {ready: true, fatal: a}}]",
       ""},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(MistakesIn(absl::StrCat("  steps: ", row.steps)), row.mistakes)
        << row.reason;
  }
}

TEST(TestMistakes, UnknownNames) {
  const struct {
    const char* reason;
    const char* rest;
    const char* mistakes;
  } kRows[] = {
      {"in each field that has names",
       "  steps:\n  - set: {a: {}}\n    details: {b: {}}\n    hold: [c]\n"
       "    delete: [e]\n    expect: {composed: {f: {}}, absent: [g], deleted: "
       "[h], renamed: [i], refused: [j]}",
       "set.a: no template creates the resource a; "
       "details.b: no template creates the resource b; "
       "hold[0]: no template creates the resource c; "
       "delete[0]: no template creates the resource e; "
       "expect.composed.f: no template creates the resource f; "
       "expect.absent[0]: no template creates the resource g; "
       "expect.deleted[0]: no template creates the resource h; "
       "expect.renamed[0]: no template creates the resource i; "
       "expect.refused[0]: no template creates the resource j"},
      {"an item of a loop", "  steps: [{expect: {absent: [topic-a]}}]", ""},
      {"a loop", "  steps: [{expect: {absent: [topic]}}]",
       "expect.absent[0]: no composed resource is called topic: the template "
       "has forEach, so its resources are called topic-KEY"},
      {"expressions",
       "  steps: [{expect: {assert: [composed.a.b == 1, "
       "\"has(composed['c'].d)\", 'size(composed) > 1', "
       "\"composed.exists(name, name == 'x')\", composed.network.b == 1]}}]",
       "expect.assert[0]: no template creates the resource a; "
       "expect.assert[1]: no template creates the resource c"},
      {"a resource that exists from the beginning",
       "  objects: [{apiVersion: v1, kind: ConfigMap, metadata: {annotations: "
       "{crossplane.io/composition-resource-name: a}}}]\n"
       "  steps: [{expect: {absent: [a]}}]",
       ""},
      {"a resource of another revision",
       "  steps: [{composition: {kind: Composition, spec: {pipeline: [{step: "
       "a, "
       "functionRef: {name: function-loom}, input: {apiVersion: "
       "loom.fn.crossplane.io/v1beta1, resources: [{name: a}]}}]}}, expect: "
       "{composed: {a: {}}}}]",
       ""},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(MistakesIn(row.rest), row.mistakes) << row.reason;
  }
  EXPECT_EQ(MistakesIn("  steps: [{expect: {absent: [a]}}]",
                       "function-go-templating"),
            "")
      << "a step that may compose anything";
}

TEST(TestFile, SaysWhyADocumentIsNoTest) {
  const struct {
    const char* reason;
    const char* file;
    const char* yaml;
    const char* why;  // "" if it is a test, or no file of tests
  } kRows[] = {
      {"a test", "a.test.yaml",
       "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: CompositionTest}",
       ""},
      {"no group", "a.yaml", "{apiVersion: v1beta1, kind: CompositionTest}",
       "a.yaml:1:14: apiVersion: Unsupported value: \"v1beta1\": expected "
       "loom.fn.crossplane.io/v1beta1"},
      {"no apiVersion", "a.yaml", "{kind: CompositionTest}",
       "a.yaml:1:1: apiVersion: Required value: write "
       "loom.fn.crossplane.io/v1beta1"},
      {"another kind", "a.yaml",
       "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: compositionTest}",
       "a.yaml:1:51: kind: Unsupported value: \"compositionTest\": expected "
       "CompositionTest"},
      {"an input", "a.yaml",
       "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: Input}", ""},
      {"another object", "a.yaml", "{apiVersion: v1, kind: ConfigMap}", ""},
      {"another object in a file of tests", "a.test.yaml",
       "{apiVersion: v1, kind: ConfigMap}",
       "a.test.yaml:1:24: expected a test, got a ConfigMap\n  a test has "
       "apiVersion: loom.fn.crossplane.io/v1beta1 and kind: CompositionTest; "
       "move other objects to files of their own"},
      {"no object", "a.test.yaml", "[]",
       "a.test.yaml:1:1: expected a test, got a list"},
  };
  for (const auto& row : kRows) {
    Pool pool;
    const auto documents = ReadYaml(row.file, row.yaml, &pool);
    ASSERT_TRUE(documents.ok()) << row.reason;
    const auto why = WhyNoTest(documents->front());
    EXPECT_EQ(why.has_value() ? TextOf(*why) : "", row.why) << row.reason;
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/validation_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

TEST(CheckRules, EvaluatesTheRulesOfTheSchema) {
  const struct {
    const char* reason;
    const char* schema;
    const char* object;
    const char* want;
  } tests[] = {
      {"a rule that holds",
       "x-kubernetes-validations: [{rule: self.min <= self.max}]",
       "{min: 1, max: 2}", ""},
      {"one that fails, without a message",
       "x-kubernetes-validations: [{rule: self.min <= self.max}]",
       "{min: 3, max: 2}",
       ": Invalid value: failed rule: self.min <= self.max"},
      {"its message, at a field",
       "x-kubernetes-validations: [{rule: self.min <= self.max,\n"
       "  message: min is at most max, fieldPath: .min}]",
       "{min: 3, max: 2}", "min: Invalid value: min is at most max"},
      {"a message that is computed",
       "x-kubernetes-validations: [{rule: self.a > 1, message: m,\n"
       "  messageExpression: \"'a is ' + string(self.a)\"}]",
       "{a: 1}", ": Invalid value: a is 1"},
      {"a computed message that fails gives way to the other one",
       "x-kubernetes-validations: [{rule: self.a > 1, message: m,\n"
       "  messageExpression: self.b}]",
       "{a: 1}", ": Invalid value: m"},
      {"a field that is not there",
       "x-kubernetes-validations: [{rule: self.min <= self.max}]", "{min: 3}",
       ": Invalid value: 1:17: self.max: no such key (rule self.min <= "
       "self.max)"},
      {"has",
       "x-kubernetes-validations:\n"
       "- {rule: '!has(self.max) || self.min <= self.max'}",
       "{min: 3}", ""},
      {"in lists and maps",
       "properties:\n"
       "  l: {items: {x-kubernetes-validations: [{message: no a,\n"
       "    rule: self.startsWith('a')}]}}\n"
       "  m: {additionalProperties: {x-kubernetes-validations: [\n"
       "    {rule: self > 0, message: not above 0}]}}",
       "{l: [ab, b], m: {x: 1, z: 0}}",
       "l.1: Invalid value: no a; m.z: Invalid value: not above 0"},
      {"names that CEL cannot write",
       "properties: {namespace: {}, a-b: {}, c.d/e__f: {}}\n"
       "x-kubernetes-validations: [{rule: self.__namespace__ == 'n' &&\n"
       "  self.a__dash__b == 1 &&\n"
       "  self.c__dot__d__slash__e__underscores__f == 2}]",
       "{namespace: \"n\", a-b: 1, c.d/e__f: 2}", ""},
      {"the keys of maps stay as they are",
       "additionalProperties: {}\n"
       "x-kubernetes-validations: [{rule: \"self['a-b'] == 1\"}]",
       "{a-b: 1}", ""},
      {"a rule about changes is passed over",
       "x-kubernetes-validations: [{rule: self == oldSelf}]", "{a: 1}", ""},
      {"what is null is not checked",
       "properties: {a: {x-kubernetes-validations: [{rule: 'false'}]}}",
       "{a: null}", ""},
      {"a function that is not known",
       "x-kubernetes-validations: [{rule: self.a.frob()}]", "{a: x}",
       "unchecked self.a.frob(): 1:8: unknown function \"frob\""},
      {"numbers of which Kubernetes knows better",
       "x-kubernetes-validations: [{rule: self.a * 2.0 > 1.0}]", "{a: 1}",
       "unchecked self.a * 2.0 > 1.0: 1:8: no such overload: _*_ of int and "
       "double; write double(…) around the int"},
      {"a rule without a bool", "x-kubernetes-validations: [{rule: self.a}]",
       "{a: 1}", "unchecked self.a: it is not a boolean"},
  };
  for (const auto& test : tests) {
    Pool pool;
    auto read = [&pool](const char* text) {
      return std::move((*ReadYaml("t", text, &pool))[0].root);
    };
    const RuleResults results =
        CheckRules(read(test.schema), read(test.object), &pool);
    std::vector<std::string> found;
    found.reserve(results.violations.size() + results.unchecked.size());
    for (const Violation& each : results.violations) {
      found.push_back(
          absl::StrCat(absl::StrJoin(each.path, "."), ": ", each.message));
    }
    for (const UncheckedRule& each : results.unchecked) {
      found.push_back(absl::StrCat("unchecked ", each.rule, ": ", each.why));
    }
    EXPECT_EQ(absl::StrJoin(found, "; "), test.want) << test.reason;
  }
}

}  // namespace
}  // namespace loom

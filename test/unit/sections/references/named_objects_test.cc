// SPDX-License-Identifier: Apache-2.0
// What expressions know of references that have a name.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

constexpr char kMap[] = R"("fromObject": {"apiVersion": "v1", "kind":
    "ConfigMap", "name": "cm", "fieldPath": "data.k"})";
constexpr char kKey[] = "obj:v1/ConfigMap/team-a/cm";
constexpr char kAnswer[] = R"({"KEY": {"items": [{"resource": {"kind":
    "ConfigMap", "metadata": {"name": "cm", "namespace": "team-a"},
    "data": {"k": "v"}}}]}})";

std::string NamedNamedObjects(absl::string_view target,
                              absl::string_view members) {
  return absl::StrCat(R"([{"name": "net", "target": )", target,
                      R"(, "toFieldPath": "status.x", )", members, "}]");
}

std::string AnswerTo(absl::string_view key) {
  return absl::StrReplaceAll(kAnswer, {{"KEY", key}});
}

// What the expression makes of spec.got of a template.
std::string Template(absl::string_view expression) {
  return absl::StrCat(
      R"({"resources": [{"name": "r", "base": {"apiVersion": "example.org/v1",
          "kind": "R", "spec": {"cm": "cm"}}, "patches": [{"type":
          "FromExpression", "toFieldPath": "spec.got", "expression": ")",
      expression, "\"}]}]}");
}

constexpr char kA[] = R"({"resource": "a"})";

TEST(NamedObjects, AreKnownToTemplates) {
  const struct {
    const char* reason;
    std::string entries;
    std::string answers;
    const char* want;  // of required.net.data.k; "absent" if it is withheld
  } tests[] = {
      {"Of a reference into a composed resource, which is resolved later.",
       NamedNamedObjects(kA, kMap), AnswerTo(kKey), "\"v\""},
      {"Of one into the composite, which is resolved before.",
       NamedNamedObjects(R"({"composite": true})", kMap), AnswerTo(kKey),
       "\"v\""},
      {"The field that the reference reads does not count.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "name": "cm", "fieldPath": "data.nope"})"),
       AnswerTo(kKey), "\"v\""},
      {"Nor whether its target is there.",
       NamedNamedObjects(R"({"resource": "nope"})", kMap), AnswerTo(kKey),
       "\"v\""},
      {"The name stands in the composite.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "nameFrom": {"composite": true, "fieldPath": "spec.name"},
                    "fieldPath": "data.k"})"),
       AnswerTo(kKey), "\"v\""},
      {"The name stands in what an earlier step made.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "nameFrom": {"resource": "a", "fieldPath": "spec.cm"},
                    "fieldPath": "data.k"})"),
       AnswerTo(kKey), "\"v\""},
      {"The only object with the labels.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "matchLabels": [{"key": "a", "value": "b"}],
                    "fieldPath": "data.k"})"),
       AnswerTo("list:v1/ConfigMap/team-a/a=b"), "\"v\""},
      {"A requirement of the step.",
       NamedNamedObjects(kA, R"("fromRequirement": {"name": "mine",
                    "fieldPath": "data.k"})"),
       AnswerTo("mine"), "\"v\""},

      {"It is not there.", NamedNamedObjects(kA, kMap),
       absl::StrCat("{\"", kKey, "\": {}}"), "absent"},
      {"It is not ready, and the policy waits for that.",
       NamedNamedObjects(
           kA, absl::StrCat(kMap, R"(, "policy": {"waitFor": "Ready"})")),
       AnswerTo(kKey), "absent"},
      {"A requirement of the step that is not ready.",
       NamedNamedObjects(kA, R"("fromRequirement": {"name": "mine", "fieldPath":
                    "data.k"}, "policy": {"waitFor": "Ready"})"),
       AnswerTo("mine"), "absent"},
      {"A requirement of the step that may not be read.",
       NamedNamedObjects(kA, R"("fromRequirement": {"name": "mine",
                    "fieldPath": "data.k"})"),
       absl::StrReplaceAll(AnswerTo("mine"), {{"team-a", "team-b"}}), "absent"},
      {"It may not be read.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "namespace": "team-b", "name": "cm",
                    "fieldPath": "data.k"})"),
       AnswerTo("obj:v1/ConfigMap/team-b/cm"), "absent"},
      {"Its name stands in a template that is not rendered yet.",
       NamedNamedObjects(
           kA, R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
                    "nameFrom": {"resource": "r", "fieldPath": "spec.cm"},
                    "fieldPath": "data.k"})"),
       AnswerTo(kKey), "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = test.entries,
         .desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"cm": "cm"}}}})",
         .answers = test.answers,
         .more = Template("required.net.data.k")});
    EXPECT_EQ(call.At("desired.resources[r].resource.spec.got"), test.want);
  }
}

// The field has its value already, so only expressions need the object.
TEST(NamedObjects, AreAskedForIfExpressionsNameThem) {
  const struct {
    const char* reason;
    const char* expression;
    const char* want;  // the requirement
  } tests[] = {
      {"An expression names it.", "required.net.data.k", "\"cm\""},
      {"It may name it.", "required[composite.spec.text].data.k", "\"cm\""},
      {"None does.", "composite.spec.text", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = NamedNamedObjects(kA, kMap),
         .desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "status": {"x": "set"}}}})",
         .more = Template(test.expression)});
    EXPECT_EQ(
        call.At(absl::StrCat("requirements.resources[", kKey, "].matchName")),
        test.want);
  }
}

TEST(NamedObjects, HaveToBeOneObject) {
  const struct {
    const char* reason;
    const char* members;
  } tests[] = {
      {"A reference to several objects.",
       R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
           "matchLabels": [{"key": "a", "value": "b"}],
           "selection": {"mode": "Multiple"}, "fieldPath": "data.k"})"},
      {"One that reads no object of the cluster.",
       R"("fromComposite": {"fieldPath": "spec.text"})"},
      {"One that is made of two.",
       R"("combine": {"fmt": "%s%s", "variables": [
           {"fromRequirement": {"name": "a", "fieldPath": "data.k"}},
           {"fromRequirement": {"name": "b", "fieldPath": "data.k"}}]})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.entries = NamedNamedObjects(kA, test.members),
                        .more = Template("has(required.net)")});
    EXPECT_EQ(call.Result(),
              "invalid Function input: resources[0].patches[0].expression: "
              "Invalid value: 1:1: the reference \\\"net\\\" does not read one "
              "object");
  }
}

}  // namespace
}  // namespace loom

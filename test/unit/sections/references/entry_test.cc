// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what each mistake is reported as.
#include "sections/references/entry.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

std::string ProblemsOf(absl::string_view json) {
  Pool pool;
  Problems problems;
  Value value = ParseJson(json, &pool).value();
  Fields root(Input(value, Dialect::kNative, &problems));
  ReferencesOf(root);
  Kinds::Of(root);
  root.Done();
  return problems.Joined();
}

// Of an entry with these members beside a target.
std::string ProblemsOfEntry(absl::string_view members) {
  return ProblemsOf(absl::StrCat(
      R"({"references": [{"target": {"resource": "a"}, )", members, "}]}"));
}

std::string ProblemsOfObject(absl::string_view members) {
  return ProblemsOfEntry(absl::StrCat(R"("toFieldPath": "spec.x",
      "fromObject": {)",
                                      members, "}"));
}

constexpr char kIn[] = "references[0].";

TEST(Reference, AcceptsWhatTheHeadersShow) {
  for (const char* entry : {
           R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
              "name": "a", "fieldPath": "data.x"}, "toFieldPath": "spec.x")",
           R"("fromRef": {"version": "v1", "resource": "configmaps",
              "nameFrom": {"composite": true, "fieldPath": "spec.name"},
              "namespaceFrom": {"environment": true, "fieldPath": "ns"},
              "fieldPath": "data.x", "decode": "None"},
              "toFieldPath": "spec.x")",
           R"("fromObject": {"group": "example.org", "version": "v1",
              "resource": "vpcs", "kind": "VPC", "matchLabels": [
              {"key": "tier", "value": "gold"},
              {"key": "stage", "policy": "Optional", "valueFrom":
               {"resource": "b", "fieldPath": "spec.stage"}}],
              "selection": {"mode": "Multiple", "minMatch": 1, "maxMatch": 3,
              "sortByFieldPath": "metadata.name"}, "fieldPath": "spec.id"},
              "toFieldPath": "spec.ids")",
           R"("fromResource": {"name": "vpc", "fieldPath": "status.id"},
              "toFieldPath": "spec.x", "name": "vpc-id", "policy":
              {"resolve": "Always", "resolution": "Optional",
               "onFailure": "Fatal", "waitFor": "Ready",
               "toFieldPath": "MergeObjects"})",
           R"("fromComposite": {"fieldPath": "spec.x"}, "toFieldPath":
              "spec.x", "transforms": [{"type": "string", "string":
              {"type": "Format", "fmt": "x-%s"}}])",
           R"("fromEnvironment": {"fieldPath": "x"}, "toFieldPath": "spec.x")",
           R"("fromContext": {"key": "example.org/x", "fieldPath": "a"},
              "toFieldPath": "spec.x")",
           R"("fromRequirement": {"name": "b", "fieldPath": "data.x"},
              "toFieldPath": "spec.x")",
           R"("fromCredentials": {"name": "login", "key": "token"},
              "toFieldPath": "spec.x")",
           R"("combine": {"variables": [{"fromComposite": {"fieldPath": "a"}},
              {"fromComposite": {"fieldPath": "b"}}], "fmt": "%s-%s"},
              "toFieldPath": "spec.x")",
           R"("variables": [{"name": "a", "fromComposite":
              {"fieldPath": "a"}}], "template": "x-{{.a}}-{{ .a }}{}",
              "toFieldPath": "spec.x")",
       }) {
    EXPECT_EQ(ProblemsOfEntry(entry), "") << entry;
  }
  EXPECT_EQ(ProblemsOf(R"({"externalValues": [
      {"fromComposite": {"fieldPath": "a"}, "obscured":
       {"makeAvailableAs": {"contextKey": "example.org/a"}}},
      {"fromComposite": {"fieldPath": "a"}, "toFieldPath": "status.a",
       "target": {"composite": true}},
      {"fromComposite": {"fieldPath": "a"}, "toFieldPath": "a",
       "target": {"environment": true}},
      {"fromComposite": {"fieldPath": "a"}, "toFieldPath": "spec.a",
       "target": {"resourceSelector": {"kind": "Bucket"}}},
      {"fromComposite": {"fieldPath": "a"},
       "target": {"context": "example.org/b"}}]})"),
            "");
}

TEST(Reference, TellsEveryMistakeOfAnObject) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"A name and labels.",
       R"("version": "v1", "resource": "pods", "name": "a", "fieldPath": "b",
          "matchLabels": [{"key": "a", "value": "b"}])",
       "fromObject: name and matchLabels cannot be combined"},
      {"Neither.", R"("version": "v1", "resource": "pods", "fieldPath": "b")",
       "fromObject: one of name, nameFrom, matchLabels and all is required"},
      {"A name and all.",
       R"("version": "v1", "resource": "pods", "name": "a", "fieldPath": "b",
          "all": true)",
       "fromObject: name and all cannot be combined"},
      {"Labels and all.",
       R"("version": "v1", "resource": "pods", "fieldPath": "b", "all": true,
          "matchLabels": [{"key": "a", "value": "b"}])",
       "fromObject: matchLabels and all cannot be combined"},
      {"Not all.",
       R"("version": "v1", "resource": "pods", "fieldPath": "b",
          "all": false)",
       "fromObject: one of name, nameFrom, matchLabels and all is required"},
      {"No label.",
       R"("version": "v1", "resource": "pods", "fieldPath": "b",
          "matchLabels": [])",
       "fromObject.matchLabels: at least one label is required"},
      {"Labels as Kubernetes writes them.",
       R"("version": "v1", "resource": "pods", "fieldPath": "b",
          "matchLabels": {"a": "b"})",
       "fromObject.matchLabels: Invalid value: expected a list, got an object"},
      {"No version.", R"("resource": "pods", "name": "a", "fieldPath": "b")",
       "fromObject.version: Required value: version is required"},
      {"No kind.", R"("version": "v1", "name": "a", "fieldPath": "b")",
       "fromObject: one of resource and kind is required"},
      {"A kind that is another one.",
       R"("version": "v1", "resource": "pods", "kind": "Secret", "name": "a",
          "fieldPath": "b")",
       "fromObject: kind \"Secret\" is not the kind of pods, which is Pod"},
      {"A group is missing.",
       R"("version": "v1", "resource": "vpcs", "name": "a", "fieldPath": "b")",
       "fromObject.resource: Invalid value: \"vpcs\": the core group has no "
       "such kind; is the group missing?"},
      {"A version that Crossplane would fail to find.",
       R"("apiVersion": "autoscaling/v2beta2", "kind":
          "HorizontalPodAutoscaler", "name": "a", "fieldPath": "b")",
       "fromObject.apiVersion: Invalid value: \"autoscaling/v2beta2\": "
       "HorizontalPodAutoscaler is served as v1 and v2"},
      {"No path.", R"("version": "v1", "resource": "pods", "name": "a")",
       "fromObject.fieldPath: Required value: fieldPath is required"},
      {"Two apiVersions.",
       R"("apiVersion": "v1", "version": "v1", "kind": "Pod", "name": "a",
          "fieldPath": "b")",
       "fromObject: apiVersion cannot be combined with group and version"},
      {"Two names.",
       R"("apiVersion": "v1", "kind": "Pod", "name": "a", "fieldPath": "b",
          "nameFrom": {"composite": true, "fieldPath": "c"})",
       "fromObject: name and nameFrom cannot be combined"},
      {"A name from two places.",
       R"("apiVersion": "v1", "kind": "Pod", "fieldPath": "b",
          "nameFrom": {"composite": true, "resource": "c", "fieldPath": "c"})",
       "fromObject.nameFrom: one of composite, environment and resource is "
       "required"},
      {"A selection of one.",
       R"("apiVersion": "v1", "kind": "Pod", "name": "a", "fieldPath": "b",
          "selection": {"mode": "First"})",
       "fromObject.selection: Invalid value: only matchLabels and all accept a "
       "selection"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ProblemsOfObject(test.members), absl::StrCat(kIn, test.want));
  }
}

TEST(Reference, TellsEveryMistakeOfAnEntry) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"Two sources.",
       R"("fromComposite": {"fieldPath": "a"}, "fromEnvironment":
          {"fieldPath": "a"}, "toFieldPath": "spec.x")",
       "references[0]: fromComposite and fromEnvironment cannot be combined"},
      {"No source.", R"("toFieldPath": "spec.x")",
       "references[0]: one of fromObject, fromRef, fromResource, "
       "fromComposite, fromEnvironment, fromContext, fromRequirement, "
       "fromCredentials is required"},
      {"No destination.", R"("fromComposite": {"fieldPath": "a"})",
       "references[0].toFieldPath: Required value: toFieldPath is required"},
      {"A path that is none.",
       R"("fromComposite": {"fieldPath": "a"}, "toFieldPath": "spec[.x")",
       "references[0].toFieldPath: Invalid value: cannot parse path "
       "\"spec[.x\": unterminated '[' at position 4"},
      {"A field of its own.",
       R"("fromResource": {"name": "a", "fieldPath": "spec.x"},
          "toFieldPath": "spec.x")",
       "references[0]: refers to itself"},
      {"A variable that does not exist.",
       R"("variables": [{"name": "region", "fromComposite":
          {"fieldPath": "a"}}], "template": "{{ .regoin }}",
          "toFieldPath": "spec.x")",
       "references[0].template: Invalid value: \"{{ .regoin }}\": no variable "
       "has this name (region?)"},
      {"An action that is none.",
       R"("variables": [], "template": "{{ if }}", "toFieldPath": "spec.x")",
       "references[0].template: Invalid value: \"{{ if }}\": expected {{ .name "
       "}}"},
      {"Braces that are not closed.",
       R"("variables": [], "template": "a{{ .b", "toFieldPath": "spec.x")",
       "references[0].template: Invalid value: \"{{ .b\": expected {{ .name "
       "}}"},
      {"A variable that is given twice.",
       R"("variables": [{"name": "a", "fromComposite": {"fieldPath": "a"}},
          {"name": "a", "fromComposite": {"fieldPath": "b"}}],
          "template": "{{ .a }}", "toFieldPath": "spec.x")",
       "references[0].variables[1].name: Invalid value: duplicate name \"a\""},
      {"A format that uses more than there is.",
       R"("combine": {"variables": [{"fromComposite": {"fieldPath": "a"}}],
          "fmt": "%s-%s"}, "toFieldPath": "spec.x")",
       "references[0].combine.fmt: Invalid value: the format uses 2 "
       "arguments, but gets 1"},
      {"A format that uses less than there is.",
       R"("combine": {"variables": [{"fromComposite": {"fieldPath": "a"}},
          {"fromComposite": {"fieldPath": "b"}}], "fmt": "%s"},
          "toFieldPath": "spec.x")",
       "references[0].combine.fmt: Invalid value: the format uses 1 "
       "argument, but gets 2"},
      {"A setting that does not exist.",
       R"("fromComposite": {"fieldPath": "a"}, "toFieldPath": "spec.x",
          "policy": {"resolve": "Allways"})",
       "references[0].policy.resolve: Invalid value: \"Allways\": expected one "
       "of "
       "IfNotPresent, Always (Always?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(ProblemsOfEntry(test.members)), test.want);
  }
}

// It is no mistake, because a kind may change its scope.
TEST(Reference, NotesANamespaceInVain) {
  Pool pool;
  Problems problems;
  const Value input = ParseJson(R"({"references": [{"target": {"resource":
      "a"}, "toFieldPath": "spec.x", "fromObject": {"version": "v1", "kind":
      "Namespace", "name": "a", "namespace": "b", "fieldPath": "kind"}}]})",
                                &pool)
                          .value();
  Fields root(Input(input, Dialect::kNative, &problems));
  ReferencesOf(root);
  EXPECT_TRUE(problems.empty()) << problems.Joined();
  ASSERT_EQ(problems.notes().size(), 1u);
  EXPECT_EQ(problems.notes().front().text(),
            "references[0].fromObject.namespace: has no effect, because "
            "Namespace is cluster-scoped");
}

TEST(Reference, TellsEveryMistakeOfATarget) {
  const struct {
    const char* reason;
    const char* json;
    const char* want;
  } tests[] = {
      {"None.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"},
           "toFieldPath": "spec.x"}]})",
       "references[0].target: Required value: target is required"},
      {"Two.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"}, "target":
           {"composite": true, "environment": true},
           "toFieldPath": "status.x"}]})",
       "references[0].target: one of resource, resourceSelector, composite, "
       "environment and context is required"},
      {"What a function must not write.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"}, "target":
           {"composite": true}, "toFieldPath": "spec.x"}]})",
       "references[0].toFieldPath: Invalid value: \"spec.x\": a function "
       "writes only the status of the composite"},
      {"A Secret for what is none.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"}, "obscured":
           {"secret": {"key": "k"}, "target": {"composite": true},
            "refFieldPath": "spec.ref"}}]})",
       "references[0].obscured.target: one of resource and resourceSelector is "
       "required; references[0].obscured.target: unknown composite"},
      {"A key that is none.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"}, "obscured":
           {"secret": {"key": "a/b"}, "target": {"resource": "a"},
            "refFieldPath": "spec.ref"}}]})",
       "references[0].obscured.secret.key: Invalid value: \"a/b\": expected "
       "letters, digits, -, _ and ."},
      {"No way to obscure, and a path that nobody writes.",
       R"({"references": [{"fromComposite": {"fieldPath": "a"}, "obscured": {},
           "toFieldPath": "spec.x"}]})",
       "references[0].obscured: one of makeAvailableAs and secret is required; "
       "references[0]: unknown toFieldPath"},
      {"A name that is given twice.",
       R"({"references": [{"name": "a", "fromComposite": {"fieldPath": "a"},
           "target": {"resource": "b"}, "toFieldPath": "spec.x"},
           {"name": "a", "fromComposite": {"fieldPath": "a"},
           "target": {"resource": "b"}, "toFieldPath": "spec.y"}]})",
       "references[1].name: Invalid value: duplicate name \"a\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(ProblemsOf(test.json)), test.want);
  }
}

}  // namespace
}  // namespace loom

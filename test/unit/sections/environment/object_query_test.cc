// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/object_query.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/unit/sections/environment/fake_variables.h"

namespace loom {
namespace {

constexpr Dialect kNative = Dialect::kNative;
constexpr Dialect kDropIn = Dialect::kPatchAndTransform;

constexpr QueryShape kShape = {.has_modes = true, .reads_environment = true};

ObjectQuery Parse(const AuthorInput& input, const QueryShape& shape = kShape) {
  Fields entry(input.root());
  ObjectQuery query = ObjectQuery::Parse(entry, shape);
  query.what = {"v1", "ConfigMap", {}, {}, {}};
  entry.Done();
  return query;
}

// The key that says what a source asks for, "nothing" or the error.
std::string AskedObjectQuery(Dialect dialect, absl::string_view json) {
  AuthorInput input(json, dialect);
  ObjectQuery query = Parse(input);
  EXPECT_EQ(input.problems(), "");
  Value composite = Json(R"({"metadata": {"labels": {"a.b/c": "dotted"}},
      "spec": {"region": "eu", "empty": "", "replicas": 3, "share": 0.5,
               "on": true, "none": null, "list": []}})");
  Value environment = Json(R"({"stage": "test"})");
  Wish wish;
  const absl::Status status =
      query.Ask({composite, environment, nullptr, TestPool()}, &wish);
  if (!status.ok()) return std::string(status.message());
  return wish.requirement.has_value() ? CanonicalKey(*wish.requirement)
                                      : "nothing";
}

TEST(ObjectQuery, AsksForConfigs) {
  const std::string kConfig = "v1/ConfigMap//";
  const struct {
    const char* reason;
    Dialect dialect;
    const char* source;
    std::string want;
  } tests[] = {
      {"A reference is the default type.", kDropIn,
       R"({"ref": {"name": "base"}})", "obj:" + kConfig + "base"},
      {"A reference that says so.", kDropIn,
       R"({"type": "Reference", "ref": {"name": "base"}})",
       "obj:" + kConfig + "base"},
      {"A literal label, which may be empty.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "Value", "key": "stage", "value": ""}]}})",
       "list:" + kConfig + "stage="},
      {"A label of the composite is the default type.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "region", "valueFromFieldPath": "spec.region"}]}})",
       "list:" + kConfig + "region=eu"},
      {"A label of the environment of earlier steps.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "FromEnvironmentFieldPath", "key": "stage",
            "valueFromFieldPath": "stage"}]}})",
       "list:" + kConfig + "stage=test"},
      {"All labels have to match.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "Value", "key": "x", "value": "1"},
           {"key": "c", "valueFromFieldPath": "metadata.labels[a.b/c]"}]}})",
       "list:" + kConfig + "c=dotted,x=1"},
      {"Of equal keys the last counts.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "Value", "key": "x", "value": "1"},
           {"type": "Value", "key": "x", "value": "2"}]}})",
       "list:" + kConfig + "x=2"},
      {"A text that is empty is a value.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "x", "valueFromFieldPath": "spec.empty"}]}})",
       "list:" + kConfig + "x="},
      {"Numbers and booleans are labels in the native input.", kNative,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "n", "valueFromFieldPath": "spec.replicas"},
           {"key": "o", "valueFromFieldPath": "spec.on"},
           {"key": "s", "valueFromFieldPath": "spec.share"}]}})",
       "list:" + kConfig + "n=3,o=true,s=0.5"},
      {"Optional leaves out a label that is missing.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.nope",
            "fromFieldPathPolicy": "Optional"},
           {"type": "Value", "key": "x", "value": "1"}]}})",
       "list:" + kConfig + "x=1"},
      {"Without any label nothing is asked for.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.nope",
            "fromFieldPathPolicy": "Optional"}]}})",
       "nothing"},
      {"Nor without any matcher.", kNative,
       R"({"type": "Selector", "selector": {}})", "nothing"},
      {"A drop-in Optional forgives a wrong type, too.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.replicas",
            "fromFieldPathPolicy": "Optional"}]}})",
       "nothing"},
      {"… and a malformed path.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec..x",
            "fromFieldPathPolicy": "Optional"}]}})",
       "nothing"},
      {"A type of source that the Go function passes over.", kDropIn,
       R"({"type": "Other"})", "nothing"},
      {"A type of matcher that it passes over.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "Other", "key": "a"}]}})",
       "nothing"},

      {"Required is the default.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.nope"}]}})",
       "cannot get value from field path \"spec.nope\": spec.nope: no such "
       "field"},
      {"A number is no label in a drop-in input.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.replicas"}]}})",
       "cannot get value from field path \"spec.replicas\": spec.replicas: not "
       "a string"},
      {"Null is no label.", kNative,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.none"}]}})",
       "cannot get value from field path \"spec.none\": spec.none: not a "
       "string"},
      {"A native Optional forgives nothing but what is missing.", kNative,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "valueFromFieldPath": "spec.list",
            "fromFieldPathPolicy": "Optional"}]}})",
       "cannot get value from field path \"spec.list\": spec.list: not a "
       "string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(AskedObjectQuery(test.dialect, test.source), test.want);
  }
}

TEST(ObjectQuery, ReportsMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* source;
    const char* want;
  } tests[] = {
      {"A complete selector.", kNative,
       R"({"type": "Selector", "selector": {
           "mode": "Multiple", "minMatch": 0, "maxMatch": 2,
           "sortByFieldPath": "data.order",
           "matchLabels": [{"type": "Value", "key": "a", "value": "b"}]}})",
       ""},
      {"Texts that are empty are the defaults.", kNative,
       R"({"type": "", "ref": {"name": "base"}})", ""},
      {"Malformed paths wait in a drop-in input.", kDropIn,
       R"({"type": "Selector", "selector": {"sortByFieldPath": "a."}})", ""},

      {"A reference needs its ref.", kDropIn, "{}",
       "ref: Required value: ref is required"},
      {"A ref needs its name.", kDropIn, R"({"ref": {}})",
       "ref.name: Required value: name is required"},
      {"A selector needs its selector.", kDropIn, R"({"type": "Selector"})",
       "selector: Required value: selector is required"},
      {"A matcher needs its operand.", kDropIn,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"key": "a", "value": "x"},
           {"type": "Value", "key": "a", "valueFromFieldPath": "x"}]}})",
       "selector.matchLabels[0].valueFromFieldPath: Required value: "
       "valueFromFieldPath is required; selector.matchLabels[1].value: "
       "Required value: value is required"},
      {"There are two modes.", kDropIn,
       R"({"type": "Selector", "selector": {"mode": "single"}})",
       "selector.mode: Invalid value: \"single\": expected one of Single, "
       "Multiple "
       "(Single?)"},
      {"Counts are not negative.", kDropIn,
       R"({"type": "Selector", "selector": {"minMatch": -1}})",
       "selector.minMatch: Invalid value: expected a non-negative number"},
      {"… also where the selector has no effect.", kDropIn,
       R"({"ref": {"name": "a"}, "selector": {"minMatch": -1, "mode": 1,
           "matchExpressions": []}})",
       "selector.mode: Invalid value: expected a string, got a number; "
       "selector.minMatch: Invalid value: expected a non-negative number; "
       "selector: unknown matchExpressions"},
      {"In a native input such a selector is without mistakes.", kNative,
       R"({"ref": {"name": "a"}, "selector": {"mode": "Some"}})",
       "selector.mode: Invalid value: \"Some\": expected one of Single, "
       "Multiple"},
      {"There are no expressions.", kDropIn,
       R"({"type": "Selector", "selector": {"matchExpressions": []}})",
       "selector: unknown matchExpressions"},
      {"Another type is a mistake of a native input.", kNative,
       R"({"type": "Other"})",
       "type: Invalid value: \"Other\": expected one of Reference, Selector"},
      {"So is a malformed path.", kNative,
       R"({"type": "Selector", "selector": {"sortByFieldPath": "a."}})",
       "selector.sortByFieldPath: Invalid value: cannot parse path \"a.\": "
       "unexpected '.' "
       "at position 1"},
      {"… another type of matcher, another policy, a missing key.", kNative,
       R"({"type": "Selector", "selector": {"matchLabels": [
           {"type": "Other", "fromFieldPathPolicy": "optional"}]}})",
       "selector.matchLabels[0].key: Invalid value: a label needs a key; "
       "selector.matchLabels[0].fromFieldPathPolicy: Invalid value: "
       "\"optional\": expected one of Required, Optional (Optional?); "
       "selector.matchLabels[0].type: Invalid value: \"Other\": expected one "
       "of "
       "FromCompositeFieldPath, Value, FromEnvironmentFieldPath"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.source, test.dialect);
    Parse(input);
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

TEST(ObjectQuery, NotesMistakesOfASelectorThatHasNoEffect) {
  const struct {
    const char* reason;
    const char* entry;
    const char* asked;
    const char* note;
  } tests[] = {
      {"A mode that does not exist, beside a reference.",
       R"({"ref": {"name": "c"}, "selector": {"mode": "Some"}})",
       "obj:v1/ConfigMap//c",
       "selector.mode: Invalid value: \"Some\": expected one of Single, "
       "Multiple"},
      {"A matcher without a path.",
       R"({"type": "Reference", "ref": {"name": "c"}, "selector": {
           "matchLabels": [{"type": "FromCompositeFieldPath", "key": "a"}]}})",
       "obj:v1/ConfigMap//c",
       "selector.matchLabels[0].valueFromFieldPath: Required value: "
       "valueFromFieldPath is required"},
      {"A matcher without a value, in an entry that is passed over.",
       R"({"type": "Other", "selector": {
           "matchLabels": [{"type": "Value", "key": "a"}]}})",
       "nothing",
       "type: Invalid value: \"Other\": expected one of Reference, Selector; "
       "selector.matchLabels[0].value: Required value: value is required"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(AskedObjectQuery(kDropIn, test.entry), test.asked);
    const Value entry = Json(test.entry);
    Problems problems;
    Fields fields(Input(entry, kDropIn, &problems));
    ObjectQuery::Parse(fields, kShape);
    EXPECT_EQ(absl::StrJoin(problems.notes(), "; ",
                            [](std::string* out, const Problem& note) {
                              absl::StrAppend(out, note.text());
                            }),
              test.note);
  }
}

// The lists whose entries have namespaces: environment.configs and extraResources.
constexpr QueryShape kConfigs = {.has_modes = true,
                                 .reads_environment = true,
                                 .namespaces = QueryNamespaces::kOfKinds};
constexpr QueryShape kExtra = {.has_modes = false,
                               .reads_environment = true,
                               .namespaces = QueryNamespaces::kAll};

TEST(ObjectQuery, AsksInANamespace) {
  const struct {
    const char* reason;
    const QueryShape& shape;
    const char* entry;
    bool optional;
    const char* want;
  } tests[] = {
      {"An object of a kind, by name.", kConfigs,
       R"({"type": "ConfigMap", "ref": {"name": "a", "namespace": "b"}})",
       false, "obj:v1/ConfigMap/b/a"},
      {"By labels, with the namespace beside them.", kConfigs,
       R"({"type": "Secret", "namespaceFromFieldPath": "spec.ns", "selector":
           {"matchLabels": [{"type": "Value", "key": "x", "value": "1"}]}})",
       false, "list:v1/ConfigMap/team-c/x=1"},
      {"Any entry of extraResources.", kExtra,
       R"({"ref": {"name": "a", "namespaceFromFieldPath": "spec.ns"}})", false,
       "obj:v1/ConfigMap/team-c/a"},
      {"None.", kExtra, R"({"ref": {"name": "a"}})", false,
       "obj:v1/ConfigMap//a"},
      {"An expression that is pending, whatever the policy.", kExtra,
       R"({"ref": {"name": "a"},
           "namespaceFromExpression": "composite.spec.nope"})",
       true,
       "pending: namespaceFromExpression: 1:15: composite.spec.nope: no such "
       "key"},
      {"A field that is missing, and an entry that may find nothing.", kExtra,
       R"({"ref": {"name": "a"}, "namespaceFromFieldPath": "spec.nope"})", true,
       "nothing"},
      {"… and one that may not.", kExtra,
       R"({"ref": {"name": "a"}, "namespaceFromFieldPath": "spec.nope"})",
       false, "namespaceFromFieldPath: spec.nope: no such field"},
      {"Optional forgives nothing but what is missing.", kExtra,
       R"({"ref": {"name": "a"}, "namespaceFromFieldPath": "spec"})", true,
       "namespaceFromFieldPath: spec: not a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.entry, kNative);
    ObjectQuery query = Parse(input, test.shape);
    query.optional = test.optional;
    EXPECT_EQ(input.problems(), "");
    const Value composite = Json(R"({"spec": {"ns": "team-c"}})");
    const Value environment = Json("{}");
    FakeVariables variables(composite, environment);
    Wish wish;
    const absl::Status status =
        query.Ask({composite, environment, &variables, TestPool()}, &wish);
    std::string got;
    if (!status.ok()) {
      got = std::string(status.message());
    } else if (!wish.pending.ok()) {
      got = absl::StrCat("pending: ", wish.pending.message());
    } else {
      got = wish.requirement.has_value() ? CanonicalKey(*wish.requirement)
                                         : "nothing";
    }
    EXPECT_EQ(got, test.want);
  }
}

TEST(ObjectQuery, ReportsMistakesOfKinds) {
  constexpr char kNoNamespace[] =
      "one of namespace, namespaceFromFieldPath and namespaceFromExpression is "
      "required, because a ConfigMap has a namespace";
  const struct {
    const char* reason;
    const QueryShape& shape;
    const char* entry;
    std::string want;
  } tests[] = {
      {"A kind needs a namespace.", kConfigs,
       R"({"type": "ConfigMap", "ref": {"name": "a"}})", kNoNamespace},
      {"… and one of the two.", kConfigs,
       R"({"type": "ConfigMap", "namespace": "a"})",
       "one of ref and selector is required"},
      {"… but not both.", kConfigs,
       R"({"type": "Secret", "ref": {"name": "a", "namespace": "a"},
           "selector": {}})",
       "ref and selector cannot be combined"},
      {"Its ref needs a name.", kConfigs,
       R"({"type": "Secret", "ref": {"namespace": "a"}})",
       "ref.name: Required value: name is required"},
      {"An EnvironmentConfig has none.", kConfigs,
       R"({"ref": {"name": "a", "namespace": "a"}})",
       "only a ConfigMap and a Secret have a namespace"},
      {"The kinds are types.", kConfigs,
       R"({"type": "Configmap", "ref": {"name": "a"}})",
       "type: Invalid value: \"Configmap\": expected one of Reference, "
       "Selector, "
       "ConfigMap, Secret (ConfigMap?)"},
      {"… only of configs.", kExtra,
       R"({"type": "ConfigMap", "ref": {"name": "a"}})",
       "type: Invalid value: \"ConfigMap\": expected one of Reference, "
       "Selector"},
      {"Others have no namespace to read.", kShape,
       R"({"ref": {"name": "a", "namespace": "a"}})", "ref: unknown namespace"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.entry, kNative);
    Parse(input, test.shape);
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sections/references/sources/source.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

std::string FromObject(absl::string_view members) {
  return EntryTo(absl::StrCat(
      R"("fromObject": {"version": "v1", "resource": "configmaps",
          "fieldPath": "data.k", )",
      members, "}"));
}

std::string Item(absl::string_view name, absl::string_view value,
                 absl::string_view ns = "team-a") {
  return absl::StrCat(R"({"resource": {"apiVersion": "v1", "kind":
      "ConfigMap", "metadata": {"name": ")",
                      name, R"(", "namespace": ")", ns,
                      R"("}, "data": {"k": ")", value, R"("}}})");
}

std::string Answer(absl::string_view key,
                   const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) {
    absl::StrAppend(&list, list.empty() ? "" : ",", item);
  }
  return absl::StrCat("{\"", key, R"(": {"items": [)", list, "]}}");
}

constexpr char kByName[] = "obj:v1/ConfigMap/team-a/cm";
constexpr char kByLabel[] = "list:v1/ConfigMap/team-a/tier=gold";
constexpr char kAll[] = "list:v1/ConfigMap/team-a/";
constexpr char kGold[] = R"("matchLabels": [{"key": "tier", "value": "gold"}])";

TEST(ResolveObject, AsksPicksAndReads) {
  const std::string gold(kGold);
  const struct {
    const char* reason;
    std::string members;
    std::string answers;
    const char* asked;  // a requirement; "": none
    const char* spec;
    const char* condition;
  } tests[] = {
      {"Not answered yet.", R"("name": "cm")", "{}", kByName, "{}", "absent"},
      {"Found.", R"("name": "cm")", Answer(kByName, {Item("cm", "v")}), kByName,
       R"({"x":"v"})", "TRUE Resolved"},
      {"Not found.", R"("name": "cm")", Answer(kByName, {}), kByName, "absent",
       "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
       "team-a/cm data.k)"},
      {"An answer that holds nothing at all.", R"("name": "cm")",
       R"({"obj:v1/ConfigMap/team-a/cm": {}})", kByName, "absent",
       "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
       "team-a/cm data.k)"},
      {"A name from the composite.",
       R"("nameFrom": {"composite": true, "fieldPath": "spec.name"})",
       Answer(kByName, {Item("cm", "v")}), kByName, R"({"x":"v"})",
       "TRUE Resolved"},
      {"A name that is not there.",
       R"("nameFrom": {"composite": true, "fieldPath": "spec.nope"})", "{}", "",
       "absent",
       "UNKNOWN FieldMissing a spec.x: composite spec.nope: no such field (v1 "
       "ConfigMap team-a/? data.k)"},
      {"A name that is no text.",
       R"("nameFrom": {"composite": true, "fieldPath": "spec.number"})", "{}",
       "", "absent",
       "FALSE InvalidReference a spec.x: composite spec.number: not a string "
       "(v1 ConfigMap team-a/? data.k)"},
      {"A name that is longer than any.",
       R"("nameFrom": {"composite": true, "fieldPath": "spec.name",
          "transforms": [{"type": "string", "string": {"type": "Format",
          "fmt": "%300s"}}]})",
       "{}", "", "absent",
       "FALSE InvalidReference a spec.x: a name is longer than 253 bytes (v1 "
       "ConfigMap team-a/? data.k)"},
      {"A name with a transform.",
       R"("nameFrom": {"composite": true, "fieldPath": "spec.name",
          "transforms": [{"type": "string", "string": {"type": "Format",
          "fmt": "%s"}}]})",
       Answer(kByName, {Item("cm", "v")}), kByName, R"({"x":"v"})",
       "TRUE Resolved"},
      {"A namespace from the composite.",
       R"("name": "cm", "namespaceFrom": {"composite": true, "fieldPath":
          "metadata.namespace"})",
       Answer(kByName, {Item("cm", "v")}), kByName, R"({"x":"v"})",
       "TRUE Resolved"},
      {"One by labels.", gold, Answer(kByLabel, {Item("b", "v")}), kByLabel,
       R"({"x":"v"})", "TRUE Resolved"},
      {"Of another namespace, which Crossplane before 2.0 does not tell apart.",
       gold, Answer(kByLabel, {Item("a", "other", "team-b"), Item("b", "v")}),
       kByLabel, R"({"x":"v"})", "TRUE Resolved"},
      {"None by labels.", gold, Answer(kByLabel, {}), kByLabel, "absent",
       "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
       "team-a/tier=gold data.k)"},
      {"Two by labels.", gold,
       Answer(kByLabel, {Item("b", "2"), Item("a", "1")}), kByLabel, "absent",
       "UNKNOWN AmbiguousMatch a spec.x: 2 objects match, want 1 (v1 "
       "ConfigMap "
       "team-a/tier=gold data.k)"},
      {"The first of two, by name.",
       gold + R"(, "selection": {"mode": "First"})",
       Answer(kByLabel, {Item("b", "2"), Item("a", "1")}), kByLabel,
       R"({"x":"1"})", "TRUE Resolved"},
      {"All of them.", gold + R"(, "selection": {"mode": "Multiple"})",
       Answer(kByLabel, {Item("b", "2"), Item("a", "1")}), kByLabel,
       R"({"x":["1","2"]})", "TRUE Resolved"},
      {"At most so many, sorted by a field.",
       gold + R"(, "selection": {"mode": "Multiple", "maxMatch": 2,
                  "sortByFieldPath": "data.k"})",
       Answer(kByLabel, {Item("a", "3"), Item("b", "2"), Item("c", "1")}),
       kByLabel, R"({"x":["1","2"]})", "TRUE Resolved"},
      {"At least so many.",
       gold + R"(, "selection": {"mode": "Multiple", "minMatch": 2})",
       Answer(kByLabel, {Item("a", "3")}), kByLabel, "absent",
       "UNKNOWN ReferenceNotFound a spec.x: 1 object matches, want at "
       "least 2 "
       "(v1 ConfigMap team-a/tier=gold data.k)"},
      {"One of all has no value.",
       gold + R"(, "selection": {"mode": "Multiple"})",
       Answer(kByLabel, {Item("a", "3"), Item("b", "")}), kByLabel, "absent",
       "UNKNOWN FieldMissing a spec.x: the field is empty (v1 ConfigMap "
       "team-a/tier=gold data.k)"},
      {"All of the kind, as a list.", R"("all": true)",
       Answer(kAll, {Item("b", "2"), Item("a", "1")}), kAll,
       R"({"x":["1","2"]})", "TRUE Resolved"},
      {"Of another namespace, which Crossplane before 2.0 sends.",
       R"("all": true)",
       Answer(kAll, {Item("b", "2"), Item("a", "1", "team-b")}), kAll,
       R"({"x":["2"]})", "TRUE Resolved"},
      {"The only one of the kind.",
       R"("all": true, "selection": {"mode": "Single"})",
       Answer(kAll, {Item("b", "2"), Item("a", "1")}), kAll, "absent",
       "UNKNOWN AmbiguousMatch a spec.x: 2 objects match, want 1 (v1 "
       "ConfigMap "
       "team-a/* data.k)"},
      {"None of the kind.", R"("all": true)", Answer(kAll, {}), kAll, "absent",
       "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
       "team-a/* data.k)"},
      {"A label that is missing and optional is left out.",
       R"("matchLabels": [{"key": "tier", "value": "gold"}, {"key": "no",
          "policy": "Optional", "valueFrom": {"composite": true, "fieldPath":
          "spec.nope"}}])",
       Answer(kByLabel, {Item("b", "v")}), kByLabel, R"({"x":"v"})",
       "TRUE Resolved"},
      {"Without any label nothing is asked for.",
       R"("matchLabels": [{"key": "no", "policy": "Optional", "valueFrom":
          {"composite": true, "fieldPath": "spec.nope"}}])",
       "{}", "", "{}", "TRUE Resolved"},
      {"A label that is missing.",
       R"("matchLabels": [{"key": "no", "valueFrom": {"composite": true,
          "fieldPath": "spec.nope"}}])",
       "{}", "", "absent",
       "UNKNOWN FieldMissing a spec.x: composite spec.nope: no such field (v1 "
       "ConfigMap team-a/? data.k)"},
      {"Another namespace.", R"("name": "cm", "namespace": "ops")", "{}", "",
       "absent",
       "FALSE ReferenceNotAllowed a spec.x: not allowed across namespaces (v1 "
       "ConfigMap ops/cm data.k)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = FromObject(test.members), .answers = test.answers});
    if (*test.asked != '\0') {
      EXPECT_NE(call.At(absl::StrCat("requirements.resources[", test.asked,
                                     "].kind")),
                "absent")
          << call.At("requirements");
    } else {
      EXPECT_EQ(call.At("requirements"), "absent");
    }
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

TEST(ResolveObject, WaitsForReadiness) {
  const struct {
    const char* reason;
    const char* conditions;
    const char* condition;
  } tests[] = {
      {"Ready.", R"([{"type": "Ready", "status": "True",
          "lastTransitionTime": "2026-02-03T04:05:06Z"}])",
       "TRUE Resolved"},
      {"Not ready.", R"([{"type": "Ready", "status": "False",
          "lastTransitionTime": "2026-02-03T04:05:06Z"}])",
       "UNKNOWN ReferenceNotReady a spec.x: object is not ready (v1 ConfigMap "
       "team-a/cm data.k)"},
      {"Ready, and not synced.", R"([{"type": "Ready", "status": "True",
          "lastTransitionTime": "2026-02-03T04:05:06Z"}, {"type": "Synced",
          "status": "False", "lastTransitionTime": "2026-02-03T04:05:06Z"}])",
       "UNKNOWN ReferenceNotReady a spec.x: object is not ready (v1 ConfigMap "
       "team-a/cm data.k)"},
      {"Nothing is said.", "[]",
       "UNKNOWN ReferenceNotReady a spec.x: object is not ready (v1 ConfigMap "
       "team-a/cm data.k)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = EntryTo(R"("policy": {"waitFor": "Ready"}, "fromObject":
             {"version": "v1", "kind": "ConfigMap", "name": "cm",
              "fieldPath": "data.k"})"),
         .answers =
             Answer(kByName, {absl::StrCat(R"({"resource": {"data": {"k": "v"},
                 "status": {"conditions": )",
                                           test.conditions, "}}}")})});
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// What a Secret has may be in a name that was read after it.
TEST(ResolveObject, ShowsNoNameOnceASecretWasRead) {
  ReferenceCall call(
      {.entries = R"([
        {"target": {"environment": true}, "toFieldPath": "name",
         "fromObject": {"version": "v1", "kind": "Secret", "name": "s",
                        "fieldPath": "data.k"}},
        {"target": {"resource": "a"}, "toFieldPath": "spec.x",
         "fromObject": {"version": "v1", "kind": "ConfigMap", "nameFrom":
                        {"environment": true, "fieldPath": "name"},
                        "fieldPath": "data.k"}}])",
       .answers = R"({"obj:v1/Secret/team-a/s": {"items": [{"resource":
           {"apiVersion": "v1", "kind": "Secret", "data": {"k": "YW5u"}}}]},
           "obj:v1/ConfigMap/team-a/ann": {}})"});
  EXPECT_EQ(
      call.Condition(),
      "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
      "team-a/? data.k)");
}

}  // namespace
}  // namespace loom

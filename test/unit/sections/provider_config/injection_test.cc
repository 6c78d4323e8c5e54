// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/injection.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/contract/transition.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/injected.h"

namespace loom {
namespace {

using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::IsEmpty;

// A resource named `a` in front of a composite whose label is `edge`.
struct Row {
  const char* reason;
  const char* section;
  const char* desired;
  const char* want;  // "": unchanged
};

void Check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    GivenResources resources({.desired = {{"a", row.desired}}});
    Pool* pool = resources.pool();
    auto composite = ParseJson(
        R"({"metadata": {"labels": {"cfg": "edge", "team": "blue"}}})", pool);
    auto outcome =
        Injected(ConfigOf(row.section, pool), *composite, nullptr, resources);
    ASSERT_TRUE(outcome.ok());
    bool unchanged = *row.want == '\0';
    EXPECT_EQ(resources.DesiredJson("a"),
              Sorted(unchanged ? row.desired : row.want));
    EXPECT_EQ(resources.changed(), unchanged ? 0u : 1u);
    EXPECT_THAT(outcome->withheld, IsEmpty());
  }
}

TEST(Injection, WritesNameAndLabel) {
  Check({
      {"Both are made where they are missing, all else stays.", "{}",
       R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket", "spec":
           {"forProvider": {"n": null, "l": [1, null]}}})",
       R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
           "metadata": {"labels": {"cfg": "edge"}}, "spec":
           {"forProvider": {"n": null, "l": [1, null]},
            "providerConfigRef": {"name": "edge"}}})"},
      {"Both are overwritten, what stands beside them stays.", "{}",
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels":
           {"cfg": "old", "team": "red"}}, "spec": {"providerConfigRef":
           {"name": "old", "policy": {}}}})",
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels":
           {"cfg": "edge", "team": "red"}}, "spec": {"providerConfigRef":
           {"name": "edge", "policy": {}}}})"},
      {"The newer shape has a kind.", "{}",
       R"({"apiVersion": "s3.m.example.org/v1", "spec": {"forProvider": {}}})",
       R"({"apiVersion": "s3.m.example.org/v1", "metadata": {"labels":
           {"cfg": "edge"}}, "spec": {"forProvider": {}, "providerConfigRef":
           {"name": "edge", "kind": "ClusterProviderConfig"}}})"},
      {"A spec that is missing is made where all are injected.",
       R"({"targets": {"detection": "All"}})",
       R"({"apiVersion": "v1", "kind": "ConfigMap"})",
       R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"labels":
           {"cfg": "edge"}}, "spec": {"providerConfigRef":
           {"name": "edge"}}})"},
      {"Nothing is written into a manifest.", "{}",
       R"({"apiVersion": "kubernetes.example.org/v1", "kind": "Object",
           "spec": {"forProvider": {"manifest": {"spec": {"forProvider":
           {}}}}}})",
       R"({"apiVersion": "kubernetes.example.org/v1", "kind": "Object",
           "metadata": {"labels": {"cfg": "edge"}}, "spec":
           {"forProvider": {"manifest": {"spec": {"forProvider": {}}}},
            "providerConfigRef": {"name": "edge"}}})"},
      {"What is not known to be managed is left alone.", "{}",
       R"({"apiVersion": "example.org/v1", "spec": {"size": 1}})", ""},
      {"So is an object of another sort.", "{}", "{}", ""},
  });
}

TEST(Injection, LeavesAloneWhatIsIgnoredOrExcluded) {
  constexpr char kTrueOnly[] = R"({"ignoreMatch": "True"})";
  constexpr char kSkipFalse[] =
      R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels":
          {"skip": "false"}}, "spec": {"forProvider": {}}})";
  constexpr char kBucket[] =
      R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
          "spec": {"providerConfigRef": {"name": "own"}}})";
  constexpr char kInjected[] =
      R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
          "metadata": {"labels": {"cfg": "edge"}},
          "spec": {"providerConfigRef": {"name": "edge"}}})";
  Check({
      {"The ignore label counts with any value.", "{}", kSkipFalse, ""},
      {"With ignoreMatch True it has to be true, in any case.", kTrueOnly,
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels":
           {"skip": "TRUE"}}, "spec": {"forProvider": {}}})",
       ""},
      {"Another value does not count then.", kTrueOnly, kSkipFalse,
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels":
           {"skip": "false", "cfg": "edge"}}, "spec": {"forProvider": {},
           "providerConfigRef": {"name": "edge"}}})"},
      {"An annotation is no label.", "{}",
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"annotations":
           {"skip": "true"}}, "spec": {"forProvider": {}}})",
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"annotations":
           {"skip": "true"}, "labels": {"cfg": "edge"}}, "spec":
           {"forProvider": {}, "providerConfigRef": {"name": "edge"}}})"},
      {"A rule excludes by group.",
       R"({"targets": {"exclude": [{"group": "*.example.org"}]}})", kBucket,
       ""},
      {"A rule for others does not.",
       R"({"targets": {"exclude": [{"kind": "Object"}]}})", kBucket, kInjected},
      {"Rules to include limit injection to what they name.",
       R"({"targets": {"include": [{"resource": "^b"}]}})", kBucket, ""},
      {"One of them is enough.",
       R"({"targets": {"include": [{"kind": "X"}, {"resource": "^a$"}]}})",
       kBucket, kInjected},
      {"To exclude goes before to include.",
       R"({"targets": {"include": [{"kind": "Bucket"}],
                       "exclude": [{"resource": "a"}]}})",
       kBucket, ""},
      {"IfNotPresent keeps a name, and sets no label.",
       R"({"policy": "IfNotPresent"})", kBucket, ""},
      {"IfNotPresent fills an empty one.", R"({"policy": "IfNotPresent"})",
       R"({"apiVersion": "s3.example.org/v1", "kind": "Bucket",
           "spec": {"providerConfigRef": {"name": ""}}})",
       kInjected},
  });
}

TEST(Injection, HandsLabelsDown) {
  constexpr char kBucket[] =
      R"({"apiVersion": "s3.example.org/v1", "spec": {"forProvider": {}}})";
  constexpr char kNested[] =
      R"({"apiVersion": "example.org/v1", "spec": {"crossplane": {}}})";
  constexpr char kLabelled[] =
      R"({"apiVersion": "example.org/v1", "metadata": {"labels":
          {"cfg": "edge"}}, "spec": {"crossplane": {}}})";
  Check({
      {"A nested composite gets the label alone.", "{}", kNested, kLabelled},
      {"Its own label is overwritten.", "{}",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"cfg": "own"}}, "spec": {"crossplane": {}}})",
       kLabelled},
      {"With the ignore label it still gets it.", "{}",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"skip": "true"}}, "spec": {"crossplane": {}}})",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"skip": "true", "cfg": "edge"}}, "spec": {"crossplane": {}}})"},
      {"But then its own stays; further labels alike.",
       R"({"nestedComposites": {"copyLabels": ["team"]}})",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"skip": "", "cfg": "own"}}, "spec": {"crossplane": {}}})",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"skip": "", "cfg": "own", "team": "blue"}}, "spec":
           {"crossplane": {}}})"},
      {"Further labels that the composite lacks are none.",
       R"({"nestedComposites": {"copyLabels": ["stage", "team"]}})", kNested,
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"cfg": "edge", "team": "blue"}}, "spec": {"crossplane": {}}})"},
      {"Nested composites can be left alone.",
       R"({"nestedComposites": {"mode": "Ignore"}})", kNested, ""},
      {"Or be injected like others.",
       R"({"nestedComposites": {"mode": "Inject"}})", kNested,
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"cfg": "edge"}}, "spec": {"crossplane": {}, "providerConfigRef":
           {"name": "edge"}}})"},
      {"Then the ignore label keeps everything away.",
       R"({"nestedComposites": {"mode": "Inject"}})",
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"skip": ""}}, "spec": {"crossplane": {}}})",
       ""},
      {"Never: no label on what is injected.", R"({"propagateLabel": "Never"})",
       kBucket,
       R"({"apiVersion": "s3.example.org/v1", "spec": {"forProvider": {},
           "providerConfigRef": {"name": "edge"}}})"},
      {"Never: further labels are handed down.",
       R"({"propagateLabel": "Never",
           "nestedComposites": {"copyLabels": ["team"]}})",
       kNested,
       R"({"apiVersion": "example.org/v1", "metadata": {"labels":
           {"team": "blue"}}, "spec": {"crossplane": {}}})"},
      {"All: a label on what is not managed.", R"({"propagateLabel": "All"})",
       R"({"apiVersion": "v1", "kind": "ConfigMap"})",
       R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"labels":
           {"cfg": "edge"}}})"},
      {"All: none on what is ignored.", R"({"propagateLabel": "All"})",
       R"({"apiVersion": "v1", "metadata": {"labels": {"skip": ""}}})", ""},
  });
}

constexpr char kApplied[] = "ProviderConfigApplied: ";

// What the composite reports, in front of two buckets, `a` and `b`.
TEST(Injection, ReportsWhatHappened) {
  constexpr char kBucket[] =
      R"({"apiVersion": "s3.example.org/v1", "spec": {"forProvider": {}}})";
  constexpr char kBroken[] =
      R"({"apiVersion": "s3.example.org/v1",
          "spec": {"forProvider": {}, "providerConfigRef": []}})";
  struct {
    const char* reason;
    const char* section;
    const char* label;   // nullptr: none
    const char* before;  // status, reason and message; nullptr: none
    const char* b;
    const char* condition;
    std::string result;
  } tests[] = {
      {"How many were injected.", "{}", "edge", nullptr, kBucket,
       "True Injected edge: 2 composed resources", "none"},
      {"One is not many.", "{}", "edge", nullptr, "{}",
       "True Injected edge: 1 composed resource", "none"},
      {"None is none.", R"({"targets": {"include": [{"kind": "X"}]}})", "edge",
       nullptr, kBucket, "True Injected edge: 0 composed resources", "none"},
      {"Nothing asked for, nothing said.", "{}", nullptr, nullptr, kBucket,
       "none", "none"},
      {"Unless something was said before.", "{}", "local",
       R"("True", "reason": "Injected", "message": "a: 1 composed resource")",
       kBucket, "True NotRequested ", "none"},
      {"A fault that is no more asked about has gone.", "{}", nullptr,
       R"("False", "reason": "InjectionFailed", "message": "b: broken")",
       kBucket, "True NotRequested ",
       absl::StrCat("Normal NotRequested ", kApplied, "NotRequested")},
      {"A fault is named by resource, the others are injected.", "{}", "edge",
       nullptr, kBroken,
       "False InjectionFailed b: spec.providerConfigRef is not an object",
       absl::StrCat("Warning InjectionFailed ", kApplied,
                    "b: spec.providerConfigRef is not an object")},
      {"The same fault is not reported twice.", "{}", "edge",
       R"("False", "reason": "InjectionFailed",
          "message": "b: spec.providerConfigRef is not an object")",
       kBroken,
       "False InjectionFailed b: spec.providerConfigRef is not an object",
       "none"},
      {"Labels that are none are a fault too.", "{}", "edge", nullptr,
       R"({"apiVersion": "s3.example.org/v1", "metadata": {"labels": []},
           "spec": {"forProvider": {}}})",
       "False InjectionFailed b: labels is not an object",
       absl::StrCat("Warning InjectionFailed ", kApplied,
                    "b: labels is not an object")},
      {"Another name than before is reported.", "{}", "edge",
       R"("True", "reason": "Injected", "message": "core: 2 composed resources")",
       kBucket, "True Injected edge: 2 composed resources",
       absl::StrCat("Normal Injected ", kApplied,
                    "edge: 2 composed resources")},
      {"Another count is not.", "{}", "edge",
       R"("True", "reason": "Injected", "message": "edge: 1 composed resource")",
       kBucket, "True Injected edge: 2 composed resources", "none"},
      {"The end of a fault is reported.", "{}", "edge",
       R"("False", "reason": "InjectionFailed", "message": "b: broken")",
       kBucket, "True Injected edge: 2 composed resources",
       absl::StrCat("Normal Injected ", kApplied,
                    "edge: 2 composed resources")},
      {"A required label is missing.", R"({"required": true})", nullptr,
       nullptr, kBucket,
       "False LabelMissing label cfg is missing on the composite",
       absl::StrCat("Warning LabelMissing ", kApplied,
                    "label cfg is missing on the composite")},
      {"A no-op value is a value.", R"({"required": true})", "local", nullptr,
       kBucket, "none", "none"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    GivenResources resources({.desired = {{"a", kBucket}, {"b", test.b}}});
    Pool* pool = resources.pool();
    std::string json = absl::StrCat(
        R"({"metadata": {"labels": {)",
        test.label ? absl::StrCat(R"("cfg": ")", test.label, "\"") : "",
        R"(}}, "status": {"conditions": [)",
        test.before
            ? absl::StrCat(R"({"type": "ProviderConfigApplied", "status": )",
                           test.before, "}")
            : "",
        "]}}");
    auto composite = ParseJson(json, pool);
    ASSERT_TRUE(composite.ok());
    auto outcome =
        Injected(ConfigOf(test.section, pool), *composite, nullptr, resources);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(Text(ConditionIn(*outcome)), test.condition);
    EXPECT_EQ(Text(ResultFor(*composite, *outcome)), test.result);
  }
}

TEST(Injection, LeavesAResourceThatDoesNotFitItsFieldRuleAsItWas) {
  constexpr char kSection[] = R"({"targets": {"include": [{"kind": "App"}]},
      "fieldPaths": [{"kind": "App", "namePath": "spec.destination.name",
                      "kindPath": "spec.kind.name"}]})";
  const struct {
    const char* reason;
    const char* desired;
    const char* why;
  } tests[] = {
      {"The name.",
       R"({"apiVersion": "argoproj.io/v1", "kind": "App",
           "spec": {"destination": "here"}})",
       "spec.destination is not an object"},
      {"The kind, for which the name is taken back.",
       R"({"apiVersion": "argoproj.m.io/v1", "kind": "App",
           "spec": {"kind": "here"}})",
       "spec.kind is not an object"},
      {"The labels.",
       R"({"apiVersion": "argoproj.io/v1", "kind": "App",
           "metadata": {"labels": []}})",
       "labels is not an object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    GivenResources resources({.desired = {{"a", test.desired}}});
    Pool* pool = resources.pool();
    auto composite =
        ParseJson(R"({"metadata": {"labels": {"cfg": "edge"}}})", pool);
    auto outcome =
        Injected(ConfigOf(kSection, pool), *composite, nullptr, resources);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(Text(ConditionIn(*outcome)),
              absl::StrCat("False InjectionFailed a: ", test.why));
    EXPECT_EQ(resources.DesiredJson("a"), Sorted(test.desired));
  }
}

TEST(Injection, WithholdsWhatIsNewWithoutARequiredName) {
  constexpr char kBucket[] =
      R"({"apiVersion": "s3.example.org/v1", "spec": {"forProvider": {}}})";
  GivenResources resources(
      {.desired = {{"new", kBucket},
                   {"also-new", kBucket},
                   {"old", kBucket},
                   {"settings", R"({"apiVersion": "v1"})"},
                   {"ignored",
                    R"({"apiVersion": "s3.example.org/v1", "metadata":
                        {"labels": {"skip": ""}},
                        "spec": {"forProvider": {}}})"}},
       .observed = {{"old", kBucket}}});
  Pool* pool = resources.pool();
  auto composite = ParseJson("{}", pool);
  auto outcome = Injected(ConfigOf(R"({"required": true})", pool), *composite,
                          nullptr, resources);
  ASSERT_TRUE(outcome.ok());
  const char* const kWhy = "label cfg is missing on the composite";
  const char* const kPlace = "providerConfig";
  EXPECT_THAT(outcome->withheld,
              ElementsAre(FieldsAre("also-new", kWhy, kPlace),
                          FieldsAre("new", kWhy, kPlace)));
  EXPECT_EQ(resources.changed(), 0u);
}

TEST(Injection, SetsNoLabelThatTheServerWouldRefuse) {
  const struct {
    const char* reason;
    std::string name;
    bool is_name;  // of an object
  } tests[] = {{"Objects may have longer names.", std::string(64, 'a'), true},
               {"It begins with a hyphen.", "-a", false},
               {"It has a slash.", "a/b", false},
               {"It ends with a point.", "a.", false}};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string& name = test.name;
    GivenResources resources(
        {.desired = {{"a", R"({"apiVersion": "s3.example.org/v1",
                               "spec": {"forProvider": {}}})"}}});
    Pool* pool = resources.pool();
    auto composite = ParseJson("{}", pool);
    auto environment =
        ParseJson(absl::StrCat(R"({"name": ")", name, "\"}"), pool);
    auto outcome = Injected(
        ConfigOf(R"({"from": [{"environment": {"fieldPath": "name"}}]})", pool),
        *composite, &*environment, resources);
    ASSERT_EQ(outcome.ok(), test.is_name);
    if (!test.is_name) continue;
    EXPECT_EQ(resources.DesiredJson("a"),
              absl::StrCat(R"({"apiVersion":"s3.example.org/v1","spec":)",
                           R"({"forProvider":{},"providerConfigRef":)",
                           R"({"name":")", name, R"("}}})"));
  }
}

TEST(Injection, PassesOnThatAResourceIsNoObject) {
  Pool pool;
  auto composite =
      ParseJson(R"({"metadata": {"labels": {"cfg": "edge"}}})", &pool);
  GivenResources desired({.desired = {{"a", GivenResources::kBroken}}});
  GivenResources observed(
      {.desired = {{"a", "{}"}}, .observed = {{"a", GivenResources::kBroken}}});
  ProviderConfig config = ConfigOf("{}", &pool);
  for (GivenResources* resources : {&desired, &observed}) {
    auto outcome = Injected(config, *composite, nullptr, *resources);
    EXPECT_EQ(outcome.status().code(), absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace loom

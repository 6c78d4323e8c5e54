// SPDX-License-Identifier: Apache-2.0
#include "sections/references/references.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

TEST(References, OfOneTargetStopAtTheFirstFailure) {
  const std::string a = R"({"resource": "a"})", b = R"({"resource": "b"})";
  ReferenceCall call(
      {.entries = absl::StrCat("[", To(a, "spec.one", kThere), ",",
                               To(a, "spec.two", kMissingSource), ",",
                               To(a, "spec.three", kThere), ",",
                               To(b, "spec.x", kThere), "]"),
       .desired = R"({"a": {"resource": {"kind": "A"}},
                      "b": {"resource": {"kind": "B"}}})",
       .observed = kObserved});
  EXPECT_EQ(call.Spec(), R"({"one":"t"})");
  EXPECT_EQ(call.At("desired.resources[b].resource.spec"), R"({"x":"t"})");
}

// A resource is not made without a field that it requires, whatever stopped it.
TEST(References, ThatAreStoppedWithholdAsThoseThatFail) {
  const std::string a = R"({"resource": "a"})", b = R"({"resource": "b"})";
  const std::string gone =
      absl::StrCat(kMissingSource, R"(, "policy": {"resolve": "Always"})");
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[", To(a, "spec.one", gone), ",", To(a, "spec.two", kThere), ",",
           To(b, "spec.one", gone), ",", To(b, "spec.one", kThere), "]"),
       .desired = R"({"a": {"resource": {"kind": "A", "spec": {"one": "d"}}},
                      "b": {"resource": {"kind": "B", "spec": {"one": "d"}}}})",
       .observed = "{}"});
  EXPECT_EQ(call.At("desired.resources[a]"), "absent");
  EXPECT_EQ(call.At("desired.resources[b].resource.spec"), R"({"one":"d"})");
  EXPECT_EQ(call.At("desired.composite.ready"), R"("READY_FALSE")");
}

// Of several sources it is the one that is not there yet that is waited for.
TEST(References, ThatWaitForEachOtherAreOneCycle) {
  auto from = [](const char* name) {
    return absl::StrCat(R"({"fromResource": {"name": ")", name,
                        R"(", "fieldPath": "spec.y"}})");
  };
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[",
           To(R"({"resource": "b"})", "spec.x",
              absl::StrCat(R"("combine": {"variables": [)", from("a"), ",",
                           from("c"), R"(], "fmt": "%s%s"})")),
           ",",
           To(R"({"resource": "c"})", "spec.x",
              R"("fromResource": {"name": "b", "fieldPath": "spec.x"})"),
           "]"),
       .desired = R"({"a": {"resource": {"kind": "A"}},
                      "b": {"resource": {"kind": "B"}},
                      "c": {"resource": {"kind": "C"}}})",
       .observed = kObserved});
  EXPECT_EQ(call.Condition(),
            "FALSE ReferenceCycle b: reference cycle b -\\u003e c -\\u003e b");
}

// The author hears of all of them at once, and before anything is asked for.
TEST(References, OfAClusterScopedCompositeNeedNamespaces) {
  constexpr char kSource[] = R"("fromObject": {"version": "v1", "kind":
      "ConfigMap", "name": "cm", "fieldPath": "data.k"})";
  constexpr char kAsks[] = R"("fromObject": {"version": "v1", "kind":
      "ConfigMap", "namespace": "ops", "name": "cm", "fieldPath": "data.k"})";
  const std::string early = R"({"environment": true})";
  constexpr char kWhy[] =
      ".fromObject.namespace: required for the namespaced kind ConfigMap, "
      "because the composite is cluster-scoped";
  const struct {
    const char* first;
    std::string want;
  } tests[] = {
      {kAsks, absl::StrCat("invalid Function input: references[1]", kWhy)},
      {kSource, absl::StrCat("invalid Function input: references[0]", kWhy,
                             "; references[1]", kWhy)},
  };
  for (const auto& test : tests) {
    ReferenceCall call(
        {.entries =
             absl::StrCat("[", To(early, "zone", test.first), ",",
                          To(R"({"resource": "a"})", "spec.x", kSource), "]"),
         .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
             "metadata": {"name": "x"}})"});
    EXPECT_EQ(call.Result(), test.want);
    EXPECT_EQ(call.At("requirements"), "absent");
  }
}

// A query without a namespace reaches all of them.
TEST(References, OfAClusterScopedCompositeDoNotQueryAllSecrets) {
  ReferenceCall call(
      {.entries = EntryTo(R"("fromObject": {"version": "v1", "kind": "Secret",
           "matchLabels": [{"key": "k", "value": "v"}],
           "fieldPath": "data.k"})"),
       .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
           "metadata": {"name": "x"}})"});
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Condition(),
            "FALSE ReferenceNotAllowed a spec.x: not allowed by the secret "
            "policy (v1 Secret k=v data.k)");
}

// A later entry sees what an earlier one wrote.
TEST(References, AreResolvedInTheirOrder) {
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[",
           To(R"({"resource": "a"})", "spec.name",
              R"("fromComposite": {"fieldPath": "spec.name"})"),
           ",",
           To(R"({"resource": "a"})", "spec.x",
              R"("fromObject": {"version": "v1", "kind": "ConfigMap",
                 "nameFrom": {"resource": "a", "fieldPath": "spec.name"},
                 "fieldPath": "data.k"})"),
           "]")});
  EXPECT_NE(call.At("requirements.resources[obj:v1/ConfigMap/team-a/cm]"),
            "absent");
}

// Templates use what references wrote to the environment and the status.
TEST(References, AreThereBeforeTheTemplates) {
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[", To(R"({"environment": true})", "zone", kThere), ",",
           To(R"({"composite": true})", "status.zone", kThere), ",",
           To(R"({"context": "example.org/k"})", "deep.er", kThere), ",",
           To(R"({"resource": "new"})", "spec.id", kThere), "]"),
       .more = R"({"resources": [{"name": "new", "base": {"apiVersion":
           "example.org/v1", "kind": "New"}, "patches": [{"type":
           "FromEnvironmentFieldPath", "fromFieldPath": "zone",
           "toFieldPath": "spec.zone"}]}]})"});
  EXPECT_EQ(call.At("desired.resources[new].resource.spec"),
            R"({"id":"t","zone":"t"})");
  EXPECT_EQ(call.At("desired.composite.resource"),
            R"({"apiVersion":"example.org/v1","kind":"X",)"
            R"("status":{"zone":"t"}})");
  EXPECT_EQ(call.At("context[example.org/k]"), R"({"deep":{"er":"t"}})");
  EXPECT_EQ(call.Condition(), "TRUE Resolved");
}

TEST(References, GoToEverySelectedResource) {
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[", To(R"({"resourceSelector": {"kind": "A"}})", "spec.x", kThere),
           "]"),
       .desired = R"({"a": {"resource": {"kind": "A"}},
                      "b": {"resource": {"kind": "A"}},
                      "c": {"resource": {"kind": "C"}}})"});
  EXPECT_EQ(call.Spec(), R"({"x":"t"})");
  EXPECT_EQ(call.At("desired.resources[b].resource.spec"), R"({"x":"t"})");
  EXPECT_EQ(call.At("desired.resources[c].resource.spec"), "absent");
}

TEST(References, OfAFlagThatIsClosedAskForNothing) {
  ReferenceCall call(
      {.entries = EntryTo(R"("fromObject": {"version": "v1", "kind": "Secret",
           "name": "s", "fieldPath": "data.k"})"),
       .more = R"({"security": {"secrets": "Allow"}})"},
      {.access = {.secrets = SecretAccess::kDeny}});
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Condition(),
            "FALSE ReferenceNotAllowed a spec.x: not allowed by the secret "
            "policy (v1 Secret team-a/s data.k)");
}

// The input narrows what the flags allow.
TEST(References, OfAnInputThatIsClosedAskForNothing) {
  ReferenceCall call(
      {.entries = EntryTo(R"("fromObject": {"version": "v1", "kind": "Secret",
           "name": "s", "namespace": "ops", "fieldPath": "data.k"})"),
       .more = R"({"security": {"secrets": "Deny"}})"},
      {.access = {.secrets = SecretAccess::kAllow,
                  .cross_namespace = NamespaceAccess::kAllow}});
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Condition(),
            "FALSE ReferenceNotAllowed a spec.x: not allowed by the secret "
            "policy (v1 Secret ops/s data.k)");
}

std::string ConfigMapTo(absl::string_view path, absl::string_view name) {
  return To(R"({"resource": "a"})", path,
            absl::StrCat(R"("fromObject": {"version": "v1", "kind":
                "ConfigMap", "name": ")",
                         name, R"(", "fieldPath": "data.k"})"));
}

// The order in which an author wrote them is none of Crossplane's business.
TEST(References, AskForTheSameInAnyOrder) {
  const std::string first = ConfigMapTo("spec.x", "cm-1"),
                    second = ConfigMapTo("spec.y", "cm-2");
  ReferenceCall forward(
      {.entries = absl::StrCat("[", first, ",", second, "]")});
  ReferenceCall backward(
      {.entries = absl::StrCat("[", second, ",", first, "]")});
  EXPECT_NE(forward.At("requirements.resources[obj:v1/ConfigMap/team-a/cm-2]"),
            "absent");
  EXPECT_EQ(forward.At("requirements"), backward.At("requirements"));
  EXPECT_EQ(forward.At("context"), backward.At("context"));
}

// An object names the next one, and everything is asked for every time.
TEST(References, OfAChainSettleInAsManyRoundsAsItIsLong) {
  std::string entries, answers;
  for (int i = 0; i < 3; ++i) {
    const std::string name =
        i == 0 ? R"("name": "cm-0")"
               : absl::StrCat(R"("nameFrom": {"resource": "a", "fieldPath":
                     "spec.next)",
                              i - 1, "\"}");
    absl::StrAppend(&entries, i == 0 ? "" : ",",
                    To(R"({"resource": "a"})", absl::StrCat("spec.next", i),
                       absl::StrCat(R"("fromObject": {"version": "v1", "kind":
                           "ConfigMap", "fieldPath": "data.k", )",
                                    name, "}")));
  }
  for (int round = 0; round <= 3; ++round) {
    SCOPED_TRACE(round);
    ReferenceCall call({.entries = absl::StrCat("[", entries, "]"),
                        .answers = absl::StrCat("{", answers, "}")});
    for (int i = 0; i < 4; ++i) {
      const std::string key = absl::StrCat("obj:v1/ConfigMap/team-a/cm-", i);
      EXPECT_EQ(call.At(absl::StrCat("requirements.resources[", key, "]")) ==
                    "absent",
                i > round || i == 3)
          << key;
    }
    EXPECT_EQ(
        call.Spec(),
        round < 3 ? "{}" : R"({"next0":"cm-1","next1":"cm-2","next2":"cm-3"})");
    absl::StrAppend(&answers, round == 0 ? "" : ",",
                    R"("obj:v1/ConfigMap/team-a/cm-)", round,
                    R"(": {"items": [{"resource": {"data": {"k": "cm-)",
                    round + 1, R"("}}}]})");
  }
}

TEST(References, GoToEveryElement) {
  ReferenceCall call(
      {.entries =
           "[" + To(R"({"resource": "a"})", "spec.list[*].x", kThere) + "]",
       .desired = R"({"a": {"resource": {"kind": "A", "spec":
           {"list": [{"n": 1}, {"n": 2}]}}}})"});
  EXPECT_EQ(call.Spec(), R"({"list":[{"n":1,"x":"t"},{"n":2,"x":"t"}]})");
}

// What is withheld gets no provider config, and is not counted.
TEST(References, WithholdBeforeProviderConfigsAreInjected) {
  ReferenceCall call(
      {.entries = EntryTo(kMissingSource),
       .desired = R"({"a": {"resource": {"apiVersion": "s3.example.org/v1",
           "kind": "A", "spec": {"forProvider": {}}}},
           "b": {"resource": {"apiVersion": "s3.example.org/v1",
           "kind": "B", "spec": {"forProvider": {}}}}})",
       .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
           "metadata": {"name": "x", "labels":
           {"appcat.vshn.io/provider-config": "edge"}}})",
       .more = R"({"providerConfig": {}})"});
  EXPECT_EQ(call.At("desired.resources[a]"), "absent");
  EXPECT_EQ(call.At("conditions[1].message"), R"("edge: 1 composed resource")");
}

// Credentials are as confidential as Secrets: a name that was read after them may
// be one of their values.
TEST(References, ShowNoNameOnceCredentialsWereRead) {
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[",
           To(R"({"environment": true})", "name",
              R"("fromCredentials": {"name": "login", "key": "k"})"),
           ",",
           To(R"({"resource": "a"})", "spec.x",
              R"("fromObject": {"version": "v1", "kind": "ConfigMap",
                 "nameFrom": {"environment": true, "fieldPath": "name"},
                 "fieldPath": "data.k"})"),
           "]"),
       .answers = R"({"obj:v1/ConfigMap/team-a/ann": {}})",
       .credentials =
           R"({"login": {"credentialData": {"data": {"k": "YW5u"}}}})"});
  EXPECT_EQ(
      call.Condition(),
      "UNKNOWN ReferenceNotFound a spec.x: object not found (v1 ConfigMap "
      "team-a/? data.k)");
}

TEST(References, ThatNobodyHasAnyMoreAreSaidToBeNone) {
  const std::string composite = R"({"apiVersion": "example.org/v1", "kind":
      "X", "metadata": {"name": "x"}, "status": {"conditions": [{"type":
      "ReferencesResolved", "status": "False", "reason": "R",
      "lastTransitionTime": "2026-02-03T04:05:06Z"}]}})";
  const std::string entries =
      "[" + To(R"({"resource": "gone"})", "spec.x", kThere) + "]";
  ReferenceCall call({.entries = entries, .composite = composite});
  EXPECT_EQ(call.Condition(), "TRUE NoReferences");
  ReferenceCall never({.entries = entries});
  EXPECT_EQ(never.Condition(), "absent");
}

// An error of the destination is reported as one of the reference.
TEST(References, ThatDoNotFitAreReported) {
  ReferenceCall call(
      {.entries = "[" + To(R"({"resource": "a"})", "kind.x", kThere) + "]"});
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference a kind.x: kind is not an object");
}

}  // namespace
}  // namespace loom

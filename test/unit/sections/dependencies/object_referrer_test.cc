// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sections/dependencies/object_references.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

std::string ObjectObjectReferrer(absl::string_view spec = "{}",
                                 bool namespaced = false) {
  return absl::StrCat(
      R"({"resource": {"apiVersion": "kubernetes.)", namespaced ? "m." : "",
      "crossplane.io/", namespaced ? "v1alpha1" : "v1alpha2",
      R"(", "kind": "Object", "metadata": {"name": "o-1"}, "spec": )", spec,
      "}}");
}

std::string OnObjectReferrer(absl::string_view prerequisites) {
  return absl::StrCat(R"("dependencies": [{"resource": "o", "dependsOn": )",
                      prerequisites, R"(, "mode": "Reference"}])");
}

constexpr char kReferences[] = "desired.resources[o].resource.spec.references";
constexpr char kToDatabase[] =
    R"({"references": [{"dependsOn": {"apiVersion": "sql.example.org/v1",
        "kind": "Database", "name": "o"}}]})";

TEST(ObjectReferrer, SaysWhatAnObjectDependsOn) {
  const std::string database =
      R"([{"dependsOn":{"apiVersion":"sql.example.org/v1",)"
      R"("kind":"Database","name":"o"}}])";
  const struct {
    const char* reason;
    SectionRequest request;
    std::string want;
  } tests[] = {
      {"An object of any kind, as it was named.",
       {.input =
            OnObjectReferrer(R"([{"name": "x", "apiVersion": "example.org/v1",
                         "kind": "Db", "namespace": "n"}])"),
        .desired = {{"o", ObjectObjectReferrer()}}},
       R"([{"dependsOn":{"apiVersion":"example.org/v1","kind":"Db",)"
       R"("name":"x","namespace":"n"}}])"},
      {"A cluster-scoped kind has no namespace.",
       {.input = OnObjectReferrer(R"([{"name": "x", "namespace": "n",
                         "apiVersion": "kubernetes.crossplane.io/v1alpha2"}])"),
        .desired = {{"o", ObjectObjectReferrer()}}},
       R"([{"dependsOn":{"apiVersion":"kubernetes.crossplane.io/v1alpha2",)"
       R"("kind":"Object","name":"x"}}])"},
      {"A namespaced kind has that of the composite.",
       {.input = OnObjectReferrer(
            R"([{"name": "x", "apiVersion": "sql.m.example.org/v1",
                         "kind": "Db"}])"),
        .desired = {{"o", ObjectObjectReferrer("{}", true)}},
        .composite = kModernComposite},
       R"([{"dependsOn":{"apiVersion":"sql.m.example.org/v1","kind":"Db",)"
       R"("name":"x","namespace":"team-a"}}])"},
      {"While the name is not known, an Object that exists keeps "
       "what it has.",
       {.input = OnObjectReferrer(R"([{"resource": "a"}])"),
        .desired = {{"a", Managed()}, {"o", ObjectObjectReferrer()}},
        .observed = {{"o", ObjectObjectReferrer(kToDatabase)}}},
       database},
      {"Also when what it depends on is not even desired.",
       {.input = OnObjectReferrer(R"([{"resource": "a"}])"),
        .desired = {{"o", ObjectObjectReferrer()}},
        .observed = {{"o", ObjectObjectReferrer(kToDatabase)}}},
       database},
      {"Once it is known, what is observed counts no more.",
       {.input = OnObjectReferrer(R"([{"resource": "a"}])"),
        .desired = {{"a", Managed()}, {"o", ObjectObjectReferrer()}},
        .observed = {{"a", Managed("True")},
                     {"o", ObjectObjectReferrer(R"({"references": [{"dependsOn":
                          {"name": "old"}}]})")}}},
       database},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.At(kReferences), test.want);
    EXPECT_EQ(call.Results(), "");
  }
}

TEST(ObjectReferrer, WarnsOnceOfKindsThatAreMeantElsewhere) {
  const std::string input =
      OnObjectReferrer(R"([{"name": "x", "apiVersion": "v1",
      "kind": "ConfigMap", "namespace": "n"}])");
  SectionCall first(
      {.input = input, .desired = {{"o", ObjectObjectReferrer()}}});
  EXPECT_EQ(first.Results(),
            "WARNING o: provider-kubernetes looks for ConfigMap x on the "
            "control plane, not in the cluster of the Object "
            "(ReferenceOnControlPlane)");
  SectionCall second(
      {.input = input,
       .desired = {{"o", ObjectObjectReferrer()}},
       .observed = {{"o", ObjectObjectReferrer(R"({"references": [{"dependsOn":
                          {"apiVersion": "v1", "kind": "ConfigMap",
                           "name": "x", "namespace": "n"}}]})")}}});
  EXPECT_EQ(second.Results(), "");
}

TEST(ObjectReferrer, DoesNotWarnWhileTheObjectIsWithheld) {
  const std::string ns = R"({"resource": {"apiVersion": "v1", "kind":
      "ConfigMap", "metadata": {"name": "n", "namespace": "x"}}})";
  const struct {
    const char* reason;
    const char* entries;
    const char* ready;  // of db
    const char* desired;
    bool warns;
  } tests[] = {
      {"It waits by the same entry.",
       R"({"resource": "o", "dependsOn": [{"resource": "ns"},
           {"resource": "db"}], "mode": "Both"})",
       "False", "db ns", false},
      {"It waits by a later one.",
       R"({"resource": "o", "dependsOn": [{"resource": "ns"}],
           "mode": "Reference"},
          {"resource": "o", "dependsOn": [{"resource": "db"}]})",
       "False", "db ns", false},
      {"It is made.",
       R"({"resource": "o", "dependsOn": [{"resource": "ns"},
           {"resource": "db"}], "mode": "Both"})",
       "True", "db ns o", true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat(R"("dependencies": [)", test.entries, "]"),
         .desired = {{"db", Managed()},
                     {"ns", ns},
                     {"o", ObjectObjectReferrer()}},
         .observed = {{"db", Managed(test.ready)}, {"ns", ns}}});
    EXPECT_EQ(call.Desired(), test.desired);
    EXPECT_EQ(absl::StrContains(call.Results(), "(ReferenceOnControlPlane)"),
              test.warns);
  }
}

TEST(ObjectReferrer, TellsOfObjectsThatHaveNoPlaceForIt) {
  for (const bool observed : {false, true}) {
    SectionRequest request{
        .input = OnObjectReferrer(R"([{"name": "x"}])"),
        .desired = {{"o", ObjectObjectReferrer(R"({"references": 5})")}}};
    if (observed) request.observed["o"] = ObjectObjectReferrer();
    SectionCall call(request);
    EXPECT_EQ(call.Condition("DependenciesReady"),
              "FALSE InvalidDependency o: spec.references is not a list");
    EXPECT_EQ(call.Desired(), observed ? "o" : "");
  }
}

}  // namespace
}  // namespace loom

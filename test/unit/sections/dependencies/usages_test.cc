// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/usages.h"

#include <gtest/gtest.h>

#include "test/testing/section_call.h"

namespace loom {
namespace {

std::string Named(absl::string_view kind, absl::string_view name,
                  absl::string_view ns = "") {
  return absl::StrCat(
      R"({"resource": {"apiVersion": "example.org/v1", "kind": ")", kind,
      R"(", "metadata": {"name": ")", name, "\"",
      ns.empty() ? "" : absl::StrCat(R"(, "namespace": ")", ns, "\""), "}}}");
}

std::string OnUsages(absl::string_view dependents,
                     absl::string_view prerequisites,
                     absl::string_view more = "") {
  return absl::StrCat(R"("dependencies": [{"resource": ")", dependents,
                      R"(", "dependsOn": [{"resource": ")", prerequisites,
                      R"("}], "deletion": "Usage")", more, "}]");
}

TEST(Usages, AreMadeForObservedPairs) {
  const std::string a = Named("A", "a");
  const std::string b = Named("B", "b");
  const std::string usage =
      R"({"resource": {"apiVersion": "protection.crossplane.io/v1beta1",
          "kind": "ClusterUsage", "metadata": {"name": "u"}}})";
  const struct {
    const char* reason;
    SectionRequest request;
    const char* desired;
  } tests[] = {
      {"Both are observed.",
       {OnUsages("b", "a"), {{"a", a}, {"b", b}}, {{"a", a}, {"b", b}}},
       "a b b-b-a-a-8187ca-dependency"},
      {"One is not.", {OnUsages("b", "a"), {{"a", a}}, {{"a", a}}}, "a"},
      {"Neither is desired any more, so one stays until the other is gone.",
       {OnUsages("b", "a"), {}, {{"a", a}, {"b", b}}},
       "a b-b-a-a-8187ca-dependency"},
      {"Not of a resource with itself.",
       {OnUsages(".*", ".*a"), {{"a", a}}, {{"a", a}}},
       "a"},
      {"Not of Usages, which patterns match, too.",
       {OnUsages(".*", "a|u"),
        {{"a", a}, {"b", b}, {"u", usage}},
        {{"a", a}, {"b", b}, {"u", usage}}},
       "a b b-b-a-a-8187ca-dependency u"},
      {"Not of Usages that are named.",
       {OnUsages("u", "a"), {{"a", a}, {"u", usage}}, {{"a", a}, {"u", usage}}},
       "a u"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SectionCall(test.request).Desired(), test.desired);
  }
}

// The observed Usage of C c, or D c, in that namespace of A a.
std::string Existing(absl::string_view name, absl::string_view ns) {
  return absl::StrCat(
      R"({"resource": {"apiVersion": "protection.crossplane.io/v1beta1",
          "kind": "Usage", "metadata": {"name": ")",
      name, R"(", "namespace": ")", ns, R"("}, "spec": {"of": {"apiVersion":
          "example.org/v1", "kind": "A", "resourceRef": {"name": "a"}}, "by":
          {"apiVersion": "example.org/v1", "kind": "C", "resourceRef":
          {"name": "c"}}}}})");
}

TEST(Usages, HaveNamesThatDiffer) {
  constexpr char kName[] = "c-c-a-a-8d15a1-dependency";
  constexpr char kOwn1[] = "c-c-a-a-59b0db-dependency";
  constexpr char kOwn2[] = "c-c-a-a-756b8d-dependency";
  const struct {
    const char* reason;
    std::map<std::string, std::string> dependents;
    std::map<std::string, std::string> usages;
    std::map<std::string, std::string> want;  // the namespace of each Usage
  } tests[] = {
      {"One has the name, in any namespace.",
       {{"c-2", Named("C", "c", "n2")}},
       {},
       {{kName, "n2"}}},
      {"Of two the first has it.",
       {{"c-1", Named("C", "c", "n1")}, {"c-2", Named("C", "c", "n2")}},
       {},
       {{kName, "n1"}, {kOwn2, "n2"}}},
      {"Or the one that has it already.",
       {{"c-1", Named("C", "c", "n1")}, {"c-2", Named("C", "c", "n2")}},
       {{kName, Existing(kName, "n2")}},
       {{kName, "n2"}, {kOwn1, "n1"}}},
      {"One has another name as long as that exists.",
       {{"c-1", Named("C", "c", "n1")}},
       {{kOwn1, Existing(kOwn1, "n1")}},
       {{kOwn1, "n1"}}},
      {"Nor does it take the name while the Usage of another pair has it.",
       {{"c-1", Named("C", "c", "n1")}},
       {{kName, Existing(kName, "n2")}},
       {{kOwn1, "n1"}}},
      {"Each keeps what it has.",
       {{"c-1", Named("C", "c", "n1")}, {"c-2", Named("C", "c", "n2")}},
       {{kName, Existing(kName, "n1")}, {kOwn2, Existing(kOwn2, "n2")}},
       {{kName, "n1"}, {kOwn2, "n2"}}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionRequest request{.input = OnUsages("c-.", "a"),
                           .observed = test.usages,
                           .answers = R"({"crd:cs.example.org": {},
                                          "crd:ces.example.org": {}})"};
    request.observed["a"] = Named("A", "a");
    request.observed.insert(test.dependents.begin(), test.dependents.end());
    SectionCall call(request);
    std::map<std::string, std::string> made;
    for (const auto& [name, resource] : call.message().desired().resources()) {
      if (!MayNameUsage(name)) continue;
      made[name] = resource.resource()
                       .fields()
                       .at("metadata")
                       .struct_value()
                       .fields()
                       .at("namespace")
                       .string_value();
    }
    EXPECT_EQ(made, test.want);
  }
}

TEST(Usages, HaveNamesThatDifferByGroup) {
  std::string other = Named("A", "a");
  other.replace(other.find("example.org"), 11, "example.com");
  const std::map<std::string, std::string> all = {
      {"a", Named("A", "a")}, {"a-2", other}, {"b", Named("B", "b")}};
  const SectionCall call(
      {.input = OnUsages("b", "a.*"), .desired = all, .observed = all});
  EXPECT_EQ(call.Desired(),
            "a a-2 b b-b-a-a-8187ca-dependency b-b-a-a-8a8220-dependency");
}

TEST(Usages, HaveTheIgnoreLabelOfTheInput) {
  const std::string a = Named("A", "a");
  SectionCall call(
      {.input = absl::StrCat(OnUsages("b", "a"), R"(, "providerConfig":
           {"ignoreLabelKey": "example.org/ignore"})"),
       .desired = {{"a", a}, {"b", Named("B", "b")}},
       .observed = {{"a", a}, {"b", Named("B", "b")}}});
  EXPECT_EQ(call.At("desired.resources[b-b-a-a-8187ca-dependency].resource."
                    "metadata.labels"),
            R"({"example.org/ignore":"true"})");
  EXPECT_EQ(call.At("desired.resources[b-b-a-a-8187ca-dependency].ready"),
            "\"READY_TRUE\"");
}

TEST(Usages, OfVersion1AreForClusterScopedPairs) {
  const std::string a = Named("A", "a", "team-a");
  SectionCall call({.input = OnUsages("b", "a", R"(, "usageVersion": "v1")"),
                    .desired = {{"a", a}, {"b", Named("B", "b")}},
                    .observed = {{"a", a}, {"b", Named("B", "b")}}});
  EXPECT_EQ(call.Desired(), "a b");
  EXPECT_EQ(call.Condition("DependenciesReady"),
            "FALSE InvalidDependency b: usageVersion v1 does not support a, "
            "which is namespaced");
  EXPECT_EQ(call.At("desired.composite.ready"), "absent");
}

}  // namespace
}  // namespace loom

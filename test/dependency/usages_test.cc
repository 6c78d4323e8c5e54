// SPDX-License-Identifier: Apache-2.0
#include "dependency/usages.h"

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

std::string On(absl::string_view dependents, absl::string_view prerequisites,
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
       {On("b", "a"), {{"a", a}, {"b", b}}, {{"a", a}, {"b", b}}},
       "a b b-b-a-a-8187ca-dependency"},
      {"One is not.", {On("b", "a"), {{"a", a}}, {{"a", a}}}, "a"},
      {"Neither is desired any more.",
       {On("b", "a"), {}, {{"a", a}, {"b", b}}},
       "b-b-a-a-8187ca-dependency"},
      {"Not of a resource with itself.",
       {On(".*", ".*a"), {{"a", a}}, {{"a", a}}},
       "a"},
      {"Not of Usages, which patterns match, too.",
       {On(".*", "a|u"),
        {{"a", a}, {"b", b}, {"u", usage}},
        {{"a", a}, {"b", b}, {"u", usage}}},
       "a b b-b-a-a-8187ca-dependency u"},
      {"Not of Usages that are named.",
       {On("u", "a"), {{"a", a}, {"u", usage}}, {{"a", a}, {"u", usage}}},
       "a u"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(SectionCall(test.request).Desired(), test.desired);
  }
}

TEST(Usages, HaveTheIgnoreLabelOfTheInput) {
  const std::string a = Named("A", "a");
  SectionCall call({.input = absl::StrCat(On("b", "a"), R"(, "providerConfig":
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
  SectionCall call({.input = On("b", "a", R"(, "usageVersion": "v1")"),
                    .desired = {{"a", a}, {"b", Named("B", "b")}},
                    .observed = {{"a", a}, {"b", Named("B", "b")}}});
  EXPECT_EQ(call.Desired(), "a b");
  EXPECT_EQ(call.Condition("DependenciesReady"),
            "FALSE InvalidDependency b: usageVersion v1 has no Usage for a, "
            "which is namespaced");
  EXPECT_EQ(call.At("desired.composite.ready"), "absent");
}

}  // namespace
}  // namespace loom

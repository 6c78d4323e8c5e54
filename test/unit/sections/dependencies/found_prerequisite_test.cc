// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/found_prerequisite.h"

#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "sections/dependencies/dependency.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// The resources that an element of dependsOn names: "name" for one that is not
// observed, "name-" for one that does not hold, "name+" for one that does.
std::string Found(absl::string_view element) {
  TestCall call(RequestBytes(R"({"observed": {"resources": {
      "a": {"resource": {"apiVersion": "v1", "kind": "ConfigMap"},
            "connectionDetails": {"k": "eA==", "empty": ""}},
      "b": {"resource": {"apiVersion": "example.org/v1", "kind": "B"}},
      "u": {"resource": {"apiVersion": "protection.crossplane.io/v1beta1",
            "kind": "Usage"}}}}, "desired": {"resources": {
      "c": {"resource": {"apiVersion": "example.org/v1", "kind": "C"}},
      "v": {"resource": {"apiVersion": "protection.crossplane.io/v1beta1",
            "kind": "Usage"}}}}})"));
  AuthorInput input(
      absl::StrCat(R"({"resource": "d", "dependsOn": [)", element, "]}"),
      Dialect::kNative);
  const Dependency dependency = Dependency::Parse(input.root());
  EXPECT_EQ(input.problems(), "");
  const OwnTemplates templates;
  const KnownNames names = KnownNames::Of(templates, call.state);
  const ReadinessInput readiness;
  ReadyState ready(readiness, templates, &call.state);
  auto found =
      FindResources(dependency.depends_on.front(), names, ready, call.state);
  EXPECT_TRUE(found.ok()) << found.status();
  return absl::StrJoin(found->list, " ",
                       [](std::string* out, const auto& resource) {
                         absl::StrAppend(out, resource.name,
                                         !resource.observed ? ""
                                         : resource.holds   ? "+"
                                                            : "-");
                       });
}

TEST(FoundPrerequisite, AreTheResourcesWithTheirConditions) {
  const struct {
    const char* reason;
    const char* element;
    const char* want;
  } tests[] = {
      {"A name.", R"({"resource": "a"})", "a+"},
      {"A name that is only desired.", R"({"resource": "c"})", "c"},
      {"A name that nobody knows.", R"({"resource": "z"})", ""},
      {"A pattern, which matches no Usages.", R"({"resource": ".*"})",
       "a+ b- c"},
      {"A condition.", R"({"resource": ".*", "condition": "Exists"})",
       "a+ b+ c"},
      {"Connection keys.", R"({"resource": "a|b", "condition": "Exists",
          "connectionDetails": ["k"]})",
       "a+ b-"},
      {"An empty one.",
       R"({"resource": "a", "connectionDetails": ["k", "empty"]})", "a-"},
      {"One that is missing.",
       R"({"resource": "a", "connectionDetails": ["k", "z"]})", "a-"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Found(test.element), test.want);
  }
}

}  // namespace
}  // namespace loom

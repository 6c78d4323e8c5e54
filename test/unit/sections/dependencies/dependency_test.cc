// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what each mistake is reported as.
#include "sections/dependencies/dependency.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

struct Parsed {
  explicit Parsed(absl::string_view members)
      : input(absl::StrCat("{", members, "}"), Dialect::kNative),
        dependency(Dependency::Parse(input.root())) {}

  AuthorInput input;
  Dependency dependency;
};

TEST(Dependency, HasDefaults) {
  const Parsed parsed(R"("resource": "a", "dependsOn": [{"resource": "b"}])");
  EXPECT_EQ(parsed.input.problems(), "");
  const Dependency& dependency = parsed.dependency;
  EXPECT_TRUE(dependency.delays);
  EXPECT_FALSE(dependency.refers || dependency.ignores_missing ||
               dependency.NeedsObjects() || dependency.HasUsages());
  EXPECT_EQ(dependency.usage_version, UsageVersion::kV2);
  EXPECT_TRUE(dependency.depends_on.at(0).condition.is_ready());
}

TEST(Dependency, HasModes) {
  const struct {
    const char* mode;
    bool delays;
    bool refers;
  } tests[] = {{"Delay", true, false},
               {"Reference", false, true},
               {"Both", true, true},
               {"None", false, false}};
  for (const auto& test : tests) {
    SCOPED_TRACE(test.mode);
    const Parsed parsed(absl::StrCat(
        R"("resource": "a", "dependsOn": [{"resource": "b"}, {"name": "o"}],
           "deletion": "Usage", "mode": ")",
        test.mode, "\""));
    EXPECT_EQ(parsed.input.problems(), "");
    EXPECT_EQ(parsed.dependency.delays, test.delays);
    EXPECT_EQ(parsed.dependency.refers, test.refers);
    EXPECT_EQ(parsed.dependency.NeedsObjects(), test.delays || test.refers);
  }
}

TEST(Dependency, HasUsagesOfItsElements) {
  const struct {
    const char* reason;
    const char* members;
    bool first;
    bool second;
  } tests[] = {
      {"None by default.", R"([{"resource": "b"}, {"resource": "c"}])", false,
       false},
      {"Those of the entry.",
       R"([{"resource": "b"}, {"resource": "c"}], "deletion": "Usage")", true,
       true},
      {"An element has its own.",
       R"([{"resource": "b", "deletion": "None"}, {"resource": "c"}],
          "deletion": "Usage")",
       false, true},
      {"An element alone.",
       R"([{"resource": "b"}, {"resource": "c", "deletion": "Usage"}])", false,
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Parsed parsed(
        absl::StrCat(R"("resource": "a", "dependsOn": )", test.members));
    EXPECT_EQ(parsed.input.problems(), "");
    EXPECT_EQ(parsed.dependency.depends_on.at(0).has_usage, test.first);
    EXPECT_EQ(parsed.dependency.depends_on.at(1).has_usage, test.second);
  }
}

TEST(Dependency, NamesObjects) {
  const struct {
    const char* reason;
    const char* members;
    const char* kind;
  } tests[] = {
      {"By its name alone.", R"("name": "o")", "/ "},
      {"An Object of another version.",
       R"("name": "o", "apiVersion": "kubernetes.crossplane.io/v1alpha1")",
       "kubernetes.crossplane.io/v1alpha1 Object"},
      {"The kind that is meant anyway.", R"("name": "o", "kind": "Object")",
       "/ Object"},
      {"Any kind.", R"("name": "o", "apiVersion": "v1", "kind": "Secret",
           "namespace": "n")",
       "v1 Secret"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Parsed parsed(absl::StrCat(R"("resource": "a", "dependsOn": [{)",
                                     test.members, "}]"));
    EXPECT_EQ(parsed.input.problems(), "");
    const NamedKind& kind = parsed.dependency.depends_on.at(0).object.kind;
    EXPECT_EQ(absl::StrCat(kind.version.empty() ? "/" : kind.ApiVersion(), " ",
                           kind.kind),
              test.kind);
  }
}

TEST(Dependency, TellsMistakes) {
  const struct {
    const char* reason;
    const char* members;
    const char* problems;
  } tests[] = {
      {"Nothing that it depends on.", R"("resource": "a")",
       "dependsOn: Required value: dependsOn is required"},
      {"Neither resource nor name.", R"("resource": "a", "dependsOn": [{}])",
       "dependsOn[0]: one of resource and name is required"},
      {"Both.",
       R"("resource": "a", "dependsOn": [{"resource": "b", "name": "c"}])",
       "dependsOn[0]: resource and name cannot be combined"},
      {"Itself.", R"("resource": "a", "dependsOn": [{"resource": "a"}])",
       R"(dependsOn[0].resource: Invalid value: "a": a depends on itself)"},
      {"A mode that does nothing.",
       R"("resource": "a", "dependsOn": [{"resource": "b"}], "mode": "None")",
       "mode: Invalid value: None has no effect without deletion: Usage"},
      {"A condition with a mistake.",
       R"("resource": "a", "dependsOn": [{"resource": "b"}],
          "when": "compsite.spec.ha")",
       "when: Invalid value: 1:1: unknown name \"compsite\" (composite?)"},
      {"A condition that is none.",
       R"("resource": "a", "dependsOn": [{"resource": "b"}], "when": "1")",
       "when: Invalid value: expected an expression of type bool, got int"},
      {"A condition about one of the dependents.",
       R"("resource": "a", "dependsOn": [{"resource": "b"}],
          "when": "object.spec.ha")",
       R"(when: Invalid value: 1:1: "object" is available only in the template )"
       "of a resource and in readiness rules"},
      {"A condition that does nothing.",
       R"("resource": "a", "dependsOn": [{"resource": "b"}], "mode": "None",
          "deletion": "Usage", "when": "composite.spec.ha")",
       "when: Invalid value: has no effect with mode: None: nothing waits, and "
       "Usages are always created"},
      {"Usages of objects outside of the composite.",
       R"("resource": "a", "dependsOn": [{"name": "b"}], "deletion": "Usage")",
       "deletion: Invalid value: Usage needs a composed resource, but this "
       "entry depends on none"},
      {"What an object outside does not have.",
       R"("resource": "a", "dependsOn": [{"name": "b",
           "connectionDetails": ["k"], "deletion": "None"}])",
       "dependsOn[0].connectionDetails: Invalid value: allowed only with "
       "resource: an object outside the composite has none; "
       "dependsOn[0].deletion: Invalid value: allowed only with resource: an "
       "object outside the composite has none"},
      {"What a composed resource is not named by.",
       R"("resource": "a", "dependsOn": [{"resource": "b", "kind": "K"}])",
       "dependsOn[0]: unknown kind"},
      {"A kind without its version.",
       R"("resource": "a", "dependsOn": [{"name": "b", "kind": "Db"}])",
       "dependsOn[0].apiVersion: Required value: only an Object of "
       "provider-kubernetes may omit it"},
      {"A version without its kind.",
       R"("resource": "a", "dependsOn": [{"name": "b", "apiVersion": "v1"}])",
       "dependsOn[0].kind: Required value: only an Object of "
       "provider-kubernetes may omit it"},
      {"A version with too much.",
       R"("resource": "a", "dependsOn": [{"name": "b", "apiVersion": "a/b/v1",
           "kind": "K"}])",
       R"(dependsOn[0].apiVersion: Invalid value: "a/b/v1": expected a group and )"
       "a version"},
      {"Keys that cannot be.",
       R"("resource": "a", "dependsOn": [{"resource": "b",
           "connectionDetails": ["", 5]}])",
       "dependsOn[0].connectionDetails[0]: Invalid value: expected a non-empty "
       "string; dependsOn[0].connectionDetails[1]: Invalid value: expected a "
       "non-empty string"},
      {"All at once.",
       R"("resource": "a[", "dependsOn": [{"resource": "b", "condition": 5}],
          "whenMissing": "Wait", "mode": "Refer", "deletion": "Use",
          "usageVersion": "v3", "more": 1)",
       "resource: Invalid value: \"a[\": invalid regexp: missing ]: [; "
       "deletion: Invalid value: \"Use\": expected one of None, Usage; "
       "dependsOn[0].condition: Invalid value: expected a string, got a "
       "number; "
       "whenMissing: Invalid value: \"Wait\": expected one of Block, Ignore; "
       "mode: "
       "Invalid value: \"Refer\": expected one of Delay, Reference, Both, "
       "None; "
       "usageVersion: Invalid value: \"v3\": expected one of v1, v2; unknown "
       "more "
       "(mode?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Parsed(test.members).input.problems()), test.problems);
  }
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/detection.h"

#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/injected.h"

namespace loom {
namespace {

constexpr Role kOther = Role::kOther;
constexpr Role kManaged = Role::kManaged;
constexpr Role kNestedDetection = Role::kNestedComposite;

constexpr char kAuto[] = "{}";
constexpr char kAllDetection[] = R"({"targets": {"detection": "All"}})";

struct RowDetection {
  const char* reason;
  const char* section;
  Selectable id;
  const char* desired;
  const char* observed;  // nullptr: not observed yet
  Role want;
};

void CheckDetection(const std::vector<RowDetection>& rows) {
  for (const RowDetection& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    Problems problems;
    auto section = ParseJson(row.section, &pool);
    auto desired = ParseJson(row.desired, &pool);
    auto observed = ParseJson(row.observed ? row.observed : "{}", &pool);
    ASSERT_TRUE(section.ok() && desired.ok() && observed.ok());
    ProviderConfig config = ConfigIn(*section, &problems);
    ASSERT_EQ(problems.Joined(), "");
    Candidate candidate{row.id, &*desired, row.observed ? &*observed : nullptr};
    EXPECT_EQ(*RoleOf(config, candidate, &pool), row.want);
  }
}

TEST(Detection, BelievesTheInputFirst) {
  constexpr char kListed[] =
      R"({"nestedComposites": {"kinds": [{"group": "example.org",
                                          "kind": "XDb"}]},
          "targets": {"include": [{"group": "example.org"},
                                  {"group": "apps"}]}})";
  CheckDetection({
      {"A listed kind is a composite, whatever it looks like.",
       kListed,
       {"a", "example.org", "XDb"},
       R"({"spec": {"forProvider": {}}})",
       R"({"spec": {"providerConfigRef": {}}})",
       kNestedDetection},
      {"An included kind is managed, whatever it looks like.",
       kListed,
       {"a", "example.org", "Application"},
       R"({"spec": {"crossplane": {}}})",
       nullptr,
       kManaged},
      {"Even if it is Kubernetes' own.",
       kListed,
       {"a", "apps", "Deployment"},
       "{}",
       nullptr,
       kManaged},
  });
}

TEST(Detection, BelievesTheObservedObjectNext) {
  constexpr Selectable kWidget{"a", "example.org", "Widget"};
  CheckDetection({
      {"A reference that the API server filled in is that of a managed one.",
       kAuto, kWidget, R"({"spec": {"size": 1}})",
       R"({"spec": {"providerConfigRef": {"name": "default"}}})", kManaged},
      {"spec.crossplane is that of a composite.", kAuto, kWidget,
       R"({"spec": {"forProvider": {}}})", R"({"spec": {"crossplane": {}}})",
       kNestedDetection},
      {"So is spec.resourceRefs.", kAuto, kWidget, "{}",
       R"({"spec": {"resourceRefs": []}})", kNestedDetection},
      {"So is spec.compositionRef.", kAuto, kWidget, "{}",
       R"({"spec": {"compositionRef": {"name": "c"}}})", kNestedDetection},
      {"It goes before the name of the kind.",
       kAuto,
       {"a", "example.org", "FarProviderConfig"},
       "{}",
       R"({"spec": {"providerConfigRef": {}}})",
       kManaged},
      {"One that shows nothing leaves it to the desired object.", kAuto,
       kWidget, R"({"spec": {"forProvider": {}}})", R"({"spec": {"size": 1}})",
       kManaged},
      {"A strange one as well.", kAuto, kWidget,
       R"({"spec": {"forProvider": {}}})", R"({"spec": "x"})", kManaged},
  });
}

TEST(Detection, KnowsWhatIsNeverManaged) {
  constexpr char kTempting[] = R"({"spec": {"forProvider": {}}})";
  CheckDetection({
      {"The core group.",
       kAuto,
       {"a", "", "ConfigMap"},
       kTempting,
       nullptr,
       kOther},
      {"A group without a dot.",
       kAuto,
       {"a", "apps", "Deployment"},
       kTempting,
       nullptr,
       kOther},
      {"A group below k8s.io.",
       kAuto,
       {"a", "networking.k8s.io", "Ingress"},
       kTempting,
       nullptr,
       kOther},
      {"Environment configs.",
       kAuto,
       {"a", "apiextensions.crossplane.io", "EnvironmentConfig"},
       kTempting,
       nullptr,
       kOther},
      {"Packages.",
       kAuto,
       {"a", "pkg.crossplane.io", "Provider"},
       kTempting,
       nullptr,
       kOther},
      {"Usages.",
       kAuto,
       {"a", "protection.crossplane.io", "ClusterUsage"},
       kTempting,
       nullptr,
       kOther},
      {"Operations.",
       kAuto,
       {"a", "ops.crossplane.io", "Operation"},
       kTempting,
       nullptr,
       kOther},
      {"ProviderConfigs.",
       kAuto,
       {"a", "sql.example.org", "ProviderConfig"},
       kTempting,
       nullptr,
       kOther},
      {"Those of the cluster.",
       kAuto,
       {"a", "sql.m.example.org", "ClusterProviderConfig"},
       kTempting,
       nullptr,
       kOther},
      {"Their usages.",
       kAuto,
       {"a", "sql.example.org", "ProviderConfigUsage"},
       kTempting,
       nullptr,
       kOther},
      {"Another group of Crossplane's may be a provider's.",
       kAuto,
       {"a", "helm.crossplane.io", "Release"},
       kTempting,
       nullptr,
       kManaged},
      {"A name that only begins so is no ProviderConfig.",
       kAuto,
       {"a", "example.org", "ProviderConfigBackup"},
       kTempting,
       nullptr,
       kManaged},
  });
}

TEST(Detection, LooksAtTheDesiredObjectLast) {
  constexpr Selectable kWidget{"a", "example.org", "Widget"};
  std::vector<RowDetection> rows = {
      {"A reference to a ProviderConfig, even a null.", kAuto, kWidget,
       R"({"spec": {"providerConfigRef": null}})", nullptr, kManaged},
      {"spec.initProvider.", kAuto, kWidget,
       R"({"spec": {"initProvider": {}}})", nullptr, kManaged},
      {"spec.managementPolicies.", kAuto, kWidget,
       R"({"spec": {"managementPolicies": ["*"]}})", nullptr, kManaged},
      {"spec.deletionPolicy.", kAuto, kWidget,
       R"({"spec": {"deletionPolicy": "Orphan"}})", nullptr, kManaged},
      {"spec.crossplane.", kAuto, kWidget, R"({"spec": {"crossplane": {}}})",
       nullptr, kNestedDetection},
      {"spec.compositionSelector.", kAuto, kWidget,
       R"({"spec": {"compositionSelector": {}}})", nullptr, kNestedDetection},
      {"spec.compositionRevisionRef.", kAuto, kWidget,
       R"({"spec": {"compositionRevisionRef": {}}})", nullptr,
       kNestedDetection},
      {"A managed resource's members go before a composite's.", kAuto, kWidget,
       R"({"spec": {"compositionRef": {}, "forProvider": {}}})", nullptr,
       kManaged},
      {"Another spec tells nothing.", kAuto, kWidget,
       R"({"spec": {"size": 1}})", nullptr, kOther},
      {"The members count in spec only.", kAuto, kWidget,
       R"({"forProvider": {}})", nullptr, kOther},
      {"A spec that is no object tells nothing.", kAuto, kWidget,
       R"({"spec": "forProvider"})", nullptr, kOther},
  };
  CheckDetection(rows);
}

TEST(Detection, AsksForTheSchemaLastOrFirst) {
  constexpr char kSchema[] = R"({"targets": {"detection": "Schema"}})";
  constexpr SchemaFacts kReference{.has_reference = true};
  constexpr SchemaFacts kComposite{.is_composite = true};
  const struct {
    const char* reason;
    const char* section;
    const char* desired;
    std::optional<SchemaFacts> schema;  // nullopt: Crossplane knows none
    bool asked;
    Role want;
  } tests[] = {
      {"It has a reference.", kAuto, "{}", kReference, true, kManaged},
      {"It is that of a composite.", kAuto, "{}", kComposite, true,
       kNestedDetection},
      {"It has neither.", kAuto, "{}", SchemaFacts(), true, kOther},
      {"A kind that Crossplane does not know.", kAuto, "{}", std::nullopt, true,
       kOther},
      {"The desired object says enough.", kAuto,
       R"({"spec": {"forProvider": {}}})", SchemaFacts(), false, kManaged},
      {"Unless the schema goes first.", kSchema,
       R"({"spec": {"forProvider": {}}})", SchemaFacts(), true, kOther},
      {"Without one the desired object is looked at.", kSchema,
       R"({"spec": {"forProvider": {}}})", std::nullopt, true, kManaged},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    Problems problems;
    Value section = ParseJson(test.section, &pool).value();
    Value desired = ParseJson(test.desired, &pool).value();
    ProviderConfig config = ConfigIn(section, &problems);
    bool asked = false;
    Candidate candidate{{"a", "example.org", "Widget"}, &desired, nullptr};
    candidate.schema_of = [&] {
      asked = true;
      return test.schema;
    };
    EXPECT_EQ(*RoleOf(config, candidate, &pool), test.want);
    EXPECT_EQ(asked, test.asked);
  }
}

TEST(Detection, AllMeansAll) {
  CheckDetection({
      {"A ConfigMap.",
       kAllDetection,
       {"a", "", "ConfigMap"},
       "{}",
       nullptr,
       kManaged},
      {"A composite that is not listed.",
       kAllDetection,
       {"a", "example.org", "XDb"},
       "{}",
       R"({"spec": {"crossplane": {}}})",
       kManaged},
      {"A listed composite stays one.",
       R"({"targets": {"detection": "All"},
           "nestedComposites": {"kinds": [{"kind": "XDb"}]}})",
       {"a", "example.org", "XDb"},
       "{}",
       nullptr,
       kNestedDetection},
  });
}

}  // namespace
}  // namespace loom

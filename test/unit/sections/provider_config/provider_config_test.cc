// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/provider_config.h"

#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"
#include "test/testing/injected.h"

namespace loom {
namespace {

class Parsed {
 public:
  explicit Parsed(absl::string_view json)
      : value_(ParseJson(json, &pool_).value()),
        config_(ConfigIn(value_, &problems_)) {}

  const ProviderConfig& config() const { return config_; }
  std::string problems() const { return problems_.Joined(); }

 private:
  Pool pool_;
  Problems problems_;
  Value value_;
  ProviderConfig config_;
};

TEST(ProviderConfig, HasDefaults) {
  Parsed parsed("{}");
  EXPECT_EQ(parsed.problems(), "");
  const ProviderConfig& config = parsed.config();
  EXPECT_EQ(config.label_key, "appcat.vshn.io/provider-config");
  EXPECT_EQ(config.kind_label_key, "appcat.vshn.io/provider-config-kind");
  EXPECT_EQ(config.ignore_label_key, "appcat.vshn.io/ignore-provider-config");
  EXPECT_EQ(config.ignore_match, IgnoreMatch::kExists);
  EXPECT_EQ(config.noop_values, (std::vector<std::string>{"", "local"}));
  EXPECT_FALSE(config.required);
  EXPECT_TRUE(config.fallbacks.empty());
  EXPECT_EQ(config.policy, InjectionPolicy::kOverride);
  EXPECT_EQ(config.propagate_label, PropagateLabel::kInjected);
  EXPECT_EQ(config.kind, RefKind::kAuto);
  EXPECT_EQ(config.detection, Detection::kAuto);
  EXPECT_EQ(config.nested_mode, NestedMode::kLabelOnly);
}

TEST(ProviderConfig, ReadsEverySetting) {
  Parsed parsed(R"({
      "labelKey": "example.org/cluster",
      "kindLabelKey": "example.org/cluster-kind",
      "ignoreLabelKey": "example.org/here",
      "ignoreMatch": "True",
      "noopValues": ["none"],
      "required": true,
      "from": [{"composite": {"fieldPath": "spec.cluster"}},
               {"environment": {"fieldPath": "clusters[0]"}},
               {"claimNamespace": true}],
      "policy": "IfNotPresent",
      "propagateLabel": "All",
      "kind": "None",
      "targets": {"detection": "All", "include": [{"group": "*"}],
                  "exclude": [{"kind": "Object"}, {"resource": "^a"}]},
      "nestedComposites": {"mode": "Inject", "kinds": [{"kind": "XDb"}],
                           "copyLabels": ["team", "stage"]}})");
  EXPECT_EQ(parsed.problems(), "");
  const ProviderConfig& config = parsed.config();
  EXPECT_EQ(config.label_key, "example.org/cluster");
  EXPECT_EQ(config.kind_label_key, "example.org/cluster-kind");
  EXPECT_EQ(config.ignore_label_key, "example.org/here");
  EXPECT_EQ(config.ignore_match, IgnoreMatch::kTrue);
  EXPECT_EQ(config.noop_values, std::vector<std::string>{"none"});
  EXPECT_TRUE(config.required);
  ASSERT_EQ(config.fallbacks.size(), 3u);
  EXPECT_EQ(config.fallbacks[0].from, Fallback::From::kComposite);
  EXPECT_EQ(config.fallbacks[0].path.text(), "spec.cluster");
  EXPECT_EQ(config.fallbacks[1].from, Fallback::From::kEnvironment);
  EXPECT_EQ(config.fallbacks[1].path.text(), "clusters[0]");
  EXPECT_EQ(config.fallbacks[2].from, Fallback::From::kClaimNamespace);
  EXPECT_EQ(config.policy, InjectionPolicy::kIfNotPresent);
  EXPECT_EQ(config.propagate_label, PropagateLabel::kAll);
  EXPECT_EQ(config.kind, RefKind::kNone);
  EXPECT_EQ(config.detection, Detection::kAll);
  EXPECT_EQ(config.include.size(), 1u);
  EXPECT_EQ(config.exclude.size(), 2u);
  EXPECT_EQ(config.nested_mode, NestedMode::kInject);
  EXPECT_EQ(config.nested_kinds.size(), 1u);
  EXPECT_EQ(config.copied_labels, (std::vector<std::string>{"team", "stage"}));
}

TEST(ProviderConfig, ReportsWhatIsWrong) {
  struct {
    const char* reason;
    const char* section;
    const char* want;
  } tests[] = {
      {"An unknown choice is named with those that exist.",
       R"({"policy": "Always"})",
       R"(providerConfig.policy: Invalid value: "Always": expected one of Override,)"
       " IfNotPresent"},
      {"A member that is not known is one.", R"({"polices": "Override"})",
       "providerConfig: unknown polices (policy?)"},
      {"A member of a map is one as well.", R"({"validate": {"provider": []}})",
       "providerConfig.validate: unknown provider (providers?)"},
      {"The label that ignores cannot be the one that asks.",
       R"({"labelKey": "a", "ignoreLabelKey": "a"})",
       "providerConfig.ignoreLabelKey: Invalid value: must differ from "
       "labelKey"},
      {"Nor can the label of the kind.",
       R"({"labelKey": "a", "kindLabelKey": "a"})",
       "providerConfig.kindLabelKey: Invalid value: must differ from labelKey "
       "and ignoreLabelKey"},
      {"A key is not empty.", R"({"kindLabelKey": ""})",
       "providerConfig.kindLabelKey: Invalid value: must not be empty"},
      {"No-op values are texts.", R"({"noopValues": ["", 1]})",
       "providerConfig.noopValues[1]: Invalid value: expected a string, got a "
       "number"},
      {"A fallback has one source.",
       R"({"from": [{"claimNamespace": true,
                     "composite": {"fieldPath": "spec.a"}}]})",
       "providerConfig.from[0]: Required value: exactly one of composite, "
       "environment and claimNamespace is required"},
      {"A fallback needs a source.", R"({"from": [{}]})",
       "providerConfig.from[0]: Required value: exactly one of composite, "
       "environment and claimNamespace is required"},
      {"No namespace is no source.", R"({"from": [{"claimNamespace": false}]})",
       "providerConfig.from[0].claimNamespace: Invalid value: expected true"},
      {"A path follows the grammar.",
       R"({"from": [{"composite": {"fieldPath": "spec..a"}}]})",
       "providerConfig.from[0].composite.fieldPath: Invalid value: cannot "
       "parse path \"spec..a\": unexpected '.' at position 5"},
      {"A path has to be there.", R"({"from": [{"environment": {}}]})",
       "providerConfig.from[0].environment.fieldPath: Required value: "
       "fieldPath is required"},
      {"A selector that names nothing would select everything.",
       R"({"targets": {"exclude": [{}]}})",
       "providerConfig.targets.exclude[0]: Required value: group, kind or "
       "resource is required"},
      {"Nested composites are known by their kind.",
       R"({"nestedComposites": {"kinds": [{"resource": "a"}]}})",
       "providerConfig.nestedComposites.kinds[0]: unknown resource; "
       "providerConfig.nestedComposites.kinds[0]: Required value: group or "
       "kind is required"},
      {"Detection is one of three.", R"({"targets": {"detection": "Schemas"}})",
       "providerConfig.targets.detection: Invalid value: \"Schemas\": expected "
       "one "
       "of Auto, Schema, All (Schema?)"},
      {"All problems are reported at once.",
       R"({"required": "yes", "targets": {"include": [{"resource": "("}]}})",
       "providerConfig.required: Invalid value: expected true or false, got a "
       "string; providerConfig.targets.include[0].resource: Invalid value: "
       "\"(\": invalid regexp: missing ): ("},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Parsed(test.section).problems()), test.want);
  }
}

}  // namespace
}  // namespace loom

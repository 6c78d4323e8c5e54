// SPDX-License-Identifier: Apache-2.0
#include "tools/pipeline/fatal_place.h"

#include <gtest/gtest.h>

#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr char kNative[] = R"(
environment:
  configs:
  - ref: {name: base}
  - ref: {name: eu}
  - selector: {}
  - {type: ConfigMap, ref: {name: eu}}
extraResources: [{into: nets}]
resources: [{name: bucket}]
readiness: {rules: [{resource: db}]}
)";
constexpr char kSelectors[] =
    "environment: {configs: [{selector: {}}, {selector: {}}]}";
constexpr char kConfigs[] = R"(
spec:
  environmentConfigs: [{ref: {name: base}}, {type: Selector}]
)";
constexpr char kExtra[] = "spec: {extraResources: [{into: a}, {into: b}]}";

struct RowFatalPlace {
  const char* reason;
  const char* input;
  const char* message;
  const char* failed;
  const char* key;   // of the requirement in vain
  const char* name;  // of its object
  const char* want;
  const char* kind = "EnvironmentConfig";
};

constexpr RowFatalPlace kRows[] = {
    {"a native message says it", kNative,
     "cannot render: resources[0].patches[1]: no number", "", "", "",
     "resources[0].patches[1]"},
    {"a native message names a list of a section", kNative,
     "db: readiness.rules[0].readyWhen: 1:4: no such overload", "", "", "",
     "readiness.rules[0].readyWhen"},
    {"a native message says it of a config", kNative,
     "cannot build requirements: environment.configs[3]: not allowed (v1 …)",
     "", "", "", "environment.configs[3]"},
    {"a path of an object is no place", kNative, "spec.zones[0]: no text", "",
     "", "", ""},
    {"the patch that failed", kConfigs, "cannot patch: no number",
     "resources[2].patches[0]", "", "", "resources[2].patches[0]"},
    {"the patch that failed at a path that looks like one of the input",
     kNative, "cannot patch: resources[0].name: not an object",
     "resources[1].patches[0]", "", "", "resources[1].patches[0]"},
    {"a member of the patch that failed", kNative,
     "resources[0].patches[1].transforms[0].math: Required value",
     "resources[0].patches[1]", "", "",
     "resources[0].patches[1].transforms[0].math"},
    {"a config by its index", kConfigs, "\"environment-config-1\": not found",
     "", "environment-config-1", "", "spec.environmentConfigs[1]"},
    {"a native config by its name", kNative, "\"obj:eu\": not found", "",
     "obj:eu", "eu", "environment.configs[1]"},
    {"a ConfigMap of the same name", kNative, "\"obj:eu\": not found", "",
     "obj:eu", "eu", "environment.configs[3]", "ConfigMap"},
    {"a config by the only selector", kNative, "\"list:a=b\" has no match", "",
     "list:a=b", "", "environment.configs[2]"},
    {"one of two selectors", kSelectors, "\"list:a=b\" has no match", "",
     "list:a=b", "", ""},
    {"extra resources by their key", kExtra, "\"b\" was not found", "", "b", "",
     "spec.extraResources[1]"},
    {"native extra resources", kNative, "\"nets\" was not found", "", "nets",
     "", "extraResources[0]"},
    {"a requirement that the message does not name", kExtra, "no", "", "b", "",
     ""},
};

TEST(PlaceOfFatal, Rows) {
  for (const RowFatalPlace& row : kRows) {
    Pool pool;
    auto documents = ReadYaml("input.yaml", row.input, &pool);
    ASSERT_TRUE(documents.ok()) << documents.status();
    StepRequirement asked{.key = row.key, .selector = {}};
    asked.selector.set_kind(row.kind);
    if (*row.name != '\0') asked.selector.set_match_name(row.name);
    EXPECT_EQ(
        PlaceOfFatal((*documents)[0].root, row.message, row.failed, {asked}),
        row.want)
        << row.reason;
  }
}

TEST(PlaceOfFatal, WhatIsGivenIsNotTheCause) {
  Pool pool;
  auto documents = ReadYaml("input.yaml", kExtra, &pool);
  ASSERT_TRUE(documents.ok()) << documents.status();
  StepRequirement asked{.key = "b", .selector = {}, .answered = 1};
  EXPECT_EQ(PlaceOfFatal((*documents)[0].root, "\"b\" is odd", "", {asked}),
            "");
}

}  // namespace
}  // namespace loom

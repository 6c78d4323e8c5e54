// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/object.h"
#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/chain.h"

namespace loom {
namespace {

constexpr char kEnv[] = "environmentconfigs";
constexpr char kPt[] = "pt";
constexpr char kXres[] = "extra-resources";
constexpr char kReady[] = "autoready";
constexpr char kSeq[] = "sequencer";

struct RowJoining {
  const char* reason;
  std::string before, step;
  const char* why;  // "": they become one
};

TEST(JoiningTest, WhyApart) {
  std::string configs = "spec: {environmentConfigs: [{ref: {name: a}}]}";
  const RowJoining rows[] = {
      {"an environment and patches", Step("a", kEnv, configs),
       Step("b", kPt, "resources: []"), ""},
      {"patches and an environment", Step("a", kPt, "resources: []"),
       Step("b", kEnv, configs), "would see its environment"},
      {"patches and extra resources", Step("a", kPt, "resources: []"),
       Step("b", kXres, "spec: {}"), ""},
      {"two environments", Step("a", kEnv, configs), Step("b", kEnv, configs),
       ""},
      {"defaults in the second one", Step("a", kEnv, configs),
       Step("b", kEnv, "spec: {defaultData: {}}"), "defaultData"},
      {"another policy", Step("a", kEnv, configs),
       Step("b", kEnv, "spec: {policy: {resolution: Optional}}"), "policy"},
      {"a path in the first one",
       Step("a", kEnv, "spec: {environmentConfigs: [{toFieldPath: x}]}"),
       Step("b", kEnv, configs), "toFieldPath"},
      {"labels that read the environment", Step("a", kEnv, configs),
       Step("b", kEnv, "spec: {x: [{type: FromEnvironmentFieldPath}]}"),
       "labels from the environment"},
      {"one key of the context", Step("a", kXres, "spec: {}"),
       Step("b", kXres, "spec: {}"), "under the same key"},
      {"two keys", Step("a", kXres, "spec: {}"),
       Step("b", kXres, "spec: {context: {key: b}}"), ""},
      {"patches of the environment in the later step",
       Step("a", kPt, "resources: []"),
       Step("b", kPt, "environment: {patches: []}"), "environment.patches"},
      {"in the earlier one", Step("a", kPt, "environment: {patches: []}"),
       Step("b", kPt, "resources: []"), ""},
      {"equal patch sets",
       Step("a", kPt, "patchSets: [{name: x, patches: []}]"),
       Step("b", kPt, "patchSets: [{name: x, patches: []}]"), ""},
      {"patch sets of one name",
       Step("a", kPt, "patchSets: [{name: x, patches: []}]"),
       Step("b", kPt, "patchSets: [{name: x, patches: [{}]}]"), "patch set"},
      {"resources of one name", Step("a", kPt, "resources: [{name: x}]"),
       Step("b", kPt, "resources: [{name: x}]"),
       "a resource with the same name"},
      {"an earlier secret", Step("a", kPt, "writeConnectionSecretToRef: {}"),
       Step("b", kPt, "resources: []"), "connection secret"},
      {"a later secret", Step("a", kPt, "resources: []"),
       Step("b", kPt, "writeConnectionSecretToRef: {}"), ""},
      {"credentials", Step("a", kEnv, configs),
       "- {step: b, credentials: [], functionRef: {name: f}, input: "
       "{apiVersion: pt.fn.crossplane.io/v1beta1}}",
       "fields other than"},
      {"readiness and rules", Step("a", kReady, ""),
       Step("b", kSeq, "rules: [{sequence: [a, b]}]"), ""},
      {"rules and readiness", Step("a", kSeq, "rules: [{sequence: [a, b]}]"),
       Step("b", kReady, ""), ""},
      {"rules and resources", Step("a", kSeq, "rules: [{sequence: [a, b]}]"),
       Step("b", kPt, "resources: []"), "would also apply to its resources"},
      {"readiness and resources", Step("a", kReady, ""),
       Step("b", kPt, "resources: []"), "would also apply to its resources"},
      {"rules and an environment",
       Step("a", kSeq, "rules: [{sequence: [a, b]}]"), Step("b", kEnv, configs),
       ""},
      {"conditions and an environment",
       Step("a", kSeq, "rules: [{sequence: [a, b], condition: 'true'}]"),
       Step("b", kEnv, configs), "would see what it puts into the context"},
      {"conditions that read readiness", Step("a", kReady, ""),
       Step("b", kSeq,
            "rules: [{sequence: [a, b], condition: "
            "\"desired.resources['a'].ready == 1\"}]"),
       "which a native step sets at its end"},
      {"two of function-auto-ready", Step("a", kReady, "ttl: 5m"),
       Step("b", kReady, ""), ""},
      {"of which the later has rules", Step("a", kReady, ""),
       Step("b", kReady, "celHealthCheckCustomization: {_v1_Pod: 'true'}"),
       "would be applied first"},
      {"or the earlier",
       Step("a", kReady, "celHealthCheckCustomization: {_v1_Pod: 'true'}"),
       Step("b", kReady, ""), ""},
  };
  for (const RowJoining& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    Value before = Tree(row.before, &pool), step = Tree(row.step, &pool);
    std::optional<std::string> why = WhyApart({&before[0]}, step[0]);
    EXPECT_EQ(why.has_value(), *row.why != '\0') << why.value_or("");
    EXPECT_THAT(why.value_or(""), testing::HasSubstr(row.why));
  }
}

TEST(JoiningTest, LooksAtAllStepsBefore) {
  Pool pool;
  Value first = Tree(Step("a", kPt, "resources: [{name: x}]"), &pool);
  Value second = Tree(Step("b", kPt, "resources: [{name: y}]"), &pool);
  Value third = Tree(Step("c", kPt, "resources: [{name: x}]"), &pool);
  EXPECT_TRUE(WhyApart({&first[0], &second[0]}, third[0]).has_value());
}

}  // namespace
}  // namespace loom

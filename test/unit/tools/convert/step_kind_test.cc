// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/step_kind.h"

#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

struct RowStepKind {
  const char* reason;
  const char* step;
  int role;  // -1: it has no kind
};

TEST(StepKindTest, KindOf) {
  const RowStepKind rows[] = {
      {"by its group", "input: {apiVersion: pt.fn.crossplane.io/v1beta1}",
       static_cast<int>(StepRole::kPatchAndTransform)},
      {"in any version",
       "input: {apiVersion: environmentconfigs.fn.crossplane.io/v9}",
       static_cast<int>(StepRole::kEnvironmentConfigs)},
      {"whatever the function is called",
       "functionRef: {name: mine}\n"
       "input: {apiVersion: extra-resources.fn.crossplane.io/v1beta1}",
       static_cast<int>(StepRole::kExtraResources)},
      {"of our own", "input: {apiVersion: loom.fn.crossplane.io/v1beta1}",
       static_cast<int>(StepRole::kNative)},
      {"by its name, without an input",
       "functionRef: {name: crossplane-contrib-function-auto-ready}",
       static_cast<int>(StepRole::kAutoReady)},
      {"rules", "input: {apiVersion: sequencer.fn.crossplane.io/v1beta1}",
       static_cast<int>(StepRole::kSequencer)},
      {"not by its name, with an input of another group",
       "functionRef: {name: function-auto-ready}\n"
       "input: {apiVersion: example.org/v1}",
       -1},
      {"the input of another function, whatever its group",
       "functionRef: {name: example-function-cel-filter}\n"
       "input: {apiVersion: pt.fn.crossplane.io/v1beta1}",
       -1},
      {"no name that is known", "functionRef: {name: function-kcl}", -1},
      {"no object", "input: 5", -1},
  };
  for (const RowStepKind& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    Value step = Tree(row.step, &pool);
    const StepKind* kind = KindOf(step);
    EXPECT_EQ(kind == nullptr ? -1 : static_cast<int>(kind->role), row.role);
  }
}

TEST(StepKindTest, Members) {
  Pool pool;
  Value step = Tree("input: {spec: {context: {key: 5}}}", &pool);
  EXPECT_NE(InputMember(step, "spec"), nullptr);
  EXPECT_EQ(InputMember(step, "other"), nullptr);
  EXPECT_EQ(ScalarMember(SpecMember(step, "context"), "key"), "5");
  EXPECT_EQ(ScalarMember(nullptr, "key"), "");
}

TEST(StepKindTest, BecomesNative) {
  EXPECT_TRUE(BecomesNative(StepRole::kPatchAndTransform));
  EXPECT_FALSE(BecomesNative(StepRole::kNative));
  EXPECT_TRUE(BecomesNative(StepRole::kAutoReady));
}

}  // namespace
}  // namespace loom

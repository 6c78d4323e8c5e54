// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_sections.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/yaml/edited.h"

namespace loom {
namespace {

constexpr char kStep[] =
    "  pipeline:\n"
    "  - step: loom\n"
    "    functionRef:\n"
    "      name: mine\n"
    "    input:\n"
    "      apiVersion: loom.fn.crossplane.io/v1beta1\n"
    "      kind: Input\n";

struct RowNativeSections {
  const char* reason;
  const char* before;
  std::string after;  // "": it is stuck
};

TEST(NativeSectionsTest, ConvertSections) {
  const RowNativeSections rows[] = {
      {"a mode", "spec:\n  mode: Resources\n  resources:\n  - 1\n",
       std::string("spec:\n  mode: Pipeline\n") + kStep +
           "      resources:\n      - 1\n"},
      {"no mode", "spec:\n  resources: [1]\n",
       std::string("spec:\n  mode: Pipeline\n") + kStep +
           "      resources: [1]\n"},
      {"as the file indents",
       "a:\n    b: 1\nspec:\n    mode: x\n    resources:\n        - 1\n",
       "a:\n    b: 1\nspec:\n    mode: Pipeline\n    pipeline:\n"
       "        - step: loom\n"
       "          functionRef:\n"
       "              name: mine\n"
       "          input:\n"
       "              apiVersion: loom.fn.crossplane.io/v1beta1\n"
       "              kind: Input\n"
       "              resources:\n"
       "                  - 1\n"},
      {"the blank line before stays", "spec:\n  mode: x\n\n  resources: [1]\n",
       std::string("spec:\n  mode: Pipeline\n\n") + kStep +
           "      resources: [1]\n"},
      {"members between",
       "spec:\n  environment:\n    environmentConfigs: []\n  mode: x\n"
       "  resources: [1]\n",
       std::string("spec:\n") + kStep +
           "      environment:\n        configs: []\n      resources: [1]\n"
           "  mode: Pipeline\n"},
      {"in braces", "spec: {resources: [1]}\n", ""},
      {"a mode that is no text", "spec:\n  mode: []\n  resources: [1]\n", ""},
  };
  for (const RowNativeSections& row : rows) {
    SCOPED_TRACE(row.reason);
    Edited test(row.before);
    ConvertSections("loom", "mine", &test.edit);
    EXPECT_EQ(test.edit.stuck().has_value(), row.after.empty());
    if (row.after.empty()) continue;
    EXPECT_EQ(test.Text(), row.after);
  }
}

// A step named `name` of that input, above its sections.
std::string Head(const char* name, const char* version, const char* kind) {
  return absl::StrCat("  - step: ", name,
                      "\n    functionRef:\n      name: mine\n    input:\n"
                      "      apiVersion: ",
                      version, "\n      kind: ", kind, "\n");
}

TEST(NativeSectionsTest, ConvertSectionsToDropIn) {
  std::string configs = Head(
      "environment", "environmentconfigs.fn.crossplane.io/v1beta1", "Input");
  std::string patches =
      Head("patch", "pt.fn.crossplane.io/v1beta1", "Resources");
  const RowNativeSections rows[] = {
      {"resources alone", "spec:\n  mode: x\n  resources: [1]\n",
       absl::StrCat("spec:\n  mode: Pipeline\n  pipeline:\n", patches,
                    "      resources: [1]\n")},
      {"an environment behind them",
       "spec:\n  mode: x\n  resources: [1]\n  environment:\n"
       "    patches: [3]\n    environmentConfigs: [2]\n",
       absl::StrCat("spec:\n  mode: Pipeline\n  pipeline:\n", configs,
                    "      spec:\n        environmentConfigs: [2]\n", patches,
                    "      environment:\n        patches: [3]\n"
                    "      resources: [1]\n")},
      {"an environment in braces",
       "spec:\n  mode: x\n  environment: {patches: [3]}\n", ""},
  };
  for (const RowNativeSections& row : rows) {
    SCOPED_TRACE(row.reason);
    Edited test(row.before);
    ConvertSectionsToDropIn("mine", &test.edit);
    EXPECT_EQ(test.edit.stuck().has_value(), row.after.empty());
    if (row.after.empty()) continue;
    EXPECT_EQ(test.Text(), row.after);
  }
}

// The value is right even where the text is stuck.
TEST(NativeSectionsTest, ConvertTheValue) {
  Edited native(
      "spec: {mode: Resources, resources: [1], environment: "
      "{environmentConfigs: [2]}}");
  ConvertSections("loom", "mine", &native.edit);
  EXPECT_EQ(native.Part({"spec"}),
            "mode: Pipeline\npipeline:\n- functionRef:\n    name: mine\n"
            "  input:\n    apiVersion: loom.fn.crossplane.io/v1beta1\n"
            "    environment:\n      configs:\n      - 2\n    kind: Input\n"
            "    resources:\n    - 1\n  step: loom\n");
  Edited drop_in(
      "spec: {resources: [1], environment: {environmentConfigs: [2], patches: "
      "[3]}}");
  ConvertSectionsToDropIn("mine", &drop_in.edit);
  EXPECT_EQ(drop_in.Part({"spec"}),
            "mode: Pipeline\npipeline:\n- functionRef:\n    name: mine\n"
            "  input:\n"
            "    apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\n"
            "    kind: Input\n    spec:\n      environmentConfigs:\n      - 2\n"
            "  step: environment\n- functionRef:\n    name: mine\n"
            "  input:\n    apiVersion: pt.fn.crossplane.io/v1beta1\n"
            "    environment:\n      patches:\n      - 3\n"
            "    kind: Resources\n    resources:\n    - 1\n  step: patch\n");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/resources_mode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "test/unit/tools/yaml/trees.h"

namespace loom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// `path name: value` of each fill.
std::vector<std::string> Fills(const std::string& spec,
                               bool name_unnamed = false) {
  Pool pool;
  Value document = Tree(absl::StrCat("spec: ", spec), &pool);
  std::vector<std::string> texts;
  for (const Fill& fill : ReadResourcesMode(document, name_unnamed).fills) {
    texts.push_back(absl::StrCat(absl::StrJoin(fill.path, "."), " ", fill.name,
                                 ": ", fill.value));
  }
  return texts;
}

struct RowResourcesMode {
  const char* reason;
  const char* resource;  // beside its name
  std::vector<std::string> fills;
};

TEST(ResourcesModeTest, Fills) {
  const RowResourcesMode rows[] = {
      {"a patch without type",
       "patches: [{fromFieldPath: a}]",
       {"patches.0 type: FromCompositeFieldPath"}},
      {"a format without type",
       "patches: [{type: T, transforms: [{string: {fmt: x}}]}]",
       {"patches.0.transforms.0.string type: Format"}},
      {"a conversion without type",
       "patches: [{type: T, transforms: [{string: {convert: ToUpper}}]}]",
       {"patches.0.transforms.0.string type: Convert"}},
      {"math without type",
       "patches: [{type: T, transforms: [{math: {clampMin: 1}}]}]",
       {"patches.0.transforms.0.math type: ClampMin"}},
      {"no merge options",
       "patches: [{type: T, policy: {mergeOptions: {}}}]",
       {"patches.0.policy toFieldPath: ForceMergeObjects"}},
      {"keeping",
       "patches: [{type: T, policy: {mergeOptions: {keepMapValues: "
       "true}}}]",
       {"patches.0.policy toFieldPath: MergeObjects"}},
      {"appending",
       "patches: [{type: T, policy: {mergeOptions: {appendSlice: true}}}]",
       {"patches.0.policy toFieldPath: ForceMergeObjectsAppendArrays"}},
      {"both",
       "patches: [{type: T, policy: {mergeOptions: {keepMapValues: true, "
       "appendSlice: true}}}]",
       {"patches.0.policy toFieldPath: MergeObjectsAppendArrays"}},
      {"a detail of a secret",
       "connectionDetails: [{fromConnectionSecretKey: k}]",
       {"connectionDetails.0 type: FromConnectionSecretKey",
        "connectionDetails.0 name: k"}},
      {"a detail of a field",
       "connectionDetails: [{name: n, fromFieldPath: p}]",
       {"connectionDetails.0 type: FromFieldPath"}},
      {"a detail of a value",
       "connectionDetails: [{name: n, value: v}]",
       {"connectionDetails.0 type: FromValue"}},
      {"nothing", "patches: [{type: PatchSet, patchSetName: x}]", {}},
  };
  for (const RowResourcesMode& row : rows) {
    SCOPED_TRACE(row.reason);
    std::vector<std::string> wanted;
    wanted.reserve(row.fills.size());
    for (const std::string& fill : row.fills) {
      wanted.push_back("spec.resources.0." + fill);
    }
    EXPECT_EQ(
        Fills(absl::StrCat("{resources: [{name: n, ", row.resource, "}]}")),
        wanted);
  }
}

TEST(ResourcesModeTest, FillsSetsAndTheEnvironment) {
  EXPECT_THAT(
      Fills("{patchSets: [{patches: [{}]}], environment: {patches: [{}]}}"),
      ElementsAre("spec.environment.patches.0 type: FromCompositeFieldPath",
                  "spec.patchSets.0.patches.0 type: FromCompositeFieldPath"));
}

TEST(ResourcesModeTest, Refusals) {
  Pool pool;
  Value document = Tree(
      "spec: {functions: [], environment: {policy: {resolve: Always}}, "
      "resources: [{}, {name: a, connectionDetails: [{value: x}]}]}",
      &pool);
  EXPECT_THAT(
      Texts(ReadResourcesMode(document, false).remarks.refusals),
      ElementsAre(HasSubstr("spec.functions: alpha functions"),
                  HasSubstr("spec.environment.policy.resolve: no function"),
                  HasSubstr("spec.resources.0: the resource has no name"),
                  HasSubstr("spec.resources.1.connectionDetails.0: ")));
}

TEST(ResourcesModeTest, NamesResources) {
  EXPECT_THAT(Fills("{resources: [{}]}", true),
              ElementsAre("spec.resources.0 name: resource-0"));
}

TEST(ResourcesModeTest, NotesRequiredSources) {
  Pool pool;
  Value document = Tree(
      "spec: {resources: [{name: a, patches: [{type: T, policy: "
      "{fromFieldPath: Required}}]}]}",
      &pool);
  EXPECT_THAT(Texts(ReadResourcesMode(document, false).remarks.notes),
              ElementsAre(HasSubstr(
                  "spec.resources.0.patches.0.policy.fromFieldPath: while a")));
}

TEST(ResourcesModeTest, IsResourcesMode) {
  Pool pool;
  auto is = [&pool](const char* text) {
    return IsResourcesMode(Tree(text, &pool));
  };
  EXPECT_TRUE(is("spec: {mode: Resources}"));
  EXPECT_TRUE(is("spec: {resources: []}"));
  EXPECT_FALSE(is("spec: {mode: Pipeline, resources: []}"));
  EXPECT_FALSE(is("spec: {pipeline: [], resources: []}"));
  EXPECT_FALSE(is("spec: {}"));
  EXPECT_FALSE(is("{}"));
}

}  // namespace
}  // namespace loom

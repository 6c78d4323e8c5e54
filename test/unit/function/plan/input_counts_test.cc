// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/limits.h"
#include "data/value/object.h"
#include "function/plan/inputs.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

Value ListOf(size_t count, Pool* pool) {
  Value list = Array();
  list.Reserve(rapidjson::SizeType(count), pool->allocator());
  for (size_t i = 0; i < count; ++i) list.PushBack(Value(), pool->allocator());
  return list;
}

std::vector<Bound> BoundsOf(Dialect dialect) {
  std::vector<Bound> bounds;
  for (const SectionType& section : SectionTypes()) {
    if (section.dialect != dialect) continue;
    for (const Bound& bound : section.bounds) {
      if (!bound.paths.empty()) bounds.push_back(bound);
    }
  }
  return bounds;
}

// What is reported of an input that has a list of so many at the path. In front of the
// last field are objects, or lists of one object each.
std::string ProblemsOf(absl::string_view path, size_t count,
                       const std::vector<Bound>& bounds, bool in_lists) {
  Pool pool;
  std::vector<std::string> names = absl::StrSplit(path, '.');
  Value input = ListOf(count, &pool);
  for (size_t i = names.size(); i-- > 0;) {
    Value object = Object();
    Set(object, names[i], std::move(input), &pool);
    input = std::move(object);
    if (!in_lists || i == 0) continue;
    Value list = Array();
    list.PushBack(input, pool.allocator());
    input = std::move(list);
  }
  Problems problems;
  CheckCounts(input, bounds, &problems);
  return problems.Joined();
}

// All lists of the schema below package/input that are bounded, and those of the
// drop-in inputs.
constexpr struct {
  Dialect dialect;
  absl::string_view path;
  size_t most;
} kBounded[] = {
    {Dialect::kNative, "environment.configs", limits::kRequirements},
    {Dialect::kNative, "environment.patches", limits::kPatches},
    {Dialect::kNative, "environment.patches.transforms", limits::kTransforms},
    {Dialect::kNative, "extraResources", limits::kRequirements},
    {Dialect::kNative, "patchSets.patches", limits::kPatches},
    {Dialect::kNative, "patchSets.patches.transforms", limits::kTransforms},
    {Dialect::kNative, "resources", limits::kTemplates},
    {Dialect::kNative, "resources.patches", limits::kPatches},
    {Dialect::kNative, "resources.patches.transforms", limits::kTransforms},
    {Dialect::kNative, "resources.connectionDetails", limits::kDetails},
    {Dialect::kNative, "resources.connectionDetails.transforms",
     limits::kTransforms},
    {Dialect::kNative, "writeConnectionSecretToRef.patches", limits::kPatches},
    {Dialect::kNative, "writeConnectionSecretToRef.patches.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references", limits::kReferences},
    {Dialect::kNative, "references.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.fromObject.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.fromRef.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromObject.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.combine.variables.fromRef.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.variables.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.variables.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.variables.fromObject.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.variables.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.variables.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "references.variables.fromRef.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "references.transforms", limits::kTransforms},
    {Dialect::kNative, "externalValues", limits::kReferences},
    {Dialect::kNative, "externalValues.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "externalValues.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.fromObject.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "externalValues.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "externalValues.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.fromRef.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromObject.matchLabels.valueFrom."
     "transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.combine.variables.fromRef.matchLabels.valueFrom."
     "transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.variables.fromObject.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.variables.fromObject.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.variables.fromObject.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "externalValues.variables.fromRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.variables.fromRef.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "externalValues.variables.fromRef.matchLabels.valueFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "externalValues.transforms", limits::kTransforms},
    {Dialect::kNative, "typedReferences", limits::kReferences},
    {Dialect::kNative, "externalReferences", limits::kReferences},
    {Dialect::kNative, "identities", limits::kReferences},
    {Dialect::kNative, "dependencies", limits::kDependencies},
    {Dialect::kNative, "dependencies.dependsOn", limits::kPrerequisites},
    {Dialect::kNative, "dependencies.dependsOn.connectionDetails",
     limits::kDetails},
    {Dialect::kNative, "readiness.resources", limits::kTemplates},
    {Dialect::kNative, "readiness.rules", limits::kDependencies},
    {Dialect::kNative, "readiness.expect", limits::kDependencies},
    {Dialect::kNative, "objectConnectionDetails", limits::kTemplates},
    {Dialect::kNative,
     "objectConnectionDetails.writeConnectionSecretToRef.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "objectConnectionDetails.writeConnectionSecretToRef.namespaceFrom."
     "transforms",
     limits::kTransforms},
    {Dialect::kNative, "objectConnectionDetails.details", limits::kDetails},
    {Dialect::kNative, "objectConnectionDetails.details.nameFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative,
     "objectConnectionDetails.details.namespaceFrom.transforms",
     limits::kTransforms},
    {Dialect::kNative, "connectionDetails", limits::kDetails},
    {Dialect::kNative, "connectionDetails.transforms", limits::kTransforms},
    {Dialect::kEnvironmentConfigs, "spec.environmentConfigs",
     limits::kRequirements},
    {Dialect::kExtraResources, "spec.extraResources", limits::kRequirements},
    {Dialect::kSequencer, "rules", limits::kDependencies},
    {Dialect::kSequencer, "rules.sequence", limits::kPrerequisites},
    {Dialect::kPatchAndTransform, "resources", limits::kTemplates},
    {Dialect::kPatchAndTransform, "resources.patches", limits::kPatches},
    {Dialect::kPatchAndTransform, "patchSets.patches", limits::kPatches},
    {Dialect::kPatchAndTransform, "environment.patches", limits::kPatches},
    {Dialect::kPatchAndTransform, "writeConnectionSecretToRef.patches",
     limits::kPatches},
    {Dialect::kPatchAndTransform, "resources.patches.transforms",
     limits::kTransforms},
    {Dialect::kPatchAndTransform, "patchSets.patches.transforms",
     limits::kTransforms},
    {Dialect::kPatchAndTransform, "environment.patches.transforms",
     limits::kTransforms},
    {Dialect::kPatchAndTransform,
     "writeConnectionSecretToRef.patches.transforms", limits::kTransforms},
};

TEST(CheckCounts, BoundsAListWhereverItIsOfTheInput) {
  for (const auto& test : kBounded) {
    const std::vector<Bound> bounds = BoundsOf(test.dialect);
    const absl::string_view name = test.path.substr(test.path.rfind('.') + 1);
    for (bool in_lists : {false, true}) {
      SCOPED_TRACE(absl::StrCat(test.path, in_lists ? " in lists" : ""));
      EXPECT_EQ(ProblemsOf(test.path, test.most, bounds, in_lists), "");
      EXPECT_EQ(ProblemsOf(test.path, test.most + 1, bounds, in_lists),
                absl::StrCat(name, ": expected at most ", test.most, ", got ",
                             test.most + 1));
    }
  }
}

TEST(CheckCounts, CountsNoDataWhateverItsNames) {
  const struct {
    const char* reason;
    absl::string_view path;
  } tests[] = {
      {"The data of an environment had the name of a list of readiness.",
       "environment.defaultData.rules"},
      {"A base may have fields of every name.", "resources.base.patches"},
      {"So may what a reference has by default.",
       "references.default.transforms"},
      {"And the result of a transform.",
       "resources.patches.transforms.match.fallbackValue.transforms"},
      {"Another section has a list of that name.", "providerConfig.rules"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ProblemsOf(test.path, limits::kTransforms + 1,
                         BoundsOf(Dialect::kNative), false),
              "");
  }
}

TEST(CheckCounts, AddsUpTheListsOfABound) {
  Pool pool;
  Value input = Object();
  Set(input, "a", ListOf(3, &pool), &pool);
  Value b = Object();
  Set(b, "a", ListOf(3, &pool), &pool);
  Set(input, "b", std::move(b), &pool);
  Problems problems;
  CheckCounts(input, {{"a b|c.a", 6}, {"c|b.a", 2}, {"a", 3}}, &problems);
  EXPECT_EQ(problems.Joined(), "a: expected at most 2, got 3");
}

}  // namespace
}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "function/plan/inputs.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "function/plan/plan.h"
#include "sections/environment/environment.h"
#include "sections/environment/extra_resources.h"
#include "sections/provider_config/section.h"
#include "sections/resources/templates.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(AcceptsGroup, LooksAtTheGroupOnly) {
  const struct {
    const char* reason;
    const char* api_version;
    bool want;
  } tests[] = {
      {"Our own.", "loom.fn.crossplane.io/v1beta1", true},
      {"Patch and transform.", "pt.fn.crossplane.io/v1beta1", true},
      {"Environment configs.", "environmentconfigs.fn.crossplane.io/v1beta1",
       true},
      {"Extra resources.", "extra-resources.fn.crossplane.io/v1beta1", true},
      {"Any version of it.", "pt.fn.crossplane.io/v2", true},

      {"Another group.", "template.fn.crossplane.io/v1beta1", false},
      {"A group that ends like one.", "my.pt.fn.crossplane.io/v1", false},
      {"A group without a version.", "pt.fn.crossplane.io", false},
      {"Nothing.", "", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(AcceptsGroup(test.api_version), test.want);
  }
}

TEST(IsOtherFunction, KnowsThoseThatShareAGroup) {
  EXPECT_TRUE(IsOtherFunction("function-cel-filter"));
  EXPECT_TRUE(
      IsOtherFunction("example-function-conditional-patch-and-transform"));
  EXPECT_FALSE(IsOtherFunction("function-patch-and-transform"));
  EXPECT_FALSE(IsOtherFunction("mine"));
  EXPECT_FALSE(IsOtherFunction(""));
}

std::string Described(const Section& section) {
  if (dynamic_cast<const Environment*>(&section)) return "environment";
  if (dynamic_cast<const ExtraResources*>(&section)) return "extraResources";
  if (dynamic_cast<const ProviderConfigSection*>(&section)) {
    return "providerConfig";
  }
  const auto* templates = dynamic_cast<const Templates*>(&section);
  // sections/shared/patches/environment_patches.h: its section has no public type.
  if (templates == nullptr) return "environmentPatches";
  std::string text = absl::StrCat(
      "patches:", templates->environment_patches().size(), " resources");
  for (const Template& the_template : templates->templates()) {
    absl::StrAppend(&text, ":", the_template.name);
    if (the_template.base == nullptr) text += "(no base)";
  }
  const SecretTarget& secret = templates->secret();
  absl::StrAppend(&text, " secret:", secret.ns, "/", secret.name);
  if (!secret.mistakes.ok()) {
    absl::StrAppend(&text, "(", secret.mistakes.message(), ")");
  }
  return text;
}

// Which sections the input has, or what is wrong with it.
std::string ReadSections(absl::string_view json) {
  Plan plan;
  plan.input = Json(json);
  Problems problems;
  ReadInput(&plan, &problems);
  if (!problems.empty()) return problems.Joined();
  bool native = plan.rules->dialect == Dialect::kNative;
  std::string sections = native ? "native" : "drop-in";
  for (const auto& section : plan.sections) {
    if (section->runs_always()) continue;  // which each native input has
    absl::StrAppend(&sections, " ", Described(*section));
  }
  bool both = plan.settings.requirement_fields == RequirementFields::kBoth;
  if (both) sections += " both";
  return sections;
}

TEST(ReadInput, RefusesMistakesIfItIsAskedTo) {
  Plan plan;
  plan.input = Json(R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
      "resources": [{"name": "a"}, {"name": "a"}]})");
  Problems forgiven;
  ReadInput(&plan, &forgiven);
  EXPECT_EQ(forgiven.Joined(), "");
  Problems refused;
  ReadInput(&plan, &refused, Mistakes::kRefused);
  EXPECT_EQ(refused.Joined(),
            "resources[1].name: Invalid value: duplicate name \"a\"");
}

TEST(ReadInput, FillsTheSections) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"A native input may be empty.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input"})",
       "native"},
      {"A native input with all of its sections.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
           "environment": {"configs": [{"ref": {"name": "base"}}],
                           "patches": [{"fromFieldPath": "spec"}]},
           "patchSets": [{"name": "s"}],
           "resources": [{"name": "a", "base": {"kind": "K"}}],
           "writeConnectionSecretToRef": {"name": "n", "namespace": "ns"},
           "extraResources": [{"into": "a", "apiVersion": "v1",
                               "kind": "Secret", "ref": {"name": "a"}}],
           "requirements": {"compat": "Both"},
           "providerConfig": {}})",
       "native environment environmentPatches extraResources patches:1 "
       "resources:a secret:ns/n "
       "providerConfig both"},
      {"A secret alone is a reason to look at resources.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1",
           "writeConnectionSecretToRef": {"name": "n"}})",
       "native patches:0 resources secret:/n"},
      {"Resources of patch and transform.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
           "metadata": {"name": "anything"},
           "resources": [{"name": "a", "base": {"kind": "K"}},
                         {"name": "b", "base": null}, {"name": "a"}]})",
       "drop-in patches:0 resources:a:b(no base):a(no base) secret:/"},
      {"Environment patches alone will do.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
           "environment": {"patches": [{"fromFieldPath": "spec"}]}})",
       "drop-in patches:1 resources secret:/"},
      {"Mistakes in its secret wait until one is due.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
           "resources": [{"name": "a", "base": {"kind": "K"}}],
           "writeConnectionSecretToRef": {"patches": [
               {"type": "CombineFromComposite", "toFieldPath": "name"}]}})",
       "drop-in patches:0 resources:a "
       "secret:/(writeConnectionSecretToRef.patches[0].combine: Required "
       "value: combine is required)"},
      {"The environment's function has a spec.",
       R"({"apiVersion": "environmentconfigs.fn.crossplane.io/v1beta1",
           "kind": "Input", "spec": {"environmentConfigs": []}})",
       "drop-in environment"},
      {"So has that of extra resources.",
       R"({"apiVersion": "extra-resources.fn.crossplane.io/v1beta1",
           "kind": "Input", "spec": {"extraResources": []}})",
       "drop-in extraResources"},
      {"It may have none.",
       R"({"apiVersion": "environmentconfigs.fn.crossplane.io/v1beta1"})",
       "drop-in"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ReadSections(test.input), test.want);
  }
}

TEST(ReadInput, TakesAnUnknownGroupForWhatItsMembersSay) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"Resources are patch and transform's.",
       R"({"apiVersion": "example.org/v1", "kind": "Mine",
           "resources": [{"name": "a", "base": {"kind": "K"}}]})",
       "drop-in patches:0 resources:a secret:/"},
      {"So are environment patches, without any apiVersion.",
       R"({"environment": {"patches": [{"fromFieldPath": "spec"}]}})",
       "drop-in patches:1 resources secret:/"},
      {"Configs in a spec are the environment's.",
       R"({"apiVersion": "x/v1", "spec": {"environmentConfigs": []}})",
       "drop-in environment"},
      {"Extra resources in a spec are their function's.",
       R"({"spec": {"extraResources": []}})", "drop-in extraResources"},
      {"What only the native input has, says so, resources or not.",
       R"({"providerConfig": {},
           "resources": [{"name": "a", "base": {"kind": "K"}}]})",
       "native patches:0 resources:a secret:/ providerConfig"},
      {"Configs outside of a spec are native.",
       R"({"environment": {"configs": []}})", "native environment"},
      {"A known group counts more than members.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1", "spec": {}})",
       "resources: Required value: resources or environment patches are "
       "required; unknown spec"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(ReadSections(test.input)), test.want);
  }
}

TEST(ReadInput, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"Not one that is accepted.", R"({"apiVersion": "v1", "data": {}})",
       "apiVersion: Invalid value: \"v1\": not an input of function-loom; "
       "the group must be one of "
       "loom.fn.crossplane.io, environmentconfigs.fn.crossplane.io, "
       "extra-resources.fn.crossplane.io, pt.fn.crossplane.io, "
       "autoready.fn.crossplane.io, sequencer.fn.crossplane.io"},
      {"Unknown members, with what was meant.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "resourcs": [],
           "metadata": {"name": "anything"}, "metaData": {}})",
       "unknown metaData (metadata?); unknown resourcs (resources?)"},
      {"… within the sections, too.",
       R"({"apiVersion": "environmentconfigs.fn.crossplane.io/v1beta1",
           "spec": {"environmentConfig": []}})",
       "spec: unknown environmentConfig (environmentConfigs?)"},
      {"Patch and transform has to have something to do.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1", "resources": []})",
       "resources: Required value: resources or environment patches are "
       "required"},
      {"Each mistake has its place, in every section.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1",
           "environment": {"configs": [{}], "patches": [{}]},
           "resources": [{"name": "a", "patches": [{}],
                          "connectionDetails": [{"type": "FromValue",
                                                 "value": "x"}],
                          "readinessChecks": [{}]}]})",
       "environment.configs[0].ref: Required value: ref is required; "
       "environment.patches[0].fromFieldPath: Required value: fromFieldPath is "
       "required; resources[0].patches[0].fromFieldPath: Required value: "
       "fromFieldPath is required; resources[0].connectionDetails[0].name: "
       "Required value: name is required; "
       "resources[0].readinessChecks[0].type: Required value: type is "
       "required"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(ReadSections(test.input)), test.want);
  }
}

}  // namespace
}  // namespace loom

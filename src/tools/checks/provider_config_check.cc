// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/provider_config/provider_config.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

constexpr absl::string_view kSection = "providerConfig";

class SectionCheck {
 public:
  SectionCheck(const LintInput& input, const Value& section,
               LintFindings* findings)
      : input_(input), section_(section), findings_(findings) {}

  void Run() {
    for (absl::string_view member :
         {"labelKey", "kindLabelKey", "ignoreLabelKey"}) {
      CheckKey(Find(section_, member), std::string(member));
    }
    const Value* copied = Dig(section_, {"nestedComposites", "copyLabels"});
    for (rapidjson::SizeType i = 0;
         copied != nullptr && copied->IsArray() && i < copied->Size(); ++i) {
      CheckKey(&ItemAt(*copied, i),
               absl::StrCat("nestedComposites.copyLabels[", i, "]"));
    }
    CheckTargets();
    CheckPatches();
  }

  // The labels of the composites among the files, against those that the section reads.
  void CheckComposite(const LintDocument& composite) {
    const ProviderConfig defaults;
    const std::string read[] = {
        KeyOr("labelKey", defaults.label_key),
        KeyOr("kindLabelKey", defaults.kind_label_key),
        KeyOr("ignoreLabelKey", defaults.ignore_label_key)};
    const Value* labels = Dig(composite.yaml.root, {"metadata", "labels"});
    if (labels == nullptr || !labels->IsObject()) return;
    for (const Member& label : Members(*labels)) {
      const absl::string_view key = View(label.name);
      if (absl::c_linear_search(read, key)) continue;
      for (const std::string& meant : read) {
        if (Find(*labels, meant) != nullptr || !IsNear(key, meant)) continue;
        findings_->Add(
            "provider-config/label-key", composite,
            absl::StrCat("metadata.labels[", key, "]"),
            absl::StrCat("providerConfig does not read the label ", key),
            MeantHelp(meant), YamlPart::kKey);
        findings_->all().back().mild = true;
        findings_->Replace(composite, key, meant);
      }
    }
  }

 private:
  std::string KeyOr(absl::string_view member, const std::string& other) const {
    const std::string key = ScalarText(Find(section_, member));
    return key.empty() ? other : key;
  }

  // Whether the names differ in case, in dashes or in a typing error.
  static bool IsNear(absl::string_view key, absl::string_view meant) {
    auto plain = [](absl::string_view name) {
      return absl::AsciiStrToLower(
          absl::StrReplaceAll(name, {{"-", ""}, {"_", ""}}));
    };
    return plain(key) == plain(meant) || IsSlip(key, meant);
  }

  void Add(absl::string_view rule, absl::string_view member,
           absl::string_view message, absl::string_view help) {
    findings_->Add(rule, *input_.document,
                   input_.At(absl::StrCat(kSection, ".", member)), message,
                   help);
  }

  void CheckKey(const Value* key, const std::string& member) {
    if (key == nullptr || !key->IsString() || key->GetStringLength() == 0 ||
        IsLabelKey(View(*key))) {
      return;
    }
    Add("provider-config/label-key", member,
        absl::StrCat("no label can have the key ", View(*key)),
        "write a name of letters, digits, -, _ and ., optionally after a "
        "domain and a slash");
  }

  void CheckTargets() {
    const Value* include = Dig(section_, {"targets", "include"});
    const Value* exclude = Dig(section_, {"targets", "exclude"});
    if (include == nullptr || !include->IsArray() || exclude == nullptr ||
        !exclude->IsArray()) {
      return;
    }
    for (rapidjson::SizeType i = 0; i < include->Size(); ++i) {
      for (const Value& other : Items(*exclude)) {
        if (!Equal(ItemAt(*include, i), other)) continue;
        Add("provider-config/targets", absl::StrCat("targets.include[", i, "]"),
            "this is both included and excluded, so it gets nothing",
            "remove one of the two");
      }
    }
  }

  // Which resources targets leave out is not looked at.
  void CheckPatches() {
    const std::string policy = ScalarText(Find(section_, "policy"));
    if (policy == "IfNotPresent" || Find(section_, "targets") != nullptr ||
        Find(section_, "fieldPaths") != nullptr) {
      return;
    }
    for (const LintResource& resource : ResourcesOf(input_)) {
      if (resource.base != nullptr &&
          Dig(*resource.base, {"metadata", "labels"}) != nullptr) {
        continue;
      }
      for (const LintPatch& patch : resource.patches) CheckPatch(patch);
    }
  }

  void CheckPatch(const LintPatch& patch) {
    const auto& to = patch.to.segments();
    if (patch.type->to != Endpoint::kDesiredComposed || to.size() < 2 ||
        to[0].field != "spec" || to[1].field != "providerConfigRef") {
      return;
    }
    findings_->Add("provider-config/overwritten", *input_.document,
                   input_.At(patch.ToPlace()),
                   absl::StrCat("providerConfig overwrites ", patch.to.text(),
                                " whenever the composite asks for one"),
                   "remove the patch, or set policy: IfNotPresent in "
                   "providerConfig");
  }

  const LintInput& input_;
  const Value& section_;
  LintFindings* findings_;
};

// Only one section of a pipeline is looked at: with several, another may read the label.
void CheckCompositesOf(const Corpus& corpus, const LintPipeline& pipeline,
                       LintFindings* findings) {
  const LintInput* only = nullptr;
  for (const LintInput* input : pipeline.inputs) {
    const Value* section = Find(*input->value, kSection);
    if (!input->native() || section == nullptr || !section->IsObject())
      continue;
    if (only != nullptr) return;
    only = input;
  }
  if (only == nullptr) return;
  const Value& root = pipeline.document->yaml.root;
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kComposite)) {
    if (ApiVersion(each->yaml.root) !=
            ScalarText(Dig(root, {"spec", "compositeTypeRef", "apiVersion"})) ||
        Kind(each->yaml.root) !=
            ScalarText(Dig(root, {"spec", "compositeTypeRef", "kind"}))) {
      continue;
    }
    SectionCheck(*only, *Find(*only->value, kSection), findings)
        .CheckComposite(*each);
  }
}

}  // namespace

void CheckProviderConfigs(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    const Value* section = Find(*input->value, kSection);
    if (!input->native() || section == nullptr || !section->IsObject()) {
      continue;
    }
    SectionCheck(*input, *section, findings).Run();
  }
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    CheckCompositesOf(corpus, pipeline, findings);
  }
}

}  // namespace loom

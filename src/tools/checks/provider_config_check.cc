// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/yaml/scalar.h"

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

 private:
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

}  // namespace

void CheckProviderConfigs(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    const Value* section = Find(*input->value, kSection);
    if (!input->native() || section == nullptr || !section->IsObject()) {
      continue;
    }
    SectionCheck(*input, *section, findings).Run();
  }
}

}  // namespace loom

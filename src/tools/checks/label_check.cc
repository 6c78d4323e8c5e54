// SPDX-License-Identifier: Apache-2.0
// Labels and annotations are words that two sides agree on. What is written in a template
// is compared with what others read: Kubernetes, Crossplane, the sections of the input and
// the selectors of the other templates.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/ignore_label.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/object_names.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// Keys that Kubernetes and Crossplane read, whatever a Composition says.
constexpr absl::string_view kKnownKeys[] = {
    "app.kubernetes.io/component",
    "app.kubernetes.io/instance",
    "app.kubernetes.io/managed-by",
    "app.kubernetes.io/name",
    "app.kubernetes.io/part-of",
    "app.kubernetes.io/version",
    "crossplane.io/claim-name",
    "crossplane.io/claim-namespace",
    "crossplane.io/composite",
    kResourceNameAnnotation,
    "crossplane.io/external-create-failed",
    "crossplane.io/external-create-pending",
    "crossplane.io/external-create-succeeded",
    "crossplane.io/external-name",
    "crossplane.io/paused",
    "kubernetes.io/metadata.name",
    kIgnoreLabelKey,
};

// What selects the pods of its own template.
constexpr absl::string_view kWorkloads[] = {"DaemonSet", "Deployment",
                                            "ReplicaSet", "StatefulSet"};

// A key and the place where the input has it.
struct Key {
  const LintInput* input;
  std::string place;
  std::string name;
};

class LabelCheck {
 public:
  LabelCheck(const LintPipeline& pipeline, LintFindings* findings)
      : pipeline_(pipeline),
        findings_(findings),
        known_(std::begin(kKnownKeys), std::end(kKnownKeys)) {}

  void Run() {
    for (const LintInput* input : pipeline_.inputs) {
      input_ = input;
      AddSection();
      for (const LintResource& resource : ResourcesOf(*input)) {
        for (const LintObject& object : ObjectsOf(resource)) {
          AddWritten(object);
          CheckRefused(resource, object);
          AddSelectors(object.place, *object.value);
          CheckWorkload(resource, object);
        }
        for (const LintPatch& patch : resource.patches) AddPatched(patch);
      }
    }
    for (const Key& key : written_) CheckSlip(key);
    if (!pipeline_.has_other_steps && !writes_all_) {
      for (const Key& key : selected_) CheckSelected(key);
    }
  }

 private:
  // The keys that the section providerConfig reads.
  void AddSection() {
    const Value* section = Find(*input_->value, "providerConfig");
    if (!input_->native() || section == nullptr || !section->IsObject()) return;
    for (absl::string_view member :
         {"labelKey", "kindLabelKey", "ignoreLabelKey"}) {
      const std::string key = ScalarText(Find(*section, member));
      if (!key.empty()) known_.insert(key);
    }
  }

  void AddWritten(const LintObject& object) {
    for (absl::string_view map : {"labels", "annotations"}) {
      const Value* values = Dig(*object.value, {"metadata", map});
      if (values == nullptr || !values->IsObject()) continue;
      for (const Member& each : Members(*values)) {
        written_.push_back({input_,
                            absl::StrCat(object.place, ".metadata.", map, "[",
                                         View(each.name), "]"),
                            std::string(View(each.name))});
      }
    }
  }

  // Reports what the API server refuses, unless a patch replaces it.
  void CheckRefused(const LintResource& resource, const LintObject& object) {
    for (const NameMistake& each : FindNameMistakes(*object.value)) {
      std::vector<Segment> place = object.above;
      place.insert(place.end(), each.path.begin(), each.path.end());
      if (IsPatched(resource, place)) continue;
      findings_->Add(
          "object/name", *input_->document,
          input_->At(absl::StrCat(object.place, ".", ToString(each.path))),
          each.message, "", each.is_key ? YamlPart::kKey : YamlPart::kValue);
    }
  }

  void AddPatched(const LintPatch& patch) {
    const auto& to = patch.to.segments();
    if (patch.type->to != Endpoint::kDesiredComposed || to.empty() ||
        to[0].field != "metadata") {
      return;
    }
    if (to.size() < 3 || to[2].is_index || to[2].IsWildcard()) {
      writes_all_ |= to.size() < 2 || to[1].field == "labels";
      return;
    }
    if (to[1].field != "labels" && to[1].field != "annotations") return;
    written_.push_back({input_, patch.ToPlace(), to[2].field});
  }

  // The labels by which the resources of one composite are found: those of selectors
  // that want the same controller. Of others nobody knows who writes them.
  void AddSelectors(const std::string& place, const Value& value) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        AddSelectors(absl::StrCat(place, "[", i, "]"), ItemAt(value, i));
      }
    }
    if (!value.IsObject()) return;
    if (absl::EndsWith(place, "elector")) CheckMembers(place, value);
    const Value* labels = Find(value, "matchLabels");
    const bool is_own = IsTrue(Find(value, "matchControllerRef"));
    if (labels != nullptr && labels->IsObject()) {
      for (const Member& each : Members(*labels)) {
        const std::string name(View(each.name));
        known_.insert(name);
        if (!is_own) continue;
        selected_.push_back(
            {input_, absl::StrCat(place, ".matchLabels[", name, "]"), name});
      }
    }
    for (const Member& each : Members(value)) {
      AddSelectors(absl::StrCat(place, ".", View(each.name)), each.value);
    }
  }

  // A slip in what all selectors have.
  void CheckMembers(const std::string& place, const Value& selector) {
    for (const Member& each : Members(selector)) {
      const std::string name(View(each.name));
      for (absl::string_view known :
           {"matchControllerRef", "matchExpressions", "matchLabels"}) {
        if (!IsSlip(name, known)) continue;
        Key key = {input_, absl::StrCat(place, ".", name), name};
        Add("object/selector", key,
            absl::StrCat("no selector has a field ", name), MeantHelp(known));
        findings_->all().back().mild = true;
        findings_->Replace(*input_->document, name, known);
      }
    }
  }

  void CheckSlip(const Key& key) {
    if (known_.contains(key.name)) return;
    for (const std::string& known : known_) {
      if (!IsSlip(key.name, known)) continue;
      Add("object/key", key, absl::StrCat("nothing reads ", key.name),
          MeantHelp(known));
      findings_->Replace(*key.input->document, key.name, known);
      return;
    }
  }

  void CheckSelected(const Key& key) {
    if (absl::c_any_of(written_, [&](const Key& written) {
          return written.name == key.name;
        })) {
      return;
    }
    // A known key may be set by Crossplane, as crossplane.io/composite is.
    if (absl::c_linear_search(kKnownKeys, key.name)) return;
    Add("object/selector", key,
        absl::StrCat("no resource of the pipeline has the label ", key.name),
        "");
    // A provider, or a nested composite, may write it.
    findings_->all().back().mild = true;
  }

  // A workload whose selector does not fit its own pods is refused.
  void CheckWorkload(const LintResource& resource, const LintObject& object) {
    if (GroupOf(ApiVersion(*object.value)) != "apps" ||
        !absl::c_linear_search(kWorkloads, Kind(*object.value))) {
      return;
    }
    const Value* wanted =
        Dig(*object.value, {"spec", "selector", "matchLabels"});
    const Value* has =
        Dig(*object.value, {"spec", "template", "metadata", "labels"});
    if (wanted == nullptr || !wanted->IsObject() ||
        IsWritten(resource, object, {"spec", "selector"}) ||
        IsWritten(resource, object, {"spec", "template", "metadata"})) {
      return;
    }
    for (const Member& each : Members(*wanted)) {
      const Value* value = has == nullptr || !has->IsObject()
                               ? nullptr
                               : Find(*has, View(each.name));
      if (value != nullptr && Equal(*value, each.value)) continue;
      Add("object/selector",
          {input_,
           absl::StrCat(object.place, ".spec.selector.matchLabels[",
                        View(each.name), "]"),
           ""},
          absl::StrCat("the template of the ", Kind(*object.value),
                       value == nullptr ? " lacks the label "
                                        : " has another value of the label ",
                       View(each.name), ", so the API server refuses it"),
          "");
    }
  }

  static bool IsWritten(const LintResource& resource, const LintObject& object,
                        std::initializer_list<absl::string_view> path) {
    std::vector<Segment> place = object.above;
    for (absl::string_view each : path) place.push_back(Segment::Field(each));
    return IsPatched(resource, place);
  }

  void Add(absl::string_view rule, const Key& key, absl::string_view message,
           absl::string_view help) {
    findings_->Add(rule, *key.input->document, key.input->At(key.place),
                   message, help, YamlPart::kKey);
  }

  const LintPipeline& pipeline_;
  LintFindings* findings_;
  std::set<std::string> known_;
  std::vector<Key> written_;
  std::vector<Key> selected_;
  bool writes_all_ =
      false;  // a patch writes labels whose names are not known here
  const LintInput* input_ = nullptr;
};

}  // namespace

void CheckLabels(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    LabelCheck(pipeline, findings).Run();
  }
}

}  // namespace loom

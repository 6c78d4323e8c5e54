// SPDX-License-Identifier: Apache-2.0
// Objects of one pipeline that refer to each other. Others may exist in the cluster, so
// that a pipeline does not make a target is not a finding: it has to be clear that one of
// its objects is meant. Nothing is said about what a patch, another function or a section
// such as overlays may still write.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/pod_template.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// Fields that name an object in the same namespace.
struct NameField {
  absl::string_view field;
  absl::string_view name;   // of its member; "" if the field is the name
  absl::string_view group;  // of the target
  absl::string_view kind;   // "" if the field also has it
};

constexpr NameField kNameFields[] = {
    {"configMap", "name", "", "ConfigMap"},
    {"configMapKeyRef", "name", "", "ConfigMap"},
    {"configMapRef", "name", "", "ConfigMap"},
    {"persistentVolumeClaim", "claimName", "", "PersistentVolumeClaim"},
    {"roleRef", "name", "rbac.authorization.k8s.io", ""},
    {"scaleTargetRef", "name", "apps", ""},
    {"secret", "secretName", "", "Secret"},
    {"secretKeyRef", "name", "", "Secret"},
    {"secretRef", "name", "", "Secret"},
    {"service", "name", "", "Service"},
    {"serviceAccountName", "", "", "ServiceAccount"},
};

// What every cluster has, whatever a template is called.
constexpr absl::string_view kInEveryCluster[] = {"admin", "cluster-admin",
                                                 "default", "edit", "view"};

struct LinkedObject {
  const LintInput* input;
  const LintResource* resource;
  LintObject object;
  // Where a name is looked up: the cluster and the namespace; nullopt if unknown.
  std::optional<std::string> space;
  // nullopt: not known here; "": made up by Crossplane.
  std::optional<std::string> name;

  const Value& value() const { return *object.value; }
  bool Writes(absl::Span<const Segment> path) const {
    return IsPatched(*resource, PathJoined(object.above, path));
  }
  std::string TemplateName() const {
    return std::string(IdOfTemplate(*resource->value));
  }
  bool Is(absl::string_view group, absl::string_view kind) const {
    return GroupOf(ApiVersion(value())) == group && Kind(value()) == kind;
  }
};

// An Object may only observe, and copies values of other objects into its manifest.
bool IsOpen(const Value& base) {
  const Value* spec = Find(base, "spec");
  return spec != nullptr && spec->IsObject() &&
         absl::c_any_of(
             std::initializer_list<absl::string_view>{
                 "references", "managementPolicies", "managementPolicy"},
             [spec](absl::string_view each) {
               return Find(*spec, each) != nullptr;
             });
}

LinkedObject LinkedOf(const LintInput& input, const LintResource& resource,
                      LintObject object) {
  LinkedObject made{&input, &resource, std::move(object), "", ""};
  const auto namespaced = PathBelow({}, {"metadata", "namespace"});
  const absl::string_view space =
      TextAt(made.value(), {"metadata", "namespace"});
  const bool is_wrapped = !made.object.above.empty();
  const bool is_open = is_wrapped && IsOpen(*resource.base);
  // Two templates with the same expression are in the same namespace.
  if (is_open ||
      (made.Writes(namespaced) &&
       (!IsInline(space) || Find(*resource.value, "forEach") != nullptr))) {
    made.space = std::nullopt;
  } else {
    made.space = absl::StrCat(
        is_wrapped ? "/" : "", space, is_wrapped ? "@" : "",
        TextAt(*resource.base, {"spec", "providerConfigRef", "name"}));
  }
  const std::string name(Name(made.value()));
  if (made.Writes(PathBelow({}, {"metadata", "name"})) || IsInline(name) ||
      (is_wrapped && (name.empty() || is_open))) {
    made.name = std::nullopt;
  } else {
    made.name = name;
  }
  return made;
}

// Whether a controller may make pods for the object.
bool MayMakePods(const Value& object) {
  if (IsProviderObject(object)) return false;
  const absl::string_view group = GroupOf(ApiVersion(object));
  if (IsOfKubernetes(group)) return false;
  return Dig(object, {"spec", "forProvider"}) == nullptr ||
         Kind(object) == "Release";
}

class LinkCheck {
 public:
  LinkCheck(const LintPipeline& pipeline, LintFindings* findings)
      : findings_(findings) {
    for (const LintInput* input : pipeline.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        for (LintObject& object : ObjectsOf(resource)) {
          all_.push_back(LinkedOf(*input, resource, std::move(object)));
        }
      }
    }
  }

  void Run() {
    for (const LinkedObject& made : all_) {
      if (!IsOfKubernetes(GroupOf(ApiVersion(made.value())))) continue;
      std::vector<Segment> path;
      Walk(made, made.value(), &path);
      if (made.Is("", "Service")) CheckService(made);
    }
  }

 private:
  void Add(absl::string_view rule, const LinkedObject& made,
           absl::Span<const Segment> path, absl::string_view message,
           absl::string_view help, bool mild) {
    findings_->Add(
        rule, *made.input->document,
        made.input->At(absl::StrCat(made.object.place, ".", ToString(path))),
        message, help);
    findings_->all().back().mild = mild;
  }

  void Walk(const LinkedObject& made, const Value& value,
            std::vector<Segment>* path) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        path->push_back(Segment::Index(i));
        Walk(made, ItemAt(value, i), path);
        path->pop_back();
      }
    }
    if (!value.IsObject()) return;
    for (const Member& each : Members(value)) {
      path->push_back(Segment::Field(View(each.name)));
      for (const NameField& field : kNameFields) {
        if (View(each.name) == field.field) {
          CheckName(made, field, each.value, *path);
        }
      }
      Walk(made, each.value, path);
      path->pop_back();
    }
  }

  void CheckName(const LinkedObject& made, const NameField& field,
                 const Value& value, const std::vector<Segment>& at) {
    if (!made.space.has_value() || IsTrueIn(value, "optional")) return;
    const auto path = field.name.empty() ? at : PathBelow(at, {field.name});
    const Value* named = field.name.empty() ? &value
                         : value.IsObject() ? Find(value, field.name)
                                            : nullptr;
    const std::string name = ScalarText(named);
    const std::string kind(field.kind.empty() && value.IsObject() ? Kind(value)
                                                                  : field.kind);
    if (name.empty() || kind.empty() || made.Writes(path) ||
        absl::c_linear_search(kInEveryCluster, name)) {
      return;
    }
    const auto targets = TargetsOf(made, field.group, kind);
    if (absl::c_any_of(targets, [](const LinkedObject* each) {
          return !each->name.has_value();
        })) {
      return;
    }
    std::vector<const LinkedObject*> meant;
    for (const LinkedObject* each : targets) {
      if (each->name == name) meant.push_back(each);
    }
    if (meant.empty())
      return CheckTemplateName(made, path, kind, name, targets);
    if (field.field == "configMapKeyRef" || field.field == "secretKeyRef") {
      CheckKey(made, PathBelow(at, {"key"}), meant);
    }
  }

  static bool IsTrueIn(const Value& value, absl::string_view member) {
    return value.IsObject() && IsTrue(Find(value, member));
  }

  std::vector<const LinkedObject*> TargetsOf(const LinkedObject& from,
                                             absl::string_view group,
                                             absl::string_view kind) const {
    std::vector<const LinkedObject*> targets;
    for (const LinkedObject& each : all_) {
      // Where a namespace is not known, it may be the same.
      const bool is_there = !each.space.has_value() ||
                            each.space == from.space || kind == "ClusterRole";
      if (is_there && each.Is(group, kind)) targets.push_back(&each);
    }
    return targets;
  }

  // Nothing is called so, except for a template.
  void CheckTemplateName(const LinkedObject& made,
                         absl::Span<const Segment> path,
                         const std::string& kind, const std::string& name,
                         const std::vector<const LinkedObject*>& targets) {
    for (const LinkedObject* each : targets) {
      if (each->TemplateName() != name) continue;
      const bool has_name = !each->name->empty();
      Add("object/dangling", made, path,
          absl::StrCat(
              name, " is the name of a template; its ", kind,
              has_name ? absl::StrCat(" is called ", *each->name)
                       : std::string(" gets a name that Crossplane makes up")),
          has_name ? absl::StrCat("write ", *each->name)
                   : absl::StrCat("write metadata: {name: ", name, "} in the ",
                                  kind),
          true);
      if (has_name) {
        findings_->Replace(*made.input->document, name, *each->name);
      }
      return;
    }
  }

  // Returns the keys of a ConfigMap or Secret; nullopt if they are not known here.
  static std::optional<std::set<std::string>> KeysOf(const LinkedObject& made) {
    if (!made.space.has_value()) return std::nullopt;
    std::set<std::string> keys;
    for (absl::string_view map : {"binaryData", "data", "stringData"}) {
      const Value* values = Find(made.value(), map);
      if (values != nullptr && values->IsObject()) {
        for (const Member& each : Members(*values)) {
          keys.emplace(View(each.name));
        }
      }
      const auto path = PathJoined(made.object.above, PathBelow({}, {map}));
      for (const LintPatch& patch : made.resource->patches) {
        if (patch.type->to != Endpoint::kDesiredComposed) continue;
        const auto& to = patch.to.segments();
        if (!std::equal(to.begin(),
                        to.begin() + std::min(to.size(), path.size()),
                        path.begin())) {
          continue;
        }
        if (to.size() <= path.size()) return std::nullopt;
        keys.insert(to[path.size()].field);
      }
    }
    // Something else fills an empty one.
    if (keys.empty()) return std::nullopt;
    return keys;
  }

  void CheckKey(const LinkedObject& made, absl::Span<const Segment> path,
                const std::vector<const LinkedObject*>& targets) {
    const std::string key = ScalarText(ValueAt(made.value(), path));
    if (key.empty() || made.Writes(path)) return;
    std::set<std::string> keys;
    for (const LinkedObject* each : targets) {
      const auto some = KeysOf(*each);
      if (!some.has_value() || some->contains(key)) return;
      keys.insert(some->begin(), some->end());
    }
    const std::vector<std::string> all(keys.begin(), keys.end());
    const std::string meant = all.size() == 1 ? all[0] : NearestName(key, all);
    Add("object/dangling", made, path,
        absl::StrCat("the ", Kind(targets[0]->value()), " ", *targets[0]->name,
                     " has no key ", key, ", so the pods do not start",
                     meant.empty() || all.size() > 1
                         ? absl::StrCat("; it has ", Listed(all))
                         : ""),
        meant.empty() ? "write one of them, or add the key" : MeantHelp(meant),
        false);
    if (!meant.empty()) {
      findings_->Replace(*made.input->document, key, meant);
    }
  }

  static std::string Listed(const std::vector<std::string>& names) {
    constexpr size_t kMost = 5;
    const size_t shown = std::min(kMost, names.size());
    return absl::StrCat(
        absl::StrJoin(names.begin(), names.begin() + shown, ", "),
        shown < names.size() ? ", …" : "");
  }

  // How a Service and the pods of an object fit.
  enum class Fit { kNo, kYes, kUnknown };

  static Fit FitOf(const Value& selector, const LinkedObject& pods,
                   const LinkedObject& service) {
    const auto path = PodTemplateOf(pods.value());
    if (!path.has_value()) return Fit::kNo;
    if (!pods.space.has_value() || !service.space.has_value()) {
      return Fit::kUnknown;
    }
    if (pods.space != service.space) return Fit::kNo;
    const auto labels = PathBelow(*path, {"metadata", "labels"});
    const Value* has = ValueAt(pods.value(), labels);
    for (const Member& each : Members(selector)) {
      if (pods.Writes(PathBelow(labels, {View(each.name)}))) {
        return Fit::kUnknown;
      }
      const Value* label = has == nullptr || !has->IsObject()
                               ? nullptr
                               : Find(*has, View(each.name));
      if (label == nullptr || ScalarText(label) != ScalarText(&each.value)) {
        return Fit::kNo;
      }
    }
    return Fit::kYes;
  }

  // Returns the selector of a Service; nullptr if there is none or it is not known here.
  static const Value* SelectorOf(const LinkedObject& service) {
    const Value* selector = Dig(service.value(), {"spec", "selector"});
    if (selector == nullptr || !selector->IsObject() ||
        selector->ObjectEmpty() ||
        service.Writes(PathBelow({}, {"spec", "selector"}))) {
      return nullptr;
    }
    return selector;
  }

  void CheckService(const LinkedObject& service) {
    const Value* selector = SelectorOf(service);
    if (selector == nullptr) return;
    std::vector<const LinkedObject*> selected;
    for (const LinkedObject& each : all_) {
      const Fit fit = FitOf(*selector, each, service);
      if (fit == Fit::kUnknown || MayMakePods(each.value())) return;
      if (fit == Fit::kYes) selected.push_back(&each);
    }
    if (selected.empty()) {
      CheckUnselected(service, *selector);
    } else {
      CheckPorts(service, selected);
    }
  }

  // Whether a Service selects the pods, or might.
  bool IsSelected(const LinkedObject& pods) const {
    return absl::c_any_of(all_, [&pods](const LinkedObject& each) {
      if (!each.Is("", "Service")) return false;
      const Value* selector = SelectorOf(each);
      return selector == nullptr || FitOf(*selector, pods, each) != Fit::kNo;
    });
  }

  // Pods that no Service selects have the same keys and other values.
  void CheckUnselected(const LinkedObject& service, const Value& selector) {
    for (const LinkedObject& each : all_) {
      const auto path = PodTemplateOf(each.value());
      if (!path.has_value() || GroupOf(ApiVersion(each.value())) == "batch" ||
          each.space != service.space || IsSelected(each)) {
        continue;
      }
      const Value* has =
          ValueAt(each.value(), PathBelow(*path, {"metadata", "labels"}));
      if (has == nullptr || !has->IsObject() ||
          !absl::c_all_of(Members(selector), [has](const Member& key) {
            return Find(*has, View(key.name)) != nullptr;
          })) {
        continue;
      }
      AddUnselected(service, selector, each, *has);
      return;
    }
  }

  void AddUnselected(const LinkedObject& service, const Value& selector,
                     const LinkedObject& pods, const Value& labels) {
    for (const Member& each : Members(selector)) {
      const std::string key(View(each.name));
      const std::string wanted = ScalarText(&each.value);
      const std::string label = ScalarText(Find(labels, key));
      if (label == wanted) continue;
      Add("object/selector", service, PathBelow({}, {"spec", "selector", key}),
          absl::StrCat("no template of the pipeline makes pods with ", key, "=",
                       wanted, "; those of ", pods.TemplateName(), " have ",
                       key, "=", label),
          absl::StrCat("write ", key, ": ", label), true);
      findings_->Replace(*service.input->document, wanted, label);
      return;
    }
  }

  // Adds the names of the ports of a list of containers: false if not all are known.
  static bool AddPorts(const LinkedObject& made,
                       const std::vector<Segment>& list,
                       std::set<std::string>* names) {
    const Value* containers = ValueAt(made.value(), list);
    const uint32_t count =
        containers != nullptr && containers->IsArray() ? containers->Size() : 0;
    for (uint32_t i = 0; i <= count; ++i) {
      std::vector<Segment> container = list;
      container.push_back(Segment::Index(i));
      // One that only a patch makes.
      if (i == count) return !made.Writes(container);
      const std::vector<Segment> ports = PathBelow(container, {"ports"});
      const Value* values = ValueAt(made.value(), ports);
      const uint32_t size =
          values != nullptr && values->IsArray() ? values->Size() : 0;
      for (uint32_t k = 0; k <= size; ++k) {
        std::vector<Segment> port = ports;
        port.push_back(Segment::Index(k));
        const std::vector<Segment> name = PathBelow(port, {"name"});
        if (made.Writes(k == size ? port : name)) return false;
        const std::string text = ScalarText(ValueAt(made.value(), name));
        if (!text.empty()) names->insert(text);
      }
    }
    return true;
  }

  void CheckPorts(const LinkedObject& service,
                  const std::vector<const LinkedObject*>& selected) {
    std::set<std::string> names;
    for (const LinkedObject* each : selected) {
      const auto pod = *PodTemplateOf(each->value());
      for (absl::string_view list : {"containers", "initContainers"}) {
        if (!AddPorts(*each, PathBelow(pod, {"spec", list}), &names)) return;
      }
    }
    const std::vector<std::string> all(names.begin(), names.end());
    const absl::Span<const Value> ports =
        ItemsAt(service.value(), {"spec", "ports"});
    for (uint32_t i = 0; i < ports.size(); ++i) {
      std::vector<Segment> path = PathBelow({}, {"spec", "ports"});
      path.push_back(Segment::Index(i));
      path = PathBelow(path, {"targetPort"});
      const std::string port(TextAt(ports[i], {"targetPort"}));
      if (port.empty() || names.contains(port) || service.Writes(path))
        continue;
      const std::string meant =
          all.size() == 1 ? all[0] : NearestName(port, all);
      Add("object/dangling", service, path,
          absl::StrCat("no container of the selected pods has a port called ",
                       port,
                       all.empty() ? std::string()
                                   : absl::StrCat("; there is ", Listed(all))),
          all.empty() ? "write the number of the port, or name it in ports of "
                        "the container"
          : meant.empty() ? "write one of them, or the number of the port"
                          : MeantHelp(meant),
          false);
      if (!meant.empty()) {
        findings_->Replace(*service.input->document, port, meant);
      }
    }
  }

  LintFindings* findings_;
  std::vector<LinkedObject> all_;
};

// Whether the templates say everything about the objects of the pipeline.
bool IsComplete(const LintPipeline& pipeline) {
  return !pipeline.has_other_steps &&
         absl::c_none_of(pipeline.inputs, [](const LintInput* input) {
           return input->prefix.empty() || HasOtherWriters(*input) ||
                  Find(*input->value, "overlays") != nullptr;
         });
}

}  // namespace

void CheckLinks(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    if (IsComplete(pipeline)) LinkCheck(pipeline, findings).Run();
  }
}

}  // namespace loom

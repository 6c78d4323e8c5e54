// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/pod_template.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

// Takes digits off a text: whether there were any.
bool ConsumeDigits(absl::string_view* text) {
  size_t digits = 0;
  while (digits < text->size() && absl::ascii_isdigit((*text)[digits])) {
    ++digits;
  }
  text->remove_prefix(digits);
  return digits > 0;
}

// "v1", "v1beta1", "v2alpha1"
bool IsVersion(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "v") || !ConsumeDigits(&text)) return false;
  if (text.empty()) return true;
  return (absl::ConsumePrefix(&text, "alpha") ||
          absl::ConsumePrefix(&text, "beta")) &&
         ConsumeDigits(&text) && text.empty();
}

std::vector<std::string> Groups() {
  std::set<std::string> groups;
  for (const BuiltinKind& each : BuiltinKinds()) {
    if (!each.group.empty()) groups.emplace(each.group);
  }
  return {groups.begin(), groups.end()};
}

std::string ApiVersionOf(absl::string_view group, absl::string_view version) {
  return group.empty() ? std::string(version)
                       : absl::StrCat(group, "/", version);
}

class KindCheck {
 public:
  KindCheck(const LintInput& input, LintFindings* findings)
      : input_(input), findings_(findings) {}

  void Check(const LintResource& resource, const LintObject& object) {
    object_ = &object;
    // Both are reported. That a base has no kind, the validator says.
    const bool has_version = Has(resource, "apiVersion");
    const bool has_kind = object.above.empty() ? !Kind(*object.value).empty()
                                               : Has(resource, "kind");
    const std::string api_version(ApiVersion(*object.value));
    if (api_version.empty() || IsPatchedMember(resource, "apiVersion")) return;
    const size_t slash = api_version.find('/');
    const std::string version =
        slash == api_version.npos ? api_version : api_version.substr(slash + 1);
    if (!CheckVersion(api_version, version)) return;
    if (has_version && has_kind && !IsPatchedMember(resource, "kind"))
      CheckKind(version);
  }

 private:
  std::string Place(absl::string_view member) const {
    return absl::StrCat(object_->place, ".", member);
  }

  void Add(absl::string_view rule, absl::string_view member,
           absl::string_view message, absl::string_view help, bool mild) {
    findings_->Add(rule, *input_.document, input_.At(Place(member)), message,
                   help);
    findings_->all().back().mild = mild;
  }

  // Whether a patch writes the member, so that it is not what the base says.
  bool IsPatchedMember(const LintResource& resource,
                       absl::string_view member) const {
    std::vector<Segment> place = object_->above;
    place.push_back(Segment::Field(member));
    return IsPatched(resource, place);
  }

  bool Has(const LintResource& resource, absl::string_view member) {
    const Value* value = Find(*object_->value, member);
    if (value != nullptr && !ScalarText(value).empty()) return true;
    if (IsPatchedMember(resource, member)) return true;
    std::string meant;
    for (const Member& each : Members(*object_->value)) {
      if (IsSlip(View(each.name), member)) meant = std::string(View(each.name));
    }
    findings_->Add("object/kind", *input_.document,
                   input_.At(meant.empty() ? object_->place : Place(meant)),
                   absl::StrCat("the object has no ", member,
                                ", so the API server refuses it"),
                   meant.empty()
                       ? absl::StrCat("write ", member, " in the base")
                       : absl::StrCat("write ", member, " instead of ", meant),
                   meant.empty() ? YamlPart::kValue : YamlPart::kKey);
    return false;
  }

  bool CheckVersion(const std::string& api_version,
                    const std::string& version) {
    if (IsVersion(version) && api_version[0] != '/') return true;
    const bool begins_so = version.size() > 1 && version[0] == 'v' &&
                           absl::ascii_isdigit(version[1]);
    if (begins_so && !absl::StrContains(version, '/')) {
      // An API server would take it, and nobody writes such a version.
      Add("object/api-version", "apiVersion",
          absl::StrCat(version, " is not a version such as v1 or v1beta1"), "",
          true);
      return false;
    }
    Add("object/api-version", "apiVersion",
        absl::StrCat("the apiVersion ", api_version, " has no version"),
        absl::StrCat("write it as group/version, for example ",
                     api_version.substr(0, api_version.find('/')), "/v1"),
        false);
    return false;
  }

  // Of Kubernetes' own groups the kinds and versions are known.
  void CheckKind(const std::string& version) {
    const std::string group(GroupOf(ApiVersion(*object_->value)));
    const std::string kind(Kind(*object_->value));
    if (FindBuiltinKind({.group = group, .kind = kind}) != nullptr) {
      return CheckServed(group, kind, version);
    }
    if (!IsOfKubernetes(group)) return CheckGroup(group);
    std::vector<std::string> kinds;
    for (const BuiltinKind& each : BuiltinKinds()) {
      if (each.group == group) kinds.emplace_back(each.kind);
      if (each.kind != kind || !IsOfKubernetes(each.group)) continue;
      Add("object/kind", "apiVersion",
          absl::StrCat(ApiVersion(*object_->value), " has no kind ", kind),
          MeantHelp(
              ApiVersionOf(each.group, BuiltinVersions(each.group).front())),
          false);
      return;
    }
    const std::string nearest = NearestName(kind, kinds);
    if (nearest.empty()) return;
    // A Kubernetes that is newer than this table may have it.
    Add("object/kind", "kind",
        absl::StrCat(ApiVersion(*object_->value), " has no kind ", kind),
        MeantHelp(nearest), true);
    findings_->Replace(*input_.document, kind, nearest);
  }

  void CheckServed(const std::string& group, const std::string& kind,
                   const std::string& version) {
    const auto versions = BuiltinVersions(group);
    if (versions.empty() || absl::c_linear_search(versions, version)) return;
    Add("object/kind", "apiVersion",
        absl::StrCat("no Kubernetes that is maintained serves ", kind, " of ",
                     ApiVersionOf(group, version)),
        absl::StrCat("write ", ApiVersionOf(group, versions.front())), true);
  }

  void CheckGroup(const std::string& group) {
    std::string nearest;
    for (const std::string& each : Groups()) {
      if (IsSlip(group, each)) nearest = each;
    }
    // The groups of custom kinds are domains.
    const bool certain = !absl::StrContains(group, '.');
    if (nearest.empty() && certain) nearest = NearestName(group, Groups());
    if (nearest.empty() && !certain) return;
    Add("object/kind", "apiVersion",
        absl::StrCat("Kubernetes has no group ", group), MeantHelp(nearest),
        !certain);
    if (!nearest.empty()) {
      findings_->Replace(*input_.document, group, nearest);
    }
  }

  const LintInput& input_;
  LintFindings* findings_;
  const LintObject* object_ = nullptr;
};

// Returns whether the given definition of a kind says so.
bool IsDefined(const Corpus& corpus, absl::string_view api_version,
               absl::string_view kind,
               const std::function<bool(const Value&)>& says) {
  return absl::c_any_of(
      corpus.schemas().Definitions(GroupOf(api_version), kind),
      [&says](const YamlDocument* each) { return says(each->root); });
}

// The scope of a definition of version v2 is Namespaced by default.
bool IsNamespaced(const Value& definition) {
  const std::string scope = ScalarText(Dig(definition, {"spec", "scope"}));
  return scope == "Namespaced" ||
         (scope.empty() &&
          ApiVersion(definition) == "apiextensions.crossplane.io/v2");
}

bool IsClusterScopedIn(const Corpus& corpus, const Value& object) {
  return IsClusterScoped(
      object,
      corpus.schemas().Definitions(GroupOf(ApiVersion(object)), Kind(object)));
}

void CheckScopes(const Corpus& corpus, const LintPipeline& pipeline,
                 LintFindings* findings) {
  const Value* reference =
      Dig(pipeline.document->yaml.root, {"spec", "compositeTypeRef"});
  if (reference == nullptr || !reference->IsObject() ||
      !IsDefined(corpus, ApiVersion(*reference), Kind(*reference),
                 IsNamespaced)) {
    return;
  }
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      if (resource.base == nullptr || PatchesIdentity(resource) ||
          !IsClusterScopedIn(corpus, *resource.base)) {
        continue;
      }
      findings->Add("object/scope", *input->document,
                    input->At(resource.BasePlace() + ".kind"),
                    absl::StrCat(WithArticle(Kind(*resource.base)),
                                 " is cluster-scoped, and ", Kind(*reference),
                                 " has a namespace, so Crossplane refuses it"),
                    "write scope: Cluster in the definition, or compose a kind "
                    "that has a namespace");
    }
  }
}

// The objects that provider-kubernetes reads connection details from.
void CheckPublished(const LintInput& input, KindCheck* check) {
  if (!input.native()) return;
  const absl::Span<const Value> entries =
      ItemsAt(*input.value, {"objectConnectionDetails"});
  for (size_t i = 0; i < entries.size(); ++i) {
    const absl::Span<const Value> details = ItemsAt(entries[i], {"details"});
    for (size_t k = 0; k < details.size(); ++k) {
      if (Dig(details[k], {"apiVersion"}) == nullptr ||
          Dig(details[k], {"kind"}) == nullptr) {
        continue;
      }
      const std::string place =
          absl::StrCat("objectConnectionDetails[", i, "].details[", k, "]");
      check->Check({.place = place,
                    .value = &details[k],
                    .base = nullptr,
                    .patches = {}},
                   {.place = place, .value = &details[k], .above = {}});
    }
  }
}

// What an autoscaler scales.
void CheckScaled(const LintResource& resource, const LintObject& object,
                 KindCheck* check) {
  if (Kind(*object.value) != "HorizontalPodAutoscaler") return;
  const Value* target = Dig(*object.value, {"spec", "scaleTargetRef"});
  if (target == nullptr || !target->IsObject() || ApiVersion(*target).empty() ||
      Kind(*target).empty()) {
    return;
  }
  check->Check(resource,
               {.place = object.place + ".spec.scaleTargetRef",
                .value = target,
                .above = PathBelow(object.above, {"spec", "scaleTargetRef"})});
}

// The kinds that sections name, which may be the names of their resources instead.
class NamedKindCheck {
 public:
  NamedKindCheck(const Corpus& corpus, const LintInput& input,
                 LintFindings* findings)
      : corpus_(corpus), input_(input), findings_(findings) {}

  void Run() {
    if (!input_.native()) return;
    for (const char* section :
         {"dependencies", "externalReferences", "externalValues",
          "extraResources", "references", "required"}) {
      const Value* list = Find(*input_.value, section);
      if (list != nullptr) Walk(section, *list);
    }
  }

 private:
  void Walk(const std::string& place, const Value& value) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        Walk(absl::StrCat(place, "[", i, "]"), ItemAt(value, i));
      }
    }
    if (!value.IsObject()) return;
    CheckOne(place, std::string(ApiVersion(value)), std::string(Kind(value)));
    for (const Member& each : Members(value)) {
      Walk(absl::StrCat(place, ".", View(each.name)), each.value);
    }
  }

  void CheckOne(const std::string& place, const std::string& api_version,
                const std::string& kind) {
    if (api_version.empty() || kind.empty() || !absl::ascii_islower(kind[0]) ||
        IsListed(kind)) {
      return;
    }
    const std::string group(GroupOf(api_version));
    if (!corpus_.schemas().Definitions(group, kind).empty()) return;
    const std::string meant = KindOf(group, kind);
    findings_->Add(
        "object/kind", *input_.document, input_.At(place + ".kind"),
        meant.empty()
            ? absl::StrCat("a kind begins with a capital letter, so ", kind,
                           " is probably the name of a resource")
            : absl::StrCat(api_version, " has no kind ", kind),
        meant.empty() ? "write the kind, as in the manifest of an object"
                      : MeantHelp(absl::StrCat("kind: ", meant)));
    findings_->all().back().mild = meant.empty();
    if (!meant.empty()) findings_->Replace(*input_.document, kind, meant);
  }

  bool IsListed(const std::string& kind) const {
    return absl::c_any_of(ItemsAt(*input_.value, {"kinds"}),
                          [&](const Value& each) {
                            return ScalarText(Dig(each, {"kind"})) == kind;
                          });
  }

  std::string KindOf(const std::string& group, const std::string& resource) {
    for (const BuiltinKind& each : BuiltinKinds()) {
      if (each.group == group &&
          (each.resource == resource ||
           absl::EqualsIgnoreCase(each.kind, resource))) {
        return std::string(each.kind);
      }
    }
    return corpus_.schemas().KindOfResource(group, resource);
  }

  const Corpus& corpus_;
  const LintInput& input_;
  LintFindings* findings_;
};

}  // namespace

void CheckKinds(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    CheckScopes(corpus, pipeline, findings);
  }
  for (const auto& input : corpus.inputs()) {
    KindCheck check(*input, findings);
    CheckPublished(*input, &check);
    NamedKindCheck(corpus, *input, findings).Run();
    for (const LintResource& resource : ResourcesOf(*input)) {
      for (const LintObject& object : ObjectsOf(resource)) {
        check.Check(resource, object);
        CheckScaled(resource, object, &check);
      }
    }
  }
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "lint/checks.h"
#include "lint/input_walk.h"
#include "resource/object.h"
#include "value/object.h"
#include "yaml/scalar_text.h"

namespace loom {
namespace {

// Kinds that have no condition Ready in any version. Pods and Nodes have one, and
// so have Crossplane's Usages.
struct Row {
  absl::string_view group;
  absl::string_view kind;
};

constexpr Row kNeverReady[] = {
    {"", "ConfigMap"},
    {"", "Secret"},
    {"", "Namespace"},
    {"", "Service"},
    {"", "ServiceAccount"},
    {"", "PersistentVolume"},
    {"", "PersistentVolumeClaim"},
    {"", "LimitRange"},
    {"", "ResourceQuota"},
    {"", "Endpoints"},
    {"apps", "Deployment"},
    {"apps", "StatefulSet"},
    {"apps", "DaemonSet"},
    {"apps", "ReplicaSet"},
    {"batch", "Job"},
    {"batch", "CronJob"},
    {"autoscaling", "HorizontalPodAutoscaler"},
    {"networking.k8s.io", "Ingress"},
    {"networking.k8s.io", "IngressClass"},
    {"networking.k8s.io", "NetworkPolicy"},
    {"policy", "PodDisruptionBudget"},
    {"rbac.authorization.k8s.io", "Role"},
    {"rbac.authorization.k8s.io", "RoleBinding"},
    {"rbac.authorization.k8s.io", "ClusterRole"},
    {"rbac.authorization.k8s.io", "ClusterRoleBinding"},
    {"storage.k8s.io", "StorageClass"},
    {"scheduling.k8s.io", "PriorityClass"},
    {"apiextensions.crossplane.io", "EnvironmentConfig"},
};

bool IsNeverReady(absl::string_view group, absl::string_view kind) {
  if (kind == "ProviderConfig" || kind == "ClusterProviderConfig") {
    return absl::EndsWith(group, ".crossplane.io") ||
           absl::EndsWith(group, ".upbound.io");
  }
  return std::any_of(
      std::begin(kNeverReady), std::end(kNeverReady),
      [&](const Row& row) { return row.group == group && row.kind == kind; });
}

// Whether a patch may change what the object is, or write its conditions.
bool PatchesIdentity(const LintResource& resource) {
  for (const LintPatch& patch : resource.patches) {
    if (patch.type->to != Endpoint::kDesiredComposed) continue;
    const auto& to = patch.to.segments();
    if (to.empty() || to[0].IsWildcard() || to[0].field == "kind" ||
        to[0].field == "apiVersion") {
      return true;
    }
  }
  return false;
}

bool HasChecks(const Value& resource) {
  const Value* checks = Find(resource, "readinessChecks");
  return checks != nullptr && !checks->IsNull() &&
         (!checks->IsArray() || !checks->Empty());
}

// What the composite is called: by the Composition, or by the only definition of
// composites that is given.
std::string CompositeOf(const Corpus& corpus, const LintPipeline& pipeline) {
  std::string kind = ScalarText(
      Dig(pipeline.document->yaml.root, {"spec", "compositeTypeRef", "kind"}));
  std::vector<std::string> kinds;
  for (const LintDocument* each :
       corpus.OfKind(LintDocument::Kind::kDefinition)) {
    if (Kind(each->yaml.root) != "CompositeResourceDefinition") continue;
    kinds.push_back(
        ScalarText(Dig(each->yaml.root, {"spec", "names", "kind"})));
  }
  if (kind.empty() && kinds.size() == 1) kind = kinds[0];
  return kind.empty() ? "composite" : kind;
}

// A step of another function may say that the resource is ready, as
// function-auto-ready does.
void CheckPipeline(const Corpus& corpus, const LintPipeline& pipeline,
                   Findings* findings) {
  if (pipeline.has_other_steps) return;
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      if (resource.base == nullptr || HasChecks(*resource.value) ||
          PatchesIdentity(resource)) {
        continue;
      }
      absl::string_view kind = Kind(*resource.base);
      if (!IsNeverReady(GroupOf(ApiVersion(*resource.base)), kind)) continue;
      findings->Add(
          "ready/never", *input->document,
          input->At(resource.place + ".base.kind"),
          absl::StrCat(
              absl::StrContains("AEIO", kind.substr(0, 1)) ? "an " : "a ", kind,
              " never has the condition Ready, so the ",
              CompositeOf(corpus, pipeline), " never becomes ready"),
          "add readinessChecks: [{type: None}]");
    }
  }
}

}  // namespace

void CheckReadiness(const Corpus& corpus, Findings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    CheckPipeline(corpus, pipeline, findings);
  }
}

}  // namespace loom

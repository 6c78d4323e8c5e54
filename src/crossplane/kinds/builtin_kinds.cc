// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/builtin_kinds.h"

#include "absl/strings/ascii.h"

namespace loom {
namespace {

constexpr Scope kC = Scope::kCluster;
constexpr Scope kN = Scope::kNamespaced;

// The table. Add a kind here if every cluster has it.
constexpr BuiltinKind kKinds[] = {
    {"", "configmaps", "ConfigMap", kN},
    {"", "endpoints", "Endpoints", kN},
    {"", "events", "Event", kN},
    {"", "limitranges", "LimitRange", kN},
    {"", "namespaces", "Namespace", kC},
    {"", "nodes", "Node", kC},
    {"", "persistentvolumeclaims", "PersistentVolumeClaim", kN},
    {"", "persistentvolumes", "PersistentVolume", kC},
    {"", "pods", "Pod", kN},
    {"", "podtemplates", "PodTemplate", kN},
    {"", "replicationcontrollers", "ReplicationController", kN},
    {"", "resourcequotas", "ResourceQuota", kN},
    {"", "secrets", "Secret", kN},
    {"", "serviceaccounts", "ServiceAccount", kN},
    {"", "services", "Service", kN},

    {"admissionregistration.k8s.io", "mutatingwebhookconfigurations",
     "MutatingWebhookConfiguration", kC},
    {"admissionregistration.k8s.io", "validatingadmissionpolicies",
     "ValidatingAdmissionPolicy", kC},
    {"admissionregistration.k8s.io", "validatingadmissionpolicybindings",
     "ValidatingAdmissionPolicyBinding", kC},
    {"admissionregistration.k8s.io", "validatingwebhookconfigurations",
     "ValidatingWebhookConfiguration", kC},
    {"apiextensions.k8s.io", "customresourcedefinitions",
     "CustomResourceDefinition", kC},
    {"apiregistration.k8s.io", "apiservices", "APIService", kC},
    {"apps", "controllerrevisions", "ControllerRevision", kN},
    {"apps", "daemonsets", "DaemonSet", kN},
    {"apps", "deployments", "Deployment", kN},
    {"apps", "replicasets", "ReplicaSet", kN},
    {"apps", "statefulsets", "StatefulSet", kN},
    {"autoscaling", "horizontalpodautoscalers", "HorizontalPodAutoscaler", kN},
    {"batch", "cronjobs", "CronJob", kN},
    {"batch", "jobs", "Job", kN},
    {"certificates.k8s.io", "certificatesigningrequests",
     "CertificateSigningRequest", kC},
    {"coordination.k8s.io", "leases", "Lease", kN},
    {"discovery.k8s.io", "endpointslices", "EndpointSlice", kN},
    {"networking.k8s.io", "ingressclasses", "IngressClass", kC},
    {"networking.k8s.io", "ingresses", "Ingress", kN},
    {"networking.k8s.io", "networkpolicies", "NetworkPolicy", kN},
    {"node.k8s.io", "runtimeclasses", "RuntimeClass", kC},
    {"policy", "poddisruptionbudgets", "PodDisruptionBudget", kN},
    {"rbac.authorization.k8s.io", "clusterrolebindings", "ClusterRoleBinding",
     kC},
    {"rbac.authorization.k8s.io", "clusterroles", "ClusterRole", kC},
    {"rbac.authorization.k8s.io", "rolebindings", "RoleBinding", kN},
    {"rbac.authorization.k8s.io", "roles", "Role", kN},
    {"scheduling.k8s.io", "priorityclasses", "PriorityClass", kC},
    {"storage.k8s.io", "csidrivers", "CSIDriver", kC},
    {"storage.k8s.io", "csinodes", "CSINode", kC},
    {"storage.k8s.io", "csistoragecapacities", "CSIStorageCapacity", kN},
    {"storage.k8s.io", "storageclasses", "StorageClass", kC},
    {"storage.k8s.io", "volumeattachments", "VolumeAttachment", kC},

    {"apiextensions.crossplane.io", "compositeresourcedefinitions",
     "CompositeResourceDefinition", kC},
    {"apiextensions.crossplane.io", "compositionrevisions",
     "CompositionRevision", kC},
    {"apiextensions.crossplane.io", "compositions", "Composition", kC},
    {"apiextensions.crossplane.io", "environmentconfigs", "EnvironmentConfig",
     kC},
    {"apiextensions.crossplane.io", "managedresourceactivationpolicies",
     "ManagedResourceActivationPolicy", kC},
    {"apiextensions.crossplane.io", "managedresourcedefinitions",
     "ManagedResourceDefinition", kC},
    {"apiextensions.crossplane.io", "usages", "Usage", kC},
    {"ops.crossplane.io", "cronoperations", "CronOperation", kC},
    {"ops.crossplane.io", "operations", "Operation", kC},
    {"ops.crossplane.io", "watchoperations", "WatchOperation", kC},
    {"pkg.crossplane.io", "configurationrevisions", "ConfigurationRevision",
     kC},
    {"pkg.crossplane.io", "configurations", "Configuration", kC},
    {"pkg.crossplane.io", "deploymentruntimeconfigs", "DeploymentRuntimeConfig",
     kC},
    {"pkg.crossplane.io", "functionrevisions", "FunctionRevision", kC},
    {"pkg.crossplane.io", "functions", "Function", kC},
    {"pkg.crossplane.io", "imageconfigs", "ImageConfig", kC},
    {"pkg.crossplane.io", "locks", "Lock", kC},
    {"pkg.crossplane.io", "providerrevisions", "ProviderRevision", kC},
    {"pkg.crossplane.io", "providers", "Provider", kC},
    {"protection.crossplane.io", "clusterusages", "ClusterUsage", kC},
    {"protection.crossplane.io", "usages", "Usage", kN},

    {"helm.crossplane.io", "providerconfigs", "ProviderConfig", kC},
    {"helm.crossplane.io", "releases", "Release", kC},
    {"helm.m.crossplane.io", "clusterproviderconfigs", "ClusterProviderConfig",
     kC},
    {"helm.m.crossplane.io", "providerconfigs", "ProviderConfig", kN},
    {"helm.m.crossplane.io", "releases", "Release", kN},
    {"kubernetes.crossplane.io", "objects", "Object", kC},
    {"kubernetes.crossplane.io", "providerconfigs", "ProviderConfig", kC},
    {"kubernetes.m.crossplane.io", "clusterproviderconfigs",
     "ClusterProviderConfig", kC},
    {"kubernetes.m.crossplane.io", "objects", "Object", kN},
    {"kubernetes.m.crossplane.io", "providerconfigs", "ProviderConfig", kN},
};

constexpr absl::string_view kV1[] = {"v1"};
constexpr absl::string_view kV1AndV2[] = {"v1", "v2"};
constexpr absl::string_view kV1AndOlder[] = {"v1", "v1beta1", "v1alpha1"};

// Those that a Kubernetes which is still maintained serves.
constexpr struct {
  absl::string_view group;
  absl::Span<const absl::string_view> versions;
} kVersions[] = {
    {"", kV1},
    {"admissionregistration.k8s.io", kV1AndOlder},
    {"apiextensions.k8s.io", kV1},
    {"apiregistration.k8s.io", kV1},
    {"apps", kV1},
    {"autoscaling", kV1AndV2},
    {"batch", kV1},
    {"certificates.k8s.io", kV1},
    {"coordination.k8s.io", kV1},
    {"discovery.k8s.io", kV1},
    {"networking.k8s.io", kV1},
    {"node.k8s.io", kV1},
    {"policy", kV1},
    {"rbac.authorization.k8s.io", kV1},
    {"scheduling.k8s.io", kV1},
    {"storage.k8s.io", kV1},
};

}  // namespace

absl::Span<const absl::string_view> BuiltinVersions(absl::string_view group) {
  for (const auto& row : kVersions) {
    if (row.group == group) return row.versions;
  }
  return {};
}

bool IsOfKubernetes(absl::string_view group) {
  return group.empty() || !BuiltinVersions(group).empty();
}

absl::Span<const BuiltinKind> BuiltinKinds() { return kKinds; }

const BuiltinKind* FindBuiltinKind(const NamedKind& name) {
  for (const BuiltinKind& row : kKinds) {
    if (row.group != name.group) continue;
    if (!name.kind.empty() && row.kind != name.kind) continue;
    if (!name.resource.empty() && row.resource != name.resource &&
        absl::AsciiStrToLower(row.kind) != name.resource) {
      continue;
    }
    return &row;
  }
  return nullptr;
}

}  // namespace loom

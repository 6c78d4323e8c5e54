// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/builtin_kinds.h"

#include "absl/strings/ascii.h"

namespace loom {
namespace {

constexpr Scope kC = Scope::kCluster;
constexpr Scope kN = Scope::kNamespaced;

// The table. Add a kind here if every cluster has it.
constexpr BuiltinKind kKinds[] = {
    {"", "configmaps", "ConfigMap", kN, "binaryData data immutable"},
    {"", "endpoints", "Endpoints", kN, "subsets"},
    {"", "events", "Event", kN, ""},
    {"", "limitranges", "LimitRange", kN, "spec"},
    {"", "namespaces", "Namespace", kC, "spec status"},
    {"", "nodes", "Node", kC, "spec status"},
    {"", "persistentvolumeclaims", "PersistentVolumeClaim", kN, "spec status"},
    {"", "persistentvolumes", "PersistentVolume", kC, "spec status"},
    {"", "pods", "Pod", kN, "spec status"},
    {"", "podtemplates", "PodTemplate", kN, "template"},
    {"", "replicationcontrollers", "ReplicationController", kN, "spec status"},
    {"", "resourcequotas", "ResourceQuota", kN, "spec status"},
    {"", "secrets", "Secret", kN, "data immutable stringData type"},
    {"", "serviceaccounts", "ServiceAccount", kN,
     "automountServiceAccountToken imagePullSecrets secrets"},
    {"", "services", "Service", kN, "spec status"},

    {"admissionregistration.k8s.io", "mutatingwebhookconfigurations",
     "MutatingWebhookConfiguration", kC, "webhooks"},
    {"admissionregistration.k8s.io", "validatingadmissionpolicies",
     "ValidatingAdmissionPolicy", kC, "spec status"},
    {"admissionregistration.k8s.io", "validatingadmissionpolicybindings",
     "ValidatingAdmissionPolicyBinding", kC, "spec"},
    {"admissionregistration.k8s.io", "validatingwebhookconfigurations",
     "ValidatingWebhookConfiguration", kC, "webhooks"},
    {"apiextensions.k8s.io", "customresourcedefinitions",
     "CustomResourceDefinition", kC, "spec status"},
    {"apiregistration.k8s.io", "apiservices", "APIService", kC, "spec status"},
    {"apps", "controllerrevisions", "ControllerRevision", kN, "data revision"},
    {"apps", "daemonsets", "DaemonSet", kN, "spec status"},
    {"apps", "deployments", "Deployment", kN, "spec status"},
    {"apps", "replicasets", "ReplicaSet", kN, "spec status"},
    {"apps", "statefulsets", "StatefulSet", kN, "spec status"},
    {"autoscaling", "horizontalpodautoscalers", "HorizontalPodAutoscaler", kN,
     "spec status"},
    {"batch", "cronjobs", "CronJob", kN, "spec status"},
    {"batch", "jobs", "Job", kN, "spec status"},
    {"certificates.k8s.io", "certificatesigningrequests",
     "CertificateSigningRequest", kC, "spec status"},
    {"coordination.k8s.io", "leases", "Lease", kN, "spec"},
    {"discovery.k8s.io", "endpointslices", "EndpointSlice", kN,
     "addressType endpoints ports"},
    {"networking.k8s.io", "ingressclasses", "IngressClass", kC, "spec"},
    {"networking.k8s.io", "ingresses", "Ingress", kN, "spec status"},
    {"networking.k8s.io", "networkpolicies", "NetworkPolicy", kN, "spec"},
    {"node.k8s.io", "runtimeclasses", "RuntimeClass", kC,
     "handler overhead scheduling"},
    {"policy", "poddisruptionbudgets", "PodDisruptionBudget", kN,
     "spec status"},
    {"rbac.authorization.k8s.io", "clusterrolebindings", "ClusterRoleBinding",
     kC, "roleRef subjects"},
    {"rbac.authorization.k8s.io", "clusterroles", "ClusterRole", kC,
     "aggregationRule rules"},
    {"rbac.authorization.k8s.io", "rolebindings", "RoleBinding", kN,
     "roleRef subjects"},
    {"rbac.authorization.k8s.io", "roles", "Role", kN, "rules"},
    {"scheduling.k8s.io", "priorityclasses", "PriorityClass", kC,
     "description globalDefault preemptionPolicy value"},
    {"storage.k8s.io", "csidrivers", "CSIDriver", kC, "spec"},
    {"storage.k8s.io", "csinodes", "CSINode", kC, "spec"},
    {"storage.k8s.io", "csistoragecapacities", "CSIStorageCapacity", kN,
     "capacity maximumVolumeSize nodeTopology storageClassName"},
    {"storage.k8s.io", "storageclasses", "StorageClass", kC,
     "allowVolumeExpansion allowedTopologies mountOptions parameters "
     "provisioner reclaimPolicy volumeBindingMode"},
    {"storage.k8s.io", "volumeattachments", "VolumeAttachment", kC,
     "spec status"},

    {"apiextensions.crossplane.io", "compositeresourcedefinitions",
     "CompositeResourceDefinition", kC, "spec status"},
    {"apiextensions.crossplane.io", "compositionrevisions",
     "CompositionRevision", kC, "spec status"},
    {"apiextensions.crossplane.io", "compositions", "Composition", kC,
     "spec status"},
    {"apiextensions.crossplane.io", "environmentconfigs", "EnvironmentConfig",
     kC, "data"},
    {"apiextensions.crossplane.io", "managedresourceactivationpolicies",
     "ManagedResourceActivationPolicy", kC, "spec status"},
    {"apiextensions.crossplane.io", "managedresourcedefinitions",
     "ManagedResourceDefinition", kC, "spec status"},
    {"apiextensions.crossplane.io", "usages", "Usage", kC, "spec status"},
    {"ops.crossplane.io", "cronoperations", "CronOperation", kC, "spec status"},
    {"ops.crossplane.io", "operations", "Operation", kC, "spec status"},
    {"ops.crossplane.io", "watchoperations", "WatchOperation", kC,
     "spec status"},
    {"pkg.crossplane.io", "configurationrevisions", "ConfigurationRevision", kC,
     "spec status"},
    {"pkg.crossplane.io", "configurations", "Configuration", kC, "spec status"},
    {"pkg.crossplane.io", "deploymentruntimeconfigs", "DeploymentRuntimeConfig",
     kC, "spec status"},
    {"pkg.crossplane.io", "functionrevisions", "FunctionRevision", kC,
     "spec status"},
    {"pkg.crossplane.io", "functions", "Function", kC, "spec status"},
    {"pkg.crossplane.io", "imageconfigs", "ImageConfig", kC, "spec status"},
    {"pkg.crossplane.io", "locks", "Lock", kC, "packages status"},
    {"pkg.crossplane.io", "providerrevisions", "ProviderRevision", kC,
     "spec status"},
    {"pkg.crossplane.io", "providers", "Provider", kC, "spec status"},
    {"protection.crossplane.io", "clusterusages", "ClusterUsage", kC,
     "spec status"},
    {"protection.crossplane.io", "usages", "Usage", kN, "spec status"},

    {"helm.crossplane.io", "providerconfigs", "ProviderConfig", kC,
     "spec status"},
    {"helm.crossplane.io", "releases", "Release", kC, "spec status"},
    {"helm.m.crossplane.io", "clusterproviderconfigs", "ClusterProviderConfig",
     kC, "spec status"},
    {"helm.m.crossplane.io", "providerconfigs", "ProviderConfig", kN,
     "spec status"},
    {"helm.m.crossplane.io", "releases", "Release", kN, "spec status"},
    {"kubernetes.crossplane.io", "objects", "Object", kC, "spec status"},
    {"kubernetes.crossplane.io", "providerconfigs", "ProviderConfig", kC,
     "spec status"},
    {"kubernetes.m.crossplane.io", "clusterproviderconfigs",
     "ClusterProviderConfig", kC, "spec status"},
    {"kubernetes.m.crossplane.io", "objects", "Object", kN, "spec status"},
    {"kubernetes.m.crossplane.io", "providerconfigs", "ProviderConfig", kN,
     "spec status"},
};

constexpr absl::string_view kV1[] = {"v1"};
constexpr absl::string_view kV1AndV2[] = {"v1", "v2"};
constexpr absl::string_view kV1AndOlder[] = {"v1", "v1beta1", "v1alpha1"};

// The versions that a maintained release of Kubernetes serves.
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

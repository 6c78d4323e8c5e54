// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/builtin_formats.h"

#include "absl/strings/match.h"

namespace loom {
namespace {

// The table. Add a kind here, in the order of groups.
constexpr BuiltinFormat kFormats[] = {
    // ── Google Cloud ─────────────────────────────────────────────────────────
    {"artifactregistry.cnrm.cloud.google.com", "ArtifactRegistryRepository",
     "artifactregistry.googleapis.com",
     "projects/{project}/locations/{location}/repositories/{repository}"},
    {"bigquery.cnrm.cloud.google.com", "BigQueryDataset",
     "bigquery.googleapis.com", "projects/{project}/datasets/{dataset}"},
    {"bigqueryconnection.cnrm.cloud.google.com", "BigQueryConnectionConnection",
     "bigqueryconnection.googleapis.com",
     "projects/{project}/locations/{location}/connections/{connection}"},
    {"cloudbuild.cnrm.cloud.google.com", "CloudBuildWorkerPool",
     "cloudbuild.googleapis.com",
     "projects/{project}/locations/{location}/workerPools/{workerPool}"},
    {"compute.cnrm.cloud.google.com", "ComputeNetwork",
     "compute.googleapis.com", "projects/{project}/global/networks/{network}"},
    {"compute.cnrm.cloud.google.com", "ComputeSubnetwork",
     "compute.googleapis.com",
     "projects/{project}/regions/{region}/subnetworks/{subnetwork}"},
    {"container.cnrm.cloud.google.com", "ContainerCluster",
     "container.googleapis.com",
     "projects/{project}/locations/{location}/clusters/{cluster}"},
    {"iam.cnrm.cloud.google.com", "IAMServiceAccount", "iam.googleapis.com",
     "projects/{project}/serviceAccounts/{account}"},
    {"kms.cnrm.cloud.google.com", "KMSCryptoKey", "cloudkms.googleapis.com",
     "projects/{project}/locations/{location}/keyRings/{keyRing}/cryptoKeys/"
     "{cryptoKey}"},
    {"kms.cnrm.cloud.google.com", "KMSKeyRing", "cloudkms.googleapis.com",
     "projects/{project}/locations/{location}/keyRings/{keyRing}"},
    {"pubsub.cnrm.cloud.google.com", "PubSubTopic", "pubsub.googleapis.com",
     "projects/{project}/topics/{topic}"},
    {"resourcemanager.cnrm.cloud.google.com", "Folder",
     "cloudresourcemanager.googleapis.com", "folders/{folder}"},
    {"resourcemanager.cnrm.cloud.google.com", "Project",
     "cloudresourcemanager.googleapis.com", "projects/{project}", "project"},
    {"secretmanager.cnrm.cloud.google.com", "SecretManagerSecret",
     "secretmanager.googleapis.com", "projects/{project}/secrets/{secret}"},

    // ── AWS ──────────────────────────────────────────────────────────────────
    {"ec2.services.k8s.aws", "SecurityGroup", "",
     "arn:{partition}:ec2:{region}:{account}:security-group/{securityGroup}"},
    {"ec2.services.k8s.aws", "Subnet", "",
     "arn:{partition}:ec2:{region}:{account}:subnet/{subnet}"},
    {"ec2.services.k8s.aws", "VPC", "",
     "arn:{partition}:ec2:{region}:{account}:vpc/{vpc}"},
    {"iam.services.k8s.aws", "Policy", "",
     "arn:{partition}:iam::{account}:policy/{policy}"},
    {"iam.services.k8s.aws", "Role", "",
     "arn:{partition}:iam::{account}:role/{role}"},
    {"kms.services.k8s.aws", "Key", "",
     "arn:{partition}:kms:{region}:{account}:key/{key}"},
    {"lambda.services.k8s.aws", "Function", "",
     "arn:{partition}:lambda:{region}:{account}:function:{function}"},
    {"s3.services.k8s.aws", "Bucket", "", "arn:{partition}:s3:::{bucket}"},
    {"sns.services.k8s.aws", "Topic", "",
     "arn:{partition}:sns:{region}:{account}:{topic}"},
    {"sqs.services.k8s.aws", "Queue", "",
     "arn:{partition}:sqs:{region}:{account}:{queue}"},
};

}  // namespace

absl::string_view BuiltinFormat::path() const {
  return absl::EndsWith(group, ".services.k8s.aws")
             ? "status.ackResourceMetadata.arn"
             : "status.externalRef";
}

absl::Span<const BuiltinFormat> BuiltinFormats() { return kFormats; }

const BuiltinFormat* FindBuiltinFormat(absl::string_view group,
                                       absl::string_view kind) {
  for (const BuiltinFormat& row : kFormats) {
    if (row.group == group && row.kind == kind) return &row;
  }
  return nullptr;
}

}  // namespace loom

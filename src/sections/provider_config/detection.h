// SPDX-License-Identifier: Apache-2.0
// Detection decides whether a composed resource is a managed resource, which
// refers to a ProviderConfig, a nested composite, or anything else. The first
// rule that applies decides:
//
//   1. The input lists it: in nestedComposites.kinds as a composite, or in
//      targets.include as managed.
//   2. The observed object has spec.providerConfigRef, which the API server
//      fills in by default: it is managed. Or it has spec.crossplane,
//      spec.resourceRefs or spec.compositionRef: it is a composite.
//   3. Its group is Kubernetes' own (without a dot, or below k8s.io) or one of
//      Crossplane's own, or its kind ends with ProviderConfig or
//      ProviderConfigUsage: it is neither.
//   4. The desired object has in its spec forProvider, providerConfigRef,
//      initProvider, managementPolicies or deletionPolicy: it is managed. Or it
//      has there crossplane or composition…: it is a composite.
//   5. The schema of its kind, if Crossplane answers such questions (AskForSchema):
//      it is managed, a composite, or neither.
//   6. Otherwise it is neither.
//
// With `detection: Schema`, rule 5 comes before rule 2, so the schema of every kind
// is asked for that is not listed.
//
// With `detection: All`, as in AppCat, every resource that
// nestedComposites.kinds does not list is managed. A resource that cannot be
// recognised on the first call is left as it is, so that nothing is written
// that the API server would refuse.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "sections/provider_config/provider_config.h"

namespace loom {
// API groups of provider families: what is said of a group holds for all groups below
// it.
//
//   IsGroupBelow("s3.aws.upbound.io", "aws.upbound.io")    true
//   IsGroupBelow("aws.upbound.io", "aws.upbound.io")       true
//   IsGroupBelow("my-aws.upbound.io", "aws.upbound.io")    false: it only ends alike
//
// If something is said of several, the longest counts (LongestAbove).

// Whether the group is `other`, or below it.
bool IsGroupBelow(absl::string_view group, absl::string_view other);

// The longest of the groups that the group is below; nullptr if there is none.
const std::string* LongestAbove(absl::string_view group,
                                const std::vector<std::string>& groups);

// What the OpenAPI schema of a kind says of its provider config:
//
//   properties: {spec: {properties: {providerConfigRef: {properties: {kind: …}}}}}
//       a managed resource, whose reference has a kind
//   properties: {spec: {properties: {crossplane: …}}}   or compositionRef
//       a nested composite
//   neither of them
//       not managed
//
// A schema can be large and costs a round, so it is asked for only for kinds that
// nothing else decides (detection.h), and only if Crossplane says that it answers.

struct SchemaFacts {
  bool has_reference = false;
  bool reference_has_kind = false;
  bool is_composite = false;

  static SchemaFacts Read(const Value& openapi);
};

// Asks for the schema of a kind (crossplane/call/schema_of_kind.h).
absl::StatusOr<std::optional<SchemaFacts>> AskForSchema(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome);

enum class Role { kOther, kManaged, kNestedComposite };

// Asks for the schema of the candidate's kind.
using SchemaOf = std::function<absl::StatusOr<std::optional<SchemaFacts>>()>;

struct Candidate {
  Selectable id;
  const Value* desired;
  const Value* observed;  // nullptr: not observed yet
  SchemaOf schema_of = nullptr;
  // What the schema says; nullopt: nothing, or it was not asked for.
  std::optional<SchemaFacts> schema = std::nullopt;
};

// May set candidate.schema. Errors are those of Selector::Matches and of
// candidate.schema_of.
absl::StatusOr<Role> RoleOf(const ProviderConfig& config, Candidate& candidate,
                            Pool* pool);

}  // namespace loom

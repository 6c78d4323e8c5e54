// SPDX-License-Identifier: Apache-2.0
// Detection decides whether a composed resource is a managed resource (which refers to
// a ProviderConfig), a nested composite, or neither. The first rule that applies
// decides:
//
//   1. The input lists it: in nestedComposites.kinds as a composite, or in
//      targets.include as managed.
//   2. The observed object has spec.providerConfigRef, which the API server
//      fills in by default: it is managed. Or it has spec.crossplane,
//      spec.resourceRefs or spec.compositionRef: it is a composite.
//   3. Its group is Kubernetes' own (without a dot, or below k8s.io) or one of
//      Crossplane's own, or its kind ends with ProviderConfig or
//      ProviderConfigUsage: it is neither.
//   4. The spec of the desired object has forProvider, providerConfigRef,
//      initProvider, managementPolicies or deletionPolicy: it is managed. Or it
//      has crossplane or composition…: it is a composite.
//   5. The schema of its kind, if Crossplane provides schemas (AskForSchema): it
//      is managed, a composite, or neither.
//   6. Otherwise it is neither.
//
// With `detection: Schema`, rule 5 comes before rule 2, so the schema of every kind
// that is not listed is requested.
//
// With `detection: All`, as in AppCat, every resource that nestedComposites.kinds does
// not list is managed. A resource that cannot be recognized on the first call is left
// unchanged, so that nothing is written that the API server would refuse.
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
// Returns whether the group is `other`, or below it: s3.aws.upbound.io is below
// aws.upbound.io, and my-aws.upbound.io is not. A setting for the group of a provider
// family applies to all groups below it. If several groups have a setting, the longest
// applies (LongestAbove).
bool IsGroupBelow(absl::string_view group, absl::string_view other);

// Returns the longest of `groups` that the group is below; nullptr if there is none.
const std::string* LongestAbove(absl::string_view group,
                                const std::vector<std::string>& groups);

// SchemaFacts is the information in the OpenAPI schema of a kind about its provider
// config: spec has providerConfigRef, whose reference may have a kind, in a managed
// resource, and crossplane or compositionRef in a nested composite.
//
// A schema can be large and costs a round, so it is requested only for kinds that no
// other rule decides, and only if Crossplane announces that it provides schemas.
struct SchemaFacts {
  bool has_reference = false;
  bool reference_has_kind = false;
  bool is_composite = false;

  static SchemaFacts Read(const Value& openapi);
};

absl::StatusOr<std::optional<SchemaFacts>> AskForSchema(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome);

enum class Role { kOther, kManaged, kNestedComposite };

using SchemaOf = std::function<absl::StatusOr<std::optional<SchemaFacts>>()>;

struct Candidate {
  Selectable id;
  const Value* desired;
  const Value* observed;  // nullptr: not observed yet
  SchemaOf schema_of = nullptr;
  // The schema; nullopt: it is not available, or was not requested.
  std::optional<SchemaFacts> schema = std::nullopt;
};

// May set candidate.schema. Errors are those of Selector::Matches and of
// candidate.schema_of.
absl::StatusOr<Role> RoleOf(const ProviderConfig& config, Candidate& candidate,
                            Pool* pool);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/detection.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/schema_of_kind.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
bool IsGroupBelow(absl::string_view group, absl::string_view other) {
  return group == other || absl::EndsWith(group, absl::StrCat(".", other));
}

const std::string* LongestAbove(absl::string_view group,
                                const std::vector<std::string>& groups) {
  const std::string* longest = nullptr;
  for (const std::string& other : groups) {
    if (!IsGroupBelow(group, other)) continue;
    if (longest == nullptr || other.size() > longest->size()) longest = &other;
  }
  return longest;
}

SchemaFacts SchemaFacts::Read(const Value& openapi) {
  SchemaFacts facts;
  const Value* spec = Dig(openapi, {"properties", "spec", "properties"});
  if (spec == nullptr || !spec->IsObject()) return facts;
  facts.has_reference = Find(*spec, "providerConfigRef") != nullptr;
  facts.reference_has_kind =
      Dig(*spec, {"providerConfigRef", "properties", "kind"}) != nullptr;
  facts.is_composite = Find(*spec, "crossplane") != nullptr ||
                       Find(*spec, "compositionRef") != nullptr;
  return facts;
}

absl::StatusOr<std::optional<SchemaFacts>> AskForSchema(
    absl::string_view api_version, absl::string_view kind, Call& call,
    Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(const std::optional<Value> openapi,
                        AskForOpenApi(api_version, kind, call, outcome));
  if (!openapi.has_value()) return std::nullopt;
  return SchemaFacts::Read(*openapi);
}

namespace {

using Names = std::initializer_list<absl::string_view>;

bool HasAny(const Value* spec, Names members) {
  if (spec == nullptr || !spec->IsObject()) return false;
  return std::any_of(members.begin(), members.end(), [&](auto member) {
    return Find(*spec, member) != nullptr;
  });
}

// A rule returns the role of the candidates to which it applies, and nullopt
// for all others.
using Answer = absl::StatusOr<std::optional<Role>>;
using Rule = Answer (*)(const ProviderConfig& config, Candidate& candidate,
                        Pool* pool);

Answer ListedAsComposite(const ProviderConfig& config, Candidate& candidate,
                         Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(bool listed,
                        AnyMatches(config.nested_kinds, candidate.id, pool));
  if (!listed) return std::nullopt;
  return Role::kNestedComposite;
}

Answer Included(const ProviderConfig& config, Candidate& candidate,
                Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(bool included,
                        AnyMatches(config.include, candidate.id, pool));
  if (!included) return std::nullopt;
  return Role::kManaged;
}

Answer AsObserved(const ProviderConfig&, Candidate& candidate, Pool*) {
  if (candidate.observed == nullptr) return std::nullopt;
  const Value* spec = Dig(*candidate.observed, {"spec"});
  if (HasAny(spec, {"providerConfigRef"})) return Role::kManaged;
  if (HasAny(spec, {"crossplane", "resourceRefs", "compositionRef"})) {
    return Role::kNestedComposite;
  }
  return std::nullopt;
}

Answer NeverManaged(const ProviderConfig&, Candidate& candidate, Pool*) {
  constexpr absl::string_view kCrossplanesOwn[] = {
      "apiextensions.crossplane.io", "pkg.crossplane.io",
      "protection.crossplane.io", "ops.crossplane.io"};
  absl::string_view group = candidate.id.group, kind = candidate.id.kind;
  bool of_kubernetes =
      !absl::StrContains(group, '.') || absl::EndsWith(group, ".k8s.io");
  bool of_crossplane =
      std::find(std::begin(kCrossplanesOwn), std::end(kCrossplanesOwn),
                group) != std::end(kCrossplanesOwn);
  bool is_config = absl::EndsWith(kind, "ProviderConfig") ||
                   absl::EndsWith(kind, "ProviderConfigUsage");
  if (of_kubernetes || of_crossplane || is_config) return Role::kOther;
  return std::nullopt;
}

Answer AsDesired(const ProviderConfig&, Candidate& candidate, Pool*) {
  const Value* spec = Dig(*candidate.desired, {"spec"});
  if (HasAny(spec, {"forProvider", "providerConfigRef", "initProvider",
                    "managementPolicies", "deletionPolicy"})) {
    return Role::kManaged;
  }
  if (HasAny(spec, {"crossplane", "compositionRef", "compositionSelector",
                    "compositionUpdatePolicy", "compositionRevisionRef",
                    "compositionRevisionSelector"})) {
    return Role::kNestedComposite;
  }
  return std::nullopt;
}

Answer BySchema(const ProviderConfig&, Candidate& candidate, Pool*) {
  if (!candidate.schema_of) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(candidate.schema, candidate.schema_of());
  if (!candidate.schema.has_value()) return std::nullopt;
  if (candidate.schema->has_reference) return Role::kManaged;
  return candidate.schema->is_composite ? Role::kNestedComposite : Role::kOther;
}

Answer Managed(const ProviderConfig&, Candidate&, Pool*) {
  return Role::kManaged;
}

constexpr Rule kAuto[] = {ListedAsComposite, Included,  AsObserved,
                          NeverManaged,      AsDesired, BySchema};
constexpr Rule kSchema[] = {ListedAsComposite, Included,     BySchema,
                            AsObserved,        NeverManaged, AsDesired};
constexpr Rule kAll[] = {ListedAsComposite, Managed};

template <size_t kSize>
absl::StatusOr<Role> FirstAnswer(const Rule (&rules)[kSize],
                                 const ProviderConfig& config,
                                 Candidate& candidate, Pool* pool) {
  for (Rule rule : rules) {
    LOOM_ASSIGN_OR_RETURN(std::optional<Role> role,
                          rule(config, candidate, pool));
    if (role.has_value()) return *role;
  }
  return Role::kOther;
}

}  // namespace

absl::StatusOr<Role> RoleOf(const ProviderConfig& config, Candidate& candidate,
                            Pool* pool) {
  switch (config.detection) {
    case Detection::kAuto:
      return FirstAnswer(kAuto, config, candidate, pool);
    case Detection::kSchema:
      return FirstAnswer(kSchema, config, candidate, pool);
    case Detection::kAll:
      return FirstAnswer(kAll, config, candidate, pool);
  }
  return Role::kOther;
}

}  // namespace loom

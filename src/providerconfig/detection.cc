// SPDX-License-Identifier: Apache-2.0
#include "providerconfig/detection.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "absl/strings/match.h"
#include "resource/object.h"
#include "value/object.h"

namespace loom {
namespace {

using Members = std::initializer_list<absl::string_view>;

bool HasAny(const Value* spec, Members members) {
  if (spec == nullptr || !spec->IsObject()) return false;
  return std::any_of(members.begin(), members.end(), [&](auto member) {
    return Find(*spec, member) != nullptr;
  });
}

bool AnyMatches(const std::vector<Selector>& selectors,
                const Selectable& candidate) {
  return std::any_of(selectors.begin(), selectors.end(), [&](auto& selector) {
    return selector.Matches(candidate);
  });
}

// A rule answers for the candidates it knows.
using Rule = std::optional<Role> (*)(const ProviderConfig& config,
                                     const Candidate& candidate);

std::optional<Role> ListedAsComposite(const ProviderConfig& config,
                                      const Candidate& candidate) {
  if (!AnyMatches(config.nested_kinds, candidate.id)) return std::nullopt;
  return Role::kNestedComposite;
}

std::optional<Role> Included(const ProviderConfig& config,
                             const Candidate& candidate) {
  if (!AnyMatches(config.include, candidate.id)) return std::nullopt;
  return Role::kManaged;
}

std::optional<Role> AsObserved(const ProviderConfig&,
                               const Candidate& candidate) {
  if (candidate.observed == nullptr) return std::nullopt;
  const Value* spec = Dig(*candidate.observed, {"spec"});
  if (HasAny(spec, {"providerConfigRef"})) return Role::kManaged;
  if (HasAny(spec, {"crossplane", "resourceRefs", "compositionRef"})) {
    return Role::kNestedComposite;
  }
  return std::nullopt;
}

std::optional<Role> NeverManaged(const ProviderConfig&,
                                 const Candidate& candidate) {
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

std::optional<Role> AsDesired(const ProviderConfig&,
                              const Candidate& candidate) {
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

std::optional<Role> Managed(const ProviderConfig&, const Candidate&) {
  return Role::kManaged;
}

constexpr Rule kAuto[] = {ListedAsComposite, Included, AsObserved, NeverManaged,
                          AsDesired};
constexpr Rule kAll[] = {ListedAsComposite, Managed};

template <size_t kSize>
Role FirstAnswer(const Rule (&rules)[kSize], const ProviderConfig& config,
                 const Candidate& candidate) {
  for (Rule rule : rules) {
    if (auto role = rule(config, candidate)) return *role;
  }
  return Role::kOther;
}

}  // namespace

Role RoleOf(const ProviderConfig& config, const Candidate& candidate) {
  return config.detection == Detection::kAll
             ? FirstAnswer(kAll, config, candidate)
             : FirstAnswer(kAuto, config, candidate);
}

}  // namespace loom

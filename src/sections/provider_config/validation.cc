// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/validation.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/call/lookup.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  OnMissing on_missing;
} kOnMissing[] = {{"Warn", OnMissing::kWarn},
                  {"Withhold", OnMissing::kWithhold},
                  {"Fatal", OnMissing::kFatal}};

NamedKind KindOf(Fields& fields) {
  const absl::string_view api_version = fields.Required("apiVersion");
  return NamedKind::Of(api_version, fields.Required("kind"));
}

bool IsConfig(const Value& object, const NamedKind& kind,
              absl::string_view name) {
  return GroupOf(ApiVersion(object)) == kind.group &&
         Kind(object) == kind.kind && Name(object) == name;
}

// Reports whether this call composes it.
absl::StatusOr<bool> IsDesired(const NamedKind& kind, absl::string_view name,
                               Call& call) {
  for (absl::string_view resource : call.composed.DesiredNames()) {
    LOOM_ASSIGN_OR_RETURN(const Value* desired,
                          call.composed.Desired(resource));
    const Value* manifest = ManifestOf(*desired);
    if (IsConfig(*desired, kind, name) ||
        (manifest != nullptr && IsConfig(*manifest, kind, name))) {
      return true;
    }
  }
  return false;
}

}  // namespace

Validation Validation::Parse(const Input& section, Fields& root) {
  Validation validation;
  auto kinds = Kinds::Of(root);
  Fields fields(section);
  for (const Input& provider : fields.List("providers")) {
    Fields members(provider);
    NamedKind kind = KindOf(members);
    auto known = kinds->Find(kind);
    validation.providers_.push_back({std::move(kind), std::move(known)});
    members.Done();
  }
  const auto* row = fields.Choice("onMissing", kOnMissing, &kOnMissing[0]);
  if (row != nullptr) validation.on_missing_ = row->on_missing;
  fields.Done();
  return validation;
}

std::vector<std::string> Validation::Groups() const {
  std::vector<std::string> groups;
  groups.reserve(providers_.size());
  for (const WantedKind& provider : providers_) {
    groups.push_back(provider.name.group);
  }
  return groups;
}

absl::StatusOr<std::vector<MissingConfig>> Validation::FindMissing(
    absl::string_view value, const NameMap& names, Call& call,
    Outcome* outcome) const {
  std::vector<MissingConfig> missing;
  for (const WantedKind& provider : providers_) {
    LOOM_ASSIGN_OR_RETURN(
        auto config,
        Missing(provider, names.NameFor(value, provider.name.group), call,
                outcome));
    if (config.has_value()) missing.push_back(*std::move(config));
  }
  return missing;
}

absl::StatusOr<std::optional<MissingConfig>> Validation::Missing(
    const WantedKind& provider, absl::string_view name, Call& call,
    Outcome* outcome) const {
  const NamedKind& kind = provider.name;
  LOOM_ASSIGN_OR_RETURN(const KindFound found,
                        FindKind(provider, call, outcome));
  MissingConfig missing{
      kind.group,
      // A name from a field may come from a Secret.
      absl::StrCat(kind.ApiVersion(), " ", kind.kind, " ",
                   call.pool->redacted() ? "?" : name, " not found")};
  if (found.state == LookupState::kPending) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(bool desired, IsDesired(kind, name, call));
  if (found.state == LookupState::kFailed) {
    if (desired) return std::nullopt;
    return missing;
  }
  Requirement requirement;
  requirement.api_version = kind.ApiVersion();
  requirement.kind = kind.kind;
  requirement.name = std::string(name);
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const absl::string_view ns = Namespace(*composite);
  if (found.kind.scope == Scope::kNamespaced) {
    // Without a namespace, it cannot be requested from Crossplane.
    if (ns.empty()) return std::nullopt;
    requirement.ns = std::string(ns);
  }
  std::string key = absl::StrCat("pc:", kind.ApiVersion(), "/", kind.kind, "/",
                                 requirement.ns.value_or(""), "/", name);
  LOOM_ASSIGN_OR_RETURN(const Answered answered,
                        Ask({.kind = found.kind,
                             .requirement = std::move(requirement),
                             .key = std::move(key)},
                            call, outcome));
  if (!answered.objects.has_value() || desired || !answered.objects->empty()) {
    return std::nullopt;
  }
  return missing;
}

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/access_policy.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/glob.h"
#include "data/value/budget.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  SecretAccess access;
} kSecrets[] = {{"Allow", SecretAccess::kAllow},
                {"SameNamespace", SecretAccess::kSameNamespace},
                {"Deny", SecretAccess::kDeny}};

constexpr struct {
  absl::string_view name;
  NamespaceAccess access;
} kNamespaces[] = {{"Allow", NamespaceAccess::kAllow},
                   {"Auto", NamespaceAccess::kAuto},
                   {"Deny", NamespaceAccess::kDeny}};

bool AnyGlobMatches(const std::vector<std::string>& globs,
                    absl::string_view kind) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return GlobMatches(glob, kind);
  });
}

}  // namespace

std::vector<std::string> AccessPolicy::ParseKinds(Fields& fields,
                                                  absl::string_view member) {
  std::vector<std::string> globs;
  for (const Input& glob : fields.List(member)) {
    if (glob.value().IsString() &&
        View(glob.value()).find('/') != absl::string_view::npos) {
      globs.emplace_back(View(glob.value()));
    } else {
      glob.Problem("Invalid value: expected <group>/<Kind>, such as */Secret");
    }
  }
  return globs;
}

namespace {

constexpr absl::string_view kNotThisKind = "not allowed for this kind";
constexpr absl::string_view kNotThisSecret = "not allowed by the secret policy";
constexpr absl::string_view kNotAcross = "not allowed across namespaces";

}  // namespace

absl::string_view HowToAllow(absl::string_view refusal) {
  if (refusal == kNotThisKind) {
    return "the --reference-kinds-allow and --reference-kinds-deny flags and "
           "the security.allowKinds and security.denyKinds fields set which "
           "kinds are";
  }
  if (refusal == kNotAcross) {
    return "to allow it, set --reference-cross-namespace=Allow, and do not set "
           "security.crossNamespace";
  }
  return "to allow it, set --reference-secrets=Allow (and "
         "--reference-cross-namespace=Allow for another namespace), and do not "
         "set security.secrets";
}

absl::string_view AccessPolicy::Refusal(const WantedObject& wanted) const {
  const std::string kind =
      absl::StrCat(wanted.kind.group, "/", wanted.kind.kind);
  if (AnyGlobMatches(deny_kinds, kind) ||
      (!allow_kinds.empty() && !AnyGlobMatches(allow_kinds, kind))) {
    return kNotThisKind;
  }
  const bool namespaced = wanted.kind.scope == Scope::kNamespaced;
  const bool same = wanted.composite_ns.empty()
                        ? wanted.ns_is_fixed && !wanted.ns.empty()
                        : wanted.ns == wanted.composite_ns;
  if (wanted.kind.IsSecret() &&
      (secrets == SecretAccess::kDeny ||
       (secrets == SecretAccess::kSameNamespace && !same))) {
    return kNotThisSecret;
  }
  const bool may_cross = cross_namespace == NamespaceAccess::kAllow ||
                         (cross_namespace == NamespaceAccess::kAuto &&
                          wanted.composite_ns.empty());
  const bool crosses = wanted.ns.empty() || wanted.ns != wanted.composite_ns;
  if (namespaced && !may_cross && crosses) {
    return kNotAcross;
  }
  return "";
}

std::vector<std::string> AccessPolicy::Beyond(const AccessPolicy& flags) const {
  std::vector<std::string> members;
  if (says_secrets && secrets > flags.secrets) {
    members.emplace_back("security.secrets");
  }
  if (says_cross_namespace && cross_namespace > flags.cross_namespace) {
    members.emplace_back("security.crossNamespace");
  }
  return members;
}

std::shared_ptr<const AccessPolicy> AccessPolicy::Of(Fields& input) {
  auto& made = input.at().Made<const AccessPolicy>();
  if (made == nullptr) {
    auto policy = std::make_shared<AccessPolicy>();
    policy->secrets = SecretAccess::kAllow;
    policy->cross_namespace = NamespaceAccess::kAllow;
    if (std::optional<Input> section = input.Section("security")) {
      Fields fields(*section);
      const auto* secrets = fields.Choice("secrets", kSecrets, &kSecrets[0]);
      const auto* namespaces =
          fields.Choice("crossNamespace", kNamespaces, &kNamespaces[0]);
      policy->says_secrets = fields.Has("secrets");
      policy->says_cross_namespace = fields.Has("crossNamespace");
      if (secrets != nullptr) policy->secrets = secrets->access;
      if (namespaces != nullptr) policy->cross_namespace = namespaces->access;
      policy->allow_kinds = ParseKinds(fields, "allowKinds");
      policy->deny_kinds = ParseKinds(fields, "denyKinds");
      fields.Done();
    }
    made = policy;
  }
  input.Allow("security");
  return made;
}

absl::StatusOr<absl::string_view> RefusalOf(AccessPolicies policies,
                                            const WantedObject& wanted,
                                            Pool* pool) {
  for (const AccessPolicy* policy : policies) {
    LOOM_RETURN_IF_ERROR(Spend(Finding(policy->Globs()), pool));
    const absl::string_view refusal = policy->Refusal(wanted);
    if (!refusal.empty()) return refusal;
  }
  return "";
}

}  // namespace loom

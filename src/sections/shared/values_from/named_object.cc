// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/named_object.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/status_macros.h"
#include "crossplane/kinds/kind_lookup.h"
#include "crossplane/objects/object.h"

namespace loom {

std::string NamedObject::Shown() const {
  return absl::StrCat(ns, ns.empty() ? "" : "/", name);
}

std::string NamedObject::Where(absl::string_view api_version,
                               absl::string_view path) const {
  return absl::StrCat(api_version, " ", kind, " ", Shown(), " ", path);
}

bool IsTooLong(absl::string_view name) { return name.size() > limits::kName; }

std::string NamespaceRequired(absl::string_view kind) {
  return absl::StrCat("a namespace is required for the namespaced kind ", kind,
                      ", because the composite is cluster-scoped");
}

absl::string_view ReasonOfLookUp(absl::string_view reason) {
  for (absl::string_view known :
       {reasons::kNotInstalled, reasons::kVersionNotServed}) {
    if (reason == known) return known;
  }
  return reasons::kInvalid;
}

absl::StatusOr<NamedObject> FindNamedObject(const WantedKind& wanted,
                                            const ObjectName& name,
                                            AccessPolicies policies, Call& call,
                                            Requirements* asked) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const bool too_long = IsTooLong(name.name) || IsTooLong(name.ns);
  const bool hidden = call.pool->discreet() || too_long;
  const std::string ns =
      name.ns.empty() ? std::string(Namespace(*composite)) : name.ns;
  NamedObject found{.kind = wanted.name.kind,
                    .ns = hidden && !name.ns.empty() ? "?" : ns,
                    .name = hidden ? "?" : name.name};
  auto failed = [&](absl::string_view reason, std::string cause) {
    found.state = NamedObject::State::kFailed;
    found.failure = {.reason = reason, .cause = std::move(cause)};
    return found;
  };
  if (too_long) return failed(reasons::kInvalid, std::string(kNameTooLong));
  LOOM_ASSIGN_OR_RETURN(
      KindFound kind,
      LookUpKind(wanted.name, wanted.known, call.required, call.pool, asked));
  if (kind.state == KindFound::State::kPending) return found;
  if (kind.state == KindFound::State::kFailed) {
    return failed(ReasonOfLookUp(kind.reason), std::move(kind.cause));
  }
  found.kind = kind.kind.kind;
  const bool namespaced = kind.kind.scope == Scope::kNamespaced;
  if (!namespaced) found.ns.clear();
  if (namespaced && ns.empty()) {
    return failed(reasons::kInvalid, NamespaceRequired(found.kind));
  }
  LOOM_ASSIGN_OR_RETURN(Answered answered,
                        AskFor({.kind = kind.kind,
                                .api_version = wanted.name.ApiVersion(),
                                .ns = namespaced ? ns : "",
                                .ns_is_fixed = name.ns_is_fixed,
                                .name = name.name},
                               policies, call, asked));
  if (!answered.refusal.empty()) {
    return failed(reasons::kNotAllowed, std::string(answered.refusal));
  }
  if (!answered.objects.has_value()) return found;
  found.state = answered.objects->empty() ? NamedObject::State::kMissing
                                          : NamedObject::State::kFound;
  if (!answered.objects->empty()) found.object = answered.objects->front();
  return found;
}

}  // namespace loom

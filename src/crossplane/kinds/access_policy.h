// SPDX-License-Identifier: Apache-2.0
// AccessPolicy defines which objects references may read. Crossplane reads them with
// its own permissions, which include every Secret of the cluster. The operator of the
// function therefore sets the policy with flags of `serve`, and an input can only
// narrow it (docs/reading-rules.md):
//
//   flag                          field of `security:`    default
//   --reference-secrets           secrets                 SameNamespace
//   --reference-cross-namespace   crossNamespace          Auto
//   --reference-kinds-allow       allowKinds              every kind
//   --reference-kinds-deny        denyKinds               none
//
// SameNamespace allows Secrets in the composite's namespace; for a cluster-scoped
// composite, Secrets in a namespace that the author of the input wrote. Auto is Deny
// for namespaced composites, and Allow for cluster-scoped ones. Kinds are globs of
// <group>/<Kind>; one must match an entry of allowKinds, unless that list is empty, and
// none of denyKinds.
//
// An object that is not allowed is never requested. Objects that a step of the
// Composition requires itself, and objects that are found although the input gives the
// wrong scope, are checked when they arrive (crossplane/call/lookup.h). If
// an input asks for more than the flags allow, the flags apply, and the log has a note.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

enum class SecretAccess { kDeny, kSameNamespace, kAllow };
enum class NamespaceAccess { kDeny, kAuto, kAllow };

// The object that a reference is about to request.
struct WantedObject {
  const KnownKind& kind;
  absl::string_view ns;  // "": none, or all namespaces
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed;
  absl::string_view composite_ns;  // "": the composite is cluster-scoped
};

struct AccessPolicy {
  SecretAccess secrets = SecretAccess::kSameNamespace;
  NamespaceAccess cross_namespace = NamespaceAccess::kAuto;
  std::vector<std::string> allow_kinds = {};
  std::vector<std::string> deny_kinds = {};
  // Whether an input sets `secrets` and `crossNamespace`.
  bool says_secrets = false;
  bool says_cross_namespace = false;

  size_t Globs() const { return allow_kinds.size() + deny_kinds.size(); }

  // Returns the reason why the object may not be read; "" if it may be read.
  absl::string_view Refusal(const WantedObject& wanted) const;

  // Returns the fields of an input that ask for more than the flags of a server allow.
  std::vector<std::string> Beyond(const AccessPolicy& flags) const;

  // Reads a list of kinds such as allowKinds.
  static std::vector<std::string> ParseKinds(Fields& fields,
                                             absl::string_view member);
  // Reads the field `security` of the input, once for all sections.
  static std::shared_ptr<const AccessPolicy> Of(Fields& input);
};

// Returns how an operator or an author allows what was refused, in words.
absl::string_view HowToAllow(absl::string_view refusal);

// The policies that must all allow an object: that of the flags, that of the input, and
// that of the author of the composite.
using AccessPolicies = absl::Span<const AccessPolicy* const>;

// Returns the first refusal of several policies; "" if all of them allow the object.
// Errors are those of the account of the call.
absl::StatusOr<absl::string_view> RefusalOf(AccessPolicies policies,
                                            const WantedObject& wanted,
                                            Pool* pool);

}  // namespace loom

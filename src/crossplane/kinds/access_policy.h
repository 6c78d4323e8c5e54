// SPDX-License-Identifier: Apache-2.0
// AccessPolicy says which objects references may read. Crossplane reads them with
// its own rights, which reach every Secret of the cluster, so whoever runs the
// function sets the policy by flags of `serve`, and an input can only narrow it:
//
//   flag                          member of `security:`   default
//   --reference-secrets           secrets                 SameNamespace
//   --reference-cross-namespace   crossNamespace          Auto
//   --reference-kinds-allow       allowKinds              every kind
//   --reference-kinds-deny        denyKinds               none
//
//   secrets          Deny           no Secret
//                    SameNamespace  those of the composite's namespace; of a
//                                   cluster-scoped composite, those of a namespace
//                                   that the author of the input wrote
//                    Allow          every Secret
//   crossNamespace   Deny           only objects of the composite's namespace and
//                                   cluster-scoped ones
//                    Auto           Deny for namespaced composites, Allow for
//                                   cluster-scoped ones
//                    Allow
//   allowKinds,      lists of <group>/<Kind>, in which `*` stands for any
//   denyKinds        characters; a kind has to match one of the first list, if it
//                    has any, and none of the second
//
//   security: {secrets: Deny, allowKinds: ["*.example.org/*"]}
//
// An object that is not allowed is not even asked for. What a step of the Composition
// requires itself, and what is found although the input has its scope wrong, is judged
// when it is there (sections/shared/values_from/asking.h). An input that asks for more than the flags allow
// gets what they allow, and a note in the log.
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

// The object that a reference is about to ask for.
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
  // Whether an input says what stands in the first two members.
  bool says_secrets = false;
  bool says_cross_namespace = false;

  // How many there are in the lists.
  size_t Globs() const { return allow_kinds.size() + deny_kinds.size(); }

  // Why the object may not be read; "" if it may:
  //   not allowed by the secret policy
  //   not allowed across namespaces
  //   not allowed for this kind
  absl::string_view Refusal(const WantedObject& wanted) const;

  // The members of an input that ask for more than the flags of a server allow,
  // such as security.secrets.
  std::vector<std::string> Beyond(const AccessPolicy& flags) const;

  // Reads a list of kinds such as allowKinds.
  static std::vector<std::string> ParseKinds(Fields& fields,
                                             absl::string_view member);
  // Reads the member `security` of the input, once for all sections.
  static std::shared_ptr<const AccessPolicy> Of(Fields& input);
};

// Each of which has to allow an object: the flags of the server, the input, and
// what the author of a composite may read.
using AccessPolicies = absl::Span<const AccessPolicy* const>;

// The first refusal of several policies; "" if all allow the object. An error is one
// of the account of the call.
absl::StatusOr<absl::string_view> RefusalOf(AccessPolicies policies,
                                            const WantedObject& wanted,
                                            Pool* pool);

}  // namespace loom

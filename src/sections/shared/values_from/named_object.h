// SPDX-License-Identifier: Apache-2.0
// FindNamedObject finds the one object that a typed or an external reference names:
//
//   kind known? → namespace → allowed? → ask → there?
//
//   FindNamedObject(wanted, {.name = "net-a"}, options, call, &asked)
//       → kFound, object, shown "team-a/net-a"
//
// Without a namespace, it is that of the composite; a cluster-scoped kind has none.
// Failures are those of LookUpKind, ReferenceNotAllowed, and
//
//   a name is longer than 253 bytes         InvalidReference
//   a namespace is required for the namespaced kind VPC, because the composite is
//   cluster-scoped                          InvalidReference
//
// What it means that the object is missing is for the caller to say.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/kind.h"
#include "sections/shared/values_from/asking.h"
#include "sections/shared/values_from/failure.h"

namespace loom {

// The name and the namespace as they stand in a composite, in a composed resource
// or in the input; "": no namespace.
struct ObjectName {
  std::string name;
  std::string ns = {};
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed = false;
};

// The kind of an object, and what is known of it without looking it up.
struct WantedKind {
  NamedKind name;
  std::optional<KnownKind> known = std::nullopt;
};

struct NamedObject {
  enum class State { kFound, kPending, kMissing, kFailed };

  State state = State::kPending;
  const Value* object = nullptr;
  Failure failure = {};  // if it failed; without a place

  // As messages name it. In a discreet call its name is `?`.
  std::string kind = {};
  std::string ns = {};  // "": cluster-scoped
  std::string name = {};

  // "team-a/net-a", or only the name.
  std::string Shown() const;
  // What was looked for: ec2.example.org/v1 VPC team-a/net-a status.id
  std::string Where(absl::string_view api_version,
                    absl::string_view path) const;
};

// Adds requirements to `asked`. An error is one of the request or of the account
// of the call.
absl::StatusOr<NamedObject> FindNamedObject(const WantedKind& wanted,
                                            const ObjectName& name,
                                            AccessPolicies policies, Call& call,
                                            Requirements* asked);

// What to say of a namespaced kind without a namespace, and of a look-up of a kind
// that failed for this reason.
std::string NamespaceRequired(absl::string_view kind);
// Whether no object can have such a name or namespace, or label (limits::kName).
// What names it is then not repeated in messages.
bool IsTooLong(absl::string_view name);
inline constexpr absl::string_view kNameTooLong =
    "a name is longer than 253 bytes";
absl::string_view ReasonOfLookUp(absl::string_view reason);

}  // namespace loom

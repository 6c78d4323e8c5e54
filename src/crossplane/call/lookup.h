// SPDX-License-Identifier: Apache-2.0
// A Lookup describes objects of the cluster, and FindObjects finds them:
//
//   kind known? → namespace and name → allowed? → ask → allowed? → pick → sort
//
//   LOOM_ASSIGN_OR_RETURN(Found found,
//                         FindObjects(lookup, policies, call, outcome));
//
// The default namespace is that of the composite; a cluster-scoped kind has none. What
// stops it is a failure, or pending if an answer is missing:
//
//   object not found                        ReferenceNotFound
//   2 objects match, want 1                 AmbiguousMatch
//   1 object matches, want at least 2       ReferenceNotFound
//   composite spec.name: no such field      FieldMissing: of the name
//   a name is longer than 253 bytes         InvalidReference: also a label
//   a namespace is required for the namespaced kind VPC, because the composite is
//   cluster-scoped                          InvalidReference
//   not allowed across namespaces           ReferenceNotAllowed
//
// and the failures of LookUpKind. FindNamedObject does the same for a name that is
// already known, and takes the first object.
//
// Nothing else asks for objects that an input refers to. Objects are requested in every
// round, even if they are already there, so that the requirements of a call stay the
// same. While an answer is missing, the outcome waits. Errors, of all functions below,
// come from the request or the account of the call.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field_source.h"
#include "crossplane/contract/failure.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kind_lookup.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

// The kind of an object, and its known properties without a look-up.
struct WantedKind {
  NamedKind name;
  std::optional<KnownKind> known = std::nullopt;
};

struct LabelSource {
  std::string key;
  TextOrField value;
  // Left out if its value is missing.
  bool optional = false;
};

enum class SelectionMode { kSingle, kFirst, kMultiple };

struct Lookup {
  WantedKind kind;
  // One object by name, the objects that have all labels, or all objects of the kind.
  TextOrField name;
  std::vector<LabelSource> labels;
  bool by_labels = false;
  bool all = false;
  TextOrField ns;
  // kSingle: exactly one; kFirst: the first by namespace and name; kMultiple: sorted.
  SelectionMode mode = SelectionMode::kSingle;
  // With kMultiple.
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  Path sort_by;

  // Reports whether it selects among several objects instead of naming one.
  bool selects() const { return by_labels || all; }
};

struct Found {
  // kNothing: no label has a value. A query without labels would find every object, so
  // nothing is requested.
  LookupState state = LookupState::kPending;
  std::vector<const Value*> objects = {};  // at least one, if found
  Failure failure = {};                    // if it failed; without `where`
  absl::string_view refusal = "";          // why they may not be read, if so

  // As messages name what was looked for. A query shows its labels instead of a name,
  // and `?` replaces a name that is not known or not shown.
  std::string kind = {};
  std::string ns = {};  // "": cluster-scoped
  std::string name = {};

  const Value& object() const { return *objects.front(); }
  // Reports whether there is no such object.
  bool is_missing() const {
    return state == LookupState::kFailed &&
           failure.reason == reasons::kNotFound;
  }
  // Returns "team-a/net-a", or only the name.
  std::string Shown() const;
  // Describes what was looked for: ec2.example.org/v1 VPC team-a/net-a status.id
  std::string Where(absl::string_view api_version,
                    absl::string_view path) const;
};

absl::StatusOr<Found> FindObjects(const Lookup& lookup, AccessPolicies policies,
                                  Call& call, Outcome* outcome);

// The name and the namespace as written in a composite, a composed resource or the
// input; "": no namespace.
struct ObjectName {
  std::string name;
  std::string ns = {};
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed = false;
};

// Finds the object. A redacted call shows neither its name nor its own namespace.
absl::StatusOr<Found> FindNamedObject(const WantedKind& kind,
                                      const ObjectName& name,
                                      AccessPolicies policies, Call& call,
                                      Outcome* outcome);

// The steps of the two functions, for sections that have other rules between them.

// Returns LookUpKind's answer. The outcome waits while it is pending.
absl::StatusOr<KindFound> FindKind(const WantedKind& kind, Call& call,
                                   Outcome* outcome);

struct Question {
  const KnownKind& kind;
  Requirement requirement;
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed = true;
  AccessPolicies policies = {};
  // The key of the requirement; "": CanonicalKey.
  std::string key = {};
};

struct Answered {
  std::string key = {};
  // Why the objects may not be read (AccessPolicy::Refusal); "": they may.
  absl::string_view refusal = "";
  // The object that was found and may not be read; nullptr: they were not requested.
  const Value* refused = nullptr;
  // nullopt: the objects are not there yet, or may not be read.
  std::optional<std::vector<const Value*>> objects = std::nullopt;
};

// Requests objects, if they may be read, and returns the answer. Objects that may not be
// read are not requested. Those that are found are checked by their own namespaces: if
// the input declares a namespaced kind cluster-scoped (crossplane/kinds/kinds.h), objects
// of other namespaces are also refused.
absl::StatusOr<Answered> Ask(Question question, Call& call, Outcome* outcome);

// The two halves of Ask: why the objects may not be requested ("": they may), and the
// request.
absl::StatusOr<absl::string_view> RefusalOf(const Question& question,
                                            Call& call);
absl::StatusOr<Answered> RequestObjects(Question question, Call& call,
                                        Outcome* outcome);

// Returns why an existing object may not be read, checked by its own kind and
// namespace; "" if it may. `ns_is_fixed`: the author of the input wrote the namespace.
absl::StatusOr<absl::string_view> RefusalOfObject(const Value& object,
                                                  bool ns_is_fixed,
                                                  AccessPolicies policies,
                                                  Call& call);

}  // namespace loom

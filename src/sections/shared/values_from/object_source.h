// SPDX-License-Identifier: Apache-2.0
// An ObjectSource selects any object of the cluster. It is the field fromObject.
//
//   fromObject:
//     group: ec2.example.org       # omit it for the core group
//     version: v1beta1             # or, instead of both:
//     apiVersion: ec2.example.org/v1beta1
//     resource: vpcs               # or kind: VPC, or both
//     name: main-vpc               # or nameFrom
//     namespace: network           # or namespaceFrom; the default for a namespaced
//                                  # kind is the namespace of the composite
//     matchLabels:                 # instead of a name
//     - {key: tier, value: gold}
//     - {key: stage, valueFrom: {…}, policy: Optional}
//     all: true                    # or all objects of the kind, in the namespace if
//                                  # it has one; needs Crossplane 2.2.1 or later
//     selection:                   # with matchLabels or all
//       mode: Single               # First; Multiple, the default with all
//       minMatch: 1                # with Multiple, as is the next one
//       maxMatch: 3
//       sortByFieldPath: metadata.name
//     fieldPath: spec.forProvider.cidrBlock
//     decode: Auto                 # None, Base64 (field_source.h)
//
// nameFrom, namespaceFrom and valueFrom are FieldSources. Single requires exactly one
// object; First takes the first, by namespace and name; Multiple gives a sorted list
// with the value of each.
//
// A label whose policy is Optional is left out if its value is missing. If no label is
// left, nothing is requested: a query without labels would find every object, which
// requires `all: true`.
//
// A namespace for a kind that is known to be cluster-scoped has no effect, which is
// logged. Errors, each with its location:
//   fromObject: name and matchLabels cannot be combined
//   fromObject: one of name, nameFrom, matchLabels and all is required
//   fromObject.matchLabels: at least one label is required
//   fromObject.version: Required value: version is required
//   fromObject: kind "Vpc" is not the kind of configmaps, which is ConfigMap
//   fromObject.version: Invalid value: "apps/v2": Deployment is served as v1
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/asking.h"
#include "sections/shared/values_from/field_source.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {
// FindNamedObject finds the one object that a typed or an external reference names:
//
//   kind known? → namespace → allowed? → ask → there?
//
//   FindNamedObject(wanted, {.name = "net-a"}, options, call, &asked)
//       → kFound, object, shown "team-a/net-a"
//
// The default namespace is that of the composite; a cluster-scoped kind has none. The
// failures are those of LookUpKind, ReferenceNotAllowed, and
//
//   a name is longer than 253 bytes         InvalidReference
//   a namespace is required for the namespaced kind VPC, because the composite is
//   cluster-scoped                          InvalidReference
//
// The caller decides the consequence of a missing object.

// The name and the namespace as written in a composite, a composed resource or the
// input; "": no namespace.
struct ObjectName {
  std::string name;
  std::string ns = {};
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed = false;
};

// The kind of an object, and its known properties without a look-up.
struct WantedKind {
  NamedKind name;
  std::optional<KnownKind> known = std::nullopt;
};

struct NamedObject {
  enum class State { kFound, kPending, kMissing, kFailed };

  State state = State::kPending;
  const Value* object = nullptr;
  Failure failure = {};  // if it failed; without `where`

  // As messages name it. In a redacted call the name is `?`.
  std::string kind = {};
  std::string ns = {};  // "": cluster-scoped
  std::string name = {};

  // Returns "team-a/net-a", or only the name.
  std::string Shown() const;
  // Describes what was looked for: ec2.example.org/v1 VPC team-a/net-a status.id
  std::string Where(absl::string_view api_version,
                    absl::string_view path) const;
};

// Finds the object, and adds requirements to `asked`. An error comes from the request
// or the account of the call.
absl::StatusOr<NamedObject> FindNamedObject(const WantedKind& wanted,
                                            const ObjectName& name,
                                            AccessPolicies policies, Call& call,
                                            Requirements* asked);

// Return the message for a namespaced kind without a namespace, and the reason of a
// failed look-up of a kind.
std::string NamespaceRequired(absl::string_view kind);
// Reports whether no object can have such a name, namespace or label (limits::kName).
// Messages then do not repeat it.
bool IsTooLong(absl::string_view name);
inline constexpr absl::string_view kNameTooLong =
    "a name is longer than 253 bytes";
absl::string_view ReasonOfLookUp(absl::string_view reason);

// A string, or a field that holds one:
//   name: common
//   nameFrom: {composite: true, fieldPath: spec.name}
struct TextOrField {
  std::string text;
  std::optional<FieldSource> field;

  // Reads the fields `member` and `from`, of which at most one may be present.
  static TextOrField Parse(Fields& fields, absl::string_view member,
                           absl::string_view from);

  bool given() const { return !text.empty() || field.has_value(); }

  // Adds what it reads.
  void AddReads(Reads* reads) const {
    if (field.has_value()) field->AddReads(reads);
  }
};

struct LabelSource {
  std::string key;
  TextOrField value;
  bool optional = false;
};

enum class SelectionMode { kSingle, kFirst, kMultiple };

struct ObjectSource {
  NamedKind kind;
  TextOrField name;
  TextOrField ns;
  std::vector<LabelSource> labels;
  bool by_labels = false;
  bool all = false;
  SelectionMode mode = SelectionMode::kSingle;
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  absl::StatusOr<Path> path = Path();
  Decoding decoding = Decoding::kAuto;

  // The known properties of the kind without a look-up.
  std::optional<KnownKind> known;
  std::string place;  // references[2].fromObject

  // Reports whether it selects among several objects instead of naming one.
  bool selects() const { return by_labels || all; }

  // Reads a source. `root` is the whole input, with the fields `kinds` and `security`.
  static ObjectSource Parse(const Input& input, Fields& root);

  // Adds what the source reads, including fields of the objects that it finds.
  void AddReads(Reads* reads) const;
};

}  // namespace loom

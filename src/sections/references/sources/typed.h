// SPDX-License-Identifier: Apache-2.0
// A TypedReference makes the value of an entry of the list `typedReferences`: a field that
// gets its value from objects of one kind, which a neighboring field names, as the fields
// of AWS Controllers for Kubernetes (ACK) do (docs/typed-references.md):
//
//   field: spec.forProvider.securityGroupIds
//   references: {service_name: ec2, version: v1alpha1, resource: SecurityGroup,
//                path: Status.ID}                 # FindByGoPath
//   # in the composite, or in the desired resource with `refSource: Desired`:
//   securityGroupRefs: [{from: {name: web}}]      # refField; default: DerivedRefField
//
// service_name means the group <service_name>.services.k8s.aws. Without service_name,
// group and apiVersion, the group is that of the target. By default, these conditions
// have to be True (synced) or must not be (terminal). Kinds of Kubernetes have no such
// conditions, so they are refused, as in ACK:
//
//   groups of ACK       synced: [ACK.ResourceSynced]   terminal: [ACK.Terminal]
//   other groups        synced: [Synced, Ready]        terminal: []
//
// Every field gets a new value in each call:
//
//   given: field, reference    effect
//   neither, and not required  nothing
//   neither                    ReferenceOrValueRequired
//   the value                  it stays
//   both                       ReferenceAndValueSet; nothing is requested
//   the reference              for each of its names, in order:
//                              name → namespace → kind → object → terminal? →
//                              synced? → field
//
// All objects are requested, even if one of them fails. The first that has no value fails
// the list. Without a value, the field keeps the observed one. A reference in the desired
// resource is removed, because its kind may not have the field. Failures, in the words of
// ACK, so that people recognize them:
//
//   provided name, in another namespace     ReferenceNotAllowed
//   object not found                        ReferenceNotFound
//   a terminal condition is True            ReferenceTerminal
//   a condition of `synced` is not True     ReferenceNotReady
//   no such field, or an empty one          FieldMissing
//   the target field is not a string        InvalidReference
//
// The rules are ACK's; seeds.md of test/suites/oracle lists the differences.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/failure.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/references/entry.h"
#include "sections/references/recipe.h"

namespace loom {
// FindByGoPath reads a field by its names in a controller's Go code, as ACK's
// configuration writes them:
//
//   Status.ACKResourceMetadata.ARN   {status: {ackResourceMetadata: {arn: …}}}
//   Status.APIID                     {status: {apiID: …}}
//   status.atProvider.id             the names in the object are also accepted
//
// A segment matches the field with exactly that name, or else the only field whose name
// differs only in case. The grammar is that of field paths (data/fieldpath/path.h).
//
//   NotFound             the field does not exist
//   FailedPrecondition   the path matches more than one field: Id, id
//                        and the errors of the account of the call

absl::StatusOr<const Value*> FindByGoPath(const Value& object, const Path& path,
                                          Pool* pool);

// DerivedRefField returns the path of the field that holds a reference, derived from
// the path of the neighboring field that gets its value. The rule is ACK's: a suffix
// such as Id, Name or Arn is replaced by Ref. For a list, the singular gets Refs.
//
//   DerivedRefField("spec.securityGroupIDs", true)   "spec.securityGroupRefs"
//   DerivedRefField("spec.apiId", false)             "spec.apiRef"
//   DerivedRefField("spec.roleARN", false)           "spec.roleRef"
//   DerivedRefField("spec.subnets", true)            "spec.subnetRefs"
//   DerivedRefField("spec.name", false)              nullopt: nothing is left

std::optional<Path> DerivedRefField(const Path& field, bool list);

// ReadWrappers reads the references in a field: one, or a list of them.
//
//   {from: {name: web}}                               one
//   [{from: {name: web}}, {from: {name: db, namespace: infra}}]
//   [{}]                                              none: ignored, as by ACK
//   [{from: {name: ""}}]                              a failure:
//       provided resource reference is nil or empty: spec.securityGroupRefs
//
// Any other value is a failure: `spec.roleRef: expected an object with from.name`. So is a
// list where one is read: `spec.refs: is a list, so the entry needs list: true`. A list
// of more than 500 (limits::kRequirements) is also a failure, because Crossplane reads
// each of the objects.

struct Wrappers {
  std::vector<ObjectName> names;
  // Without a cause: no failure.
  Failure failure = {};
};

// Reads a field; `value` may be nullptr. An error comes from the account of the call.
absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool);

struct TypedReference : Recipe {
  Path ref_field;
  bool ref_is_desired = false;
  bool list = false;
  bool required = false;

  WantedKind kind;  // its group is "" if it is that of the target
  Path path;
  // The defaults of the kind's group, if the author named none.
  std::optional<std::vector<std::string>> synced;
  std::optional<std::vector<std::string>> terminal;
  bool checks_state = true;
  bool may_cross_namespaces = false;
  std::shared_ptr<const Kinds> kinds;

  static Entry Parse(const Input& entry, Fields& root);

  absl::StatusOr<std::optional<Resolution>> Make(
      const Filling& filling) const override;
  absl::StatusOr<Keep> KeepLast(const Filling& filling) const override;

  // Returns a kind without a group of its own, for a target of this group. An error
  // comes from the account of the call.
  absl::StatusOr<WantedKind> KindFor(absl::string_view target_group,
                                     Pool* pool) const;
  // Return the conditions that an object of the group must have, and must not have.
  absl::Span<const std::string> Synced(absl::string_view group) const;
  absl::Span<const std::string> Terminal(absl::string_view group) const;
};

}  // namespace loom

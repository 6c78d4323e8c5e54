// SPDX-License-Identifier: Apache-2.0
// A TypedReference is one entry of the list `typedReferences`: a field that takes
// its value from the objects of one kind that a field beside it names, as the fields
// of AWS Controllers for Kubernetes (ACK) do.
//
//   typedReferences:
//   - target: {resource: link}                   # or resourceSelector
//     field: spec.forProvider.securityGroupIds   # a text, or a list of texts
//     list: true
//     refField: spec.securityGroupRefs           # default: DerivedRefField
//     refSource: Composite                       # Desired
//     required: false
//     references:
//       service_name: ec2                        # or group, or apiVersion
//       version: v1alpha1
//       resource: SecurityGroup                  # the kind
//       path: Status.ID                          # FindByGoPath
//     conditions: {synced: [ACK.ResourceSynced], terminal: [ACK.Terminal]}
//     skipResourceStateValidations: false
//     allowCrossNamespace: false
//
// and in the composite, or in the desired resource with `refSource: Desired`:
//
//   securityGroupRefs:
//   - from: {name: web}                          # namespace: that of the composite
//
// service_name stands for the group <service_name>.services.k8s.aws. Without any of
// the three, the group is that of the target. The conditions that an object has to
// have, and must not have, are by default
//
//   groups of ACK       synced: [ACK.ResourceSynced]   terminal: [ACK.Terminal]
//   other groups        synced: [Synced, Ready]        terminal: []
//
// Kinds of Kubernetes have no such conditions, so they are refused, as by ACK.
// Mistakes:
//
//   typedReferences[0].refField: cannot be derived from "name"
//   typedReferences[0].references.apiVersion: Invalid value: "v1": a typed reference
//   reads no kind of Kubernetes; use references
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/shared/targets/target.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {
// FindByGoPath reads a field by the names that it has in a controller's Go code, as
// ACK's configuration writes them:
//
//   Status.ACKResourceMetadata.ARN   {status: {ackResourceMetadata: {arn: …}}}
//   Status.APIID                     {status: {apiID: …}}
//   status.atProvider.id             names as they are in the object do as well
//
// A segment matches the member of just that name, or else the only one that has it
// if case does not count. The grammar is that of field paths (data/fieldpath/path.h).
//
//   NotFound             there is no such field
//   FailedPrecondition   the path matches more than one field: Id, id
//                        and the errors of the account of the call

absl::StatusOr<const Value*> FindByGoPath(const Value& object, const Path& path,
                                          Pool* pool);

// DerivedRefField gives the path of the field that holds a reference, from that of
// the field that gets its value. It stands beside it. The rule is ACK's: an ending
// such as Id, Name or Arn goes, and Ref takes its place; of a list, the singular and
// Refs.
//
//   DerivedRefField("spec.securityGroupIDs", true)   "spec.securityGroupRefs"
//   DerivedRefField("spec.apiId", false)             "spec.apiRef"
//   DerivedRefField("spec.roleARN", false)           "spec.roleRef"
//   DerivedRefField("spec.subnets", true)            "spec.subnetRefs"
//   DerivedRefField("spec.name", false)              nullopt: nothing is left of it

std::optional<Path> DerivedRefField(const Path& field, bool list);

struct TypedReference {
  std::string place;
  Target target;
  Path field;
  Path ref_field;
  bool ref_is_desired = false;
  bool list = false;
  bool required = false;

  WantedKind kind;  // its group is "" if it is that of the target
  Path path;
  // Of the group of the kind, if the author named none.
  std::optional<std::vector<std::string>> synced;
  std::optional<std::vector<std::string>> terminal;
  bool checks_state = true;
  bool may_cross_namespaces = false;
  std::shared_ptr<const Kinds> kinds;

  static TypedReference Parse(const Input& entry, Fields& root);

  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // The kind for a target of this group. An error is one of the account of the call.
  absl::StatusOr<WantedKind> KindFor(absl::string_view target_group,
                                     Pool* pool) const;
  // The conditions that an object of the group has to have, and must not have.
  std::vector<std::string> Synced(absl::string_view group) const;
  std::vector<std::string> Terminal(absl::string_view group) const;
};

}  // namespace loom

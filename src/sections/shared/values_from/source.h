// SPDX-License-Identifier: Apache-2.0
// A Source provides the value of a reference. Each is an object that holds its own
// path, and an entry has exactly one of them (source_types.cc has the table):
//
//   fromObject: {apiVersion: v1, kind: ConfigMap, name: a, fieldPath: data.x}
//                                                 any object (object_source.h)
//   fromResource: {name: vpc, fieldPath: status.id}
//                                                 a composed resource, observed
//   fromComposite: {fieldPath: spec.region}       the composite, observed
//   fromEnvironment: {fieldPath: region}
//   fromContext: {key: example.org/x, fieldPath: a.b}
//   fromRequirement: {name: settings, fieldPath: data.x}
//                    a requirement of the Composition's step itself
//   fromCredentials: {name: login, key: token}    bytes of the credentials
//
// The access policy applies to fromObject and fromRequirement. The policy
// `waitFor: Ready` applies to objects of the cluster: fromObject, fromResource and
// fromRequirement. Nothing waits for the other sources, which are not objects, or are
// the composite, which is not ready before its references are resolved.
//
// Only fromObject needs rounds. `fromRef` is an alias of fromObject. Errors:
//
//   references[0]: one of fromObject, fromResource, … is required
//   references[0]: fromObject and fromComposite cannot be combined
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/resolution.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/kinds/access_policy.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {

enum class WaitFor { kExists, kReady };

struct ResolveOptions {
  AccessPolicies policies;
  WaitFor wait_for = WaitFor::kExists;
  // Whether the destination holds base64 (crossplane/call/field.h).
  bool into_encoded = false;
};

// The one object that a source reads.
struct ObjectFound {
  const Value* object =
      nullptr;  // nullptr: it is not there, or may not be read
  absl::string_view refusal = "";  // why it may not be read
};

class Source {
 public:
  virtual ~Source() = default;

  // Reads the one field of `entry` that is a source. Reports an error and returns
  // nullptr if it has none or several. `root` is the whole input.
  static std::unique_ptr<const Source> Parse(Fields& entry, Fields& root);

  // Resolves the source, and adds requirements to the outcome. An error comes from the
  // request or the account of the call, not from the reference.
  virtual absl::StatusOr<Resolution> Resolve(Call& call,
                                             const ResolveOptions& options,
                                             Outcome* outcome) const = 0;

  // Adds what the source reads.
  virtual void AddReads(Reads* reads) const = 0;

  // Reports whether the source reads one object of the cluster, which FindObject then
  // finds in the same way as Resolve.
  virtual bool reads_one_object() const { return false; }
  virtual absl::StatusOr<ObjectFound> FindObject(
      Call& /*call*/, const ResolveOptions& /*options*/,
      Outcome* /*outcome*/) const {
    return ObjectFound();
  }

  // The composed resource that the source reads; "" if it reads none.
  virtual absl::string_view resource() const { return ""; }
  // The path that the source reads.
  virtual absl::string_view path() const { return ""; }
  // The object that the source requests; nullptr if it requests none.
  virtual const ObjectSource* object() const { return nullptr; }
};

}  // namespace loom

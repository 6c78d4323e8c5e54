// SPDX-License-Identifier: Apache-2.0
// A Source is where the value of a reference comes from. Each is an object that
// holds its own path, and an entry has exactly one of them (source_types.cc is the
// table):
//
//   fromObject: {apiVersion: v1, kind: ConfigMap, name: a, fieldPath: data.x}
//                                                 any object (object_source.h)
//   fromResource: {name: vpc, fieldPath: status.id}
//                                                 a composed resource, observed
//   fromComposite: {fieldPath: spec.region}       the composite, observed
//   fromEnvironment: {fieldPath: region}
//   fromContext: {key: example.org/x, fieldPath: a.b}
//   fromRequirement: {name: settings, fieldPath: data.x}
//                    a requirement that the step of the Composition has itself
//   fromCredentials: {name: login, key: token}    a text of the credentials
//
// The access policy counts for fromObject and fromRequirement.
// The policy `waitFor: Ready` counts for the objects of the cluster: fromObject,
// fromResource and fromRequirement. The others are not waited for: they are no
// objects, or the composite, which is not ready before its references are resolved.
//
// Only fromObject costs rounds. `fromRef` is another name of fromObject. Mistakes:
//
//   references[0]: one of fromObject, fromResource, … is required
//   references[0]: fromObject and fromComposite exclude each other
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/object_resolver.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {

class Source {
 public:
  virtual ~Source() = default;

  // Reads the one member of `entry` that is a source; nullptr if it has none or
  // several, which is reported. `root` is the whole input.
  static std::unique_ptr<const Source> Parse(Fields& entry, Fields& root);

  // Adds requirements to `asked`. An error is one of the request or of the account
  // of the call, not of the reference.
  virtual absl::StatusOr<Resolution> Resolve(Call& call,
                                             const ResolveOptions& options,
                                             Requirements* asked) const = 0;

  // Adds what it reads.
  virtual void AddReads(Reads* reads) const = 0;

  // Whether it reads one object of the cluster, which FindObject then finds in the same
  // way as Resolve.
  virtual bool reads_one_object() const { return false; }
  virtual absl::StatusOr<ObjectFound> FindObject(
      Call& /*call*/, const ResolveOptions& /*options*/,
      Requirements* /*asked*/) const {
    return ObjectFound();
  }

  // The composed resource that it reads; "" if it reads none.
  virtual absl::string_view resource() const { return ""; }
  // The path that it reads.
  virtual absl::string_view path() const { return ""; }
  // The object that it asks for; nullptr if it asks for none.
  virtual const ObjectSource* object() const { return nullptr; }
};

}  // namespace loom

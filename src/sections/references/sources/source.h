// SPDX-License-Identifier: Apache-2.0
// A Source provides a value for a reference. Each is an object that holds its own path,
// and an entry has exactly one of them (source.cc has the table):
//
//   fromObject: {apiVersion: v1, kind: ConfigMap, name: a, fieldPath: data.x}
//                                                 any object (object.h)
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
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "crossplane/call/lookup.h"
#include "crossplane/call/resolution.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/kinds/access_policy.h"
#include "language/input/fields.h"

namespace loom {

class ObjectSource;

enum class WaitFor { kExists, kReady };

struct ResolveOptions {
  AccessPolicies policies;
  WaitFor wait_for = WaitFor::kExists;
  // Whether the destination holds base64 (crossplane/call/field.h).
  bool into_encoded = false;
};

// The one object that a source reads; nullptr if it is not there, or may not be read.
struct ObjectFound {
  const Value* object = nullptr;
  // Why it is missing, if that is known (RequiredState::SetMissing).
  std::string why_missing = {};
};

// Returns why an object that was looked for is missing, as ObjectFound says it.
std::string WhyMissing(const Found& found, absl::string_view cause);

class Source {
 public:
  virtual ~Source() = default;

  // Reads the one field of `entry` that is a source. Reports an error and returns
  // nullptr if it has none or several. `root` is the whole input.
  static std::unique_ptr<const Source> Parse(Fields& entry, Fields& root);

  // Resolves the source, and adds requirements to the outcome. An error, here and below,
  // comes from the request or the account of the call, not from the reference.
  virtual absl::StatusOr<Resolution> Resolve(Call& call,
                                             const ResolveOptions& options,
                                             Outcome* outcome) const = 0;

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
  // This, if it is a fromObject; otherwise nullptr.
  virtual const ObjectSource* as_object() const { return nullptr; }
};

// A field of one object, or of each of several. The objects are not copied: many
// references may read the same large one.
class FieldOfObjects : public Source {
 public:
  absl::StatusOr<Resolution> Resolve(Call& call, const ResolveOptions& options,
                                     Outcome* outcome) const override;
  absl::StatusOr<ObjectFound> FindObject(Call& call,
                                         const ResolveOptions& options,
                                         Outcome* outcome) const override;
  absl::string_view path() const override { return path_.text(); }
  Decoding decoding() const { return decoding_; }

 protected:
  explicit FieldOfObjects(Place place) : place_(std::move(place)) {}

  // Reads the fields `fieldPath` and `decode`.
  void ParsePath(Fields& fields);

  virtual absl::StatusOr<Found> Find(Call& call, AccessPolicies policies,
                                     Outcome* outcome) const = 0;
  // Describes the field in messages.
  virtual std::string Where(const Found& found) const = 0;
  // Whether the value is a list of the values of all objects.
  virtual bool reads_many() const { return false; }

  const Place& place() const { return place_; }

 private:
  // Whether they have conditions, which a policy may wait for.
  bool AreOfCluster() const;
  bool Waits(const ResolveOptions& options, const Value& object,
             Pool* pool) const;

  Place place_;
  Path path_;
  Decoding decoding_ = Decoding::kAuto;
};

}  // namespace loom

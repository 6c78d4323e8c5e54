// SPDX-License-Identifier: Apache-2.0
// A Target is where a reference writes:
//
//   target: {resource: subnet}                a desired composed resource; for a template
//                                             with forEach, all that it makes
//   target: {resourceSelector: {group: "ec2.*", kind: "*", resource: "^sub"}}
//                                             all that match
//                                             (crossplane/objects/selector.h)
//   target: {composite: true}                 the status of the composite
//   target: {environment: true}
//   target: {context: example.org/region}     the value of a context key
//
// A resource that is not desired is not a target: the entry has no effect and requests
// nothing, unless an expression uses its name (sections/references/references.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/observer.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/input/fields.h"
#include "sections/shared/targets/decision.h"
#include "sections/shared/values_from/resolution.h"

namespace loom {
enum class TargetKind {
  kResource,
  kSelector,
  kComposite,
  kEnvironment,
  kContext
};

// One object or context key that a target refers to in a call.
struct Place {
  TargetKind kind;
  std::string name;  // of the resource, or the context key

  // The name in messages and in the order of entries: `subnet`, `composite`,
  // `environment`, `context example.org/region`.
  std::string Shown() const;

  // Return the object, or nullptr if there is none. Errors are those of the call.
  absl::StatusOr<const Value*> Desired(Call& call) const;
  absl::StatusOr<const Value*> Observed(Call& call) const;
  // Reports whether this is a composed resource that is not observed yet and can
  // therefore be withheld.
  absl::StatusOr<bool> IsNew(Call& call) const;
  // Returns the field at `path` in the form that observers get.
  FieldUse Use(const Path& path) const;
  // Calls `write` with the object to change.
  absl::Status Change(Call& call,
                      const std::function<absl::Status(Value&)>& write) const;
};

class Target {
 public:
  // Parse reads the field `target` of an entry. ParseComposed does the same for entries
  // whose target must be a composed resource; the field `other` of the target is read
  // elsewhere.
  static Target Parse(Fields& entry) { return Parse(entry, false, ""); }
  static Target ParseComposed(Fields& entry, absl::string_view other = "") {
    return Parse(entry, true, other);
  }
  static Target ContextKey(std::string key);

  TargetKind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Adds what is read of the target to fill this field, in addition to what identifies
  // every object: the observed value, and whether the object is being deleted.
  void AddReads(const Path& field, Reads* reads) const;

  // Reports whether the target is changed before the templates are rendered.
  bool is_early() const {
    return kind_ != TargetKind::kResource && kind_ != TargetKind::kSelector;
  }

  // Returns the objects and context keys, in the order of their names. An incomplete
  // call does not render templates. In such a call, the resource of a template also
  // counts if it is observed, because it is most likely rendered.
  absl::StatusOr<std::vector<Place>> Places(Call& call) const;

 private:
  static Target Parse(Fields& entry, bool composed, absl::string_view other);
  void ParseOthers(Fields& fields, int ways);

  TargetKind kind_ = TargetKind::kResource;
  std::string name_;
  std::vector<Selector> selector_;
};

// A ResourceField is a field of a composed resource that a typed or external reference
// fills on every call. While the reference has no value, the field keeps its observed
// value, because Crossplane deletes a field that is no longer desired.
//
//   ResourceField field(place, path, &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepObserved());
//
// The path has no wildcard. If the resource is being deleted, its references are no
// longer resolved, so the field keeps its value.

class ResourceField {
 public:
  // The arguments must outlive this object.
  ResourceField(const Place& place, const Path& path, Call* call)
      : place_(place), path_(path), call_(*call) {}

  // Call this first. Errors, here and below, are those of the request or of the account
  // of the call.
  absl::Status Read();

  // The values of the field; nullptr if they are not set.
  const Value* desired() const { return desired_; }
  const Value* observed() const { return observed_; }
  bool deleting() const { return deleting_; }

  // Writes the value. Returns kFailed if the value does not fit into the resource,
  // otherwise kNothing.
  absl::StatusOr<Resolution> Write(Value value);
  // Writes the observed value if it is set. Returns kObserved if it was written,
  // otherwise kNothing.
  absl::StatusOr<Keep> KeepObserved();

 private:
  absl::StatusOr<Resolution> Put(Value value, const Value* kept_from);

  const Place& place_;
  const Path& path_;
  Call& call_;
  const Value* desired_ = nullptr;
  const Value* observed_ = nullptr;
  const Value* observed_object_ = nullptr;
  bool deleting_ = false;
};

// Returns the value at a path of an object; nullptr if it is not set (IsSet). Errors are
// those of the account of the call.
absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool);

}  // namespace loom

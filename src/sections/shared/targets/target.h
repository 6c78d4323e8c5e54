// SPDX-License-Identifier: Apache-2.0
// A Target is where a reference writes:
//
//   target: {resource: subnet}                a desired composed resource; of a template
//                                             with forEach all that it makes
//   target: {resourceSelector: {group: "ec2.*", kind: "*", resource: "^sub"}}
//                                             all that match (crossplane/objects/selector.h)
//   target: {composite: true}                 the status of the composite
//   target: {environment: true}
//   target: {context: example.org/region}     the value of a context key
//
// A resource that is not desired is no target: the entry has no effect and asks for
// nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
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

// One place that a target stands for in a call.
struct Place {
  TargetKind kind;
  std::string name;  // of the resource, or the context key

  // As messages and the order of entries name it: `subnet`, `composite`,
  // `environment`, `context example.org/region`.
  std::string Shown() const;

  // The objects, nullptr if there is none. Errors are those of the call.
  absl::StatusOr<const Value*> Desired(Call& call) const;
  absl::StatusOr<const Value*> Observed(Call& call) const;
  // Whether it can be withheld: a resource that is not observed yet.
  absl::StatusOr<bool> IsNew(Call& call) const;
  // Calls `write` with the object that is to be changed.
  absl::Status Change(Call& call,
                      const std::function<absl::Status(Value&)>& write) const;
};

class Target {
 public:
  // Reads the member `target` of an entry, and the same where only composed
  // resources can be meant. The member `other` of the target is read elsewhere.
  static Target Parse(Fields& entry) { return Parse(entry, false, ""); }
  static Target ParseComposed(Fields& entry, absl::string_view other = "") {
    return Parse(entry, true, other);
  }
  static Target ContextKey(std::string key);

  TargetKind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Adds what is read of it, beside what every object is known by, to fill this field:
  // what it is observed with, and whether it is being deleted.
  void AddReads(const Path& field, Reads* reads) const;

  // Whether it is changed before the templates are rendered.
  bool is_early() const {
    return kind_ != TargetKind::kResource && kind_ != TargetKind::kSelector;
  }

  // The places, in the order of their names. A template of this input that an
  // incomplete call does not render is most likely a place if it is observed.
  absl::StatusOr<std::vector<Place>> Places(Call& call) const;

 private:
  static Target Parse(Fields& entry, bool composed, absl::string_view other);
  void ParseOthers(Fields& fields, int ways);

  TargetKind kind_ = TargetKind::kResource;
  std::string name_;
  std::vector<Selector> selector_;
};

// A ResourceField is a field of a composed resource that one typed or external
// reference fills on every call. While the reference has no value, the field keeps
// the observed one, because Crossplane deletes a field that is no longer desired.
//
//   ResourceField field(place, path, &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepObserved());
//
// The path has no wildcard. For a resource that is being deleted, nothing is
// resolved any more, so the field keeps its value.

class ResourceField {
 public:
  // All must outlive this object.
  ResourceField(const Place& place, const Path& path, Call* call)
      : place_(place), path_(path), call_(*call) {}

  // Comes first. Errors, here and below, are those of the request or of the
  // account of the call.
  absl::Status Read();

  // The values; nullptr if they are not set.
  const Value* desired() const { return desired_; }
  const Value* observed() const { return observed_; }
  bool deleting() const { return deleting_; }

  // Writes the value. kFailed if it has no place in the resource, otherwise
  // kNothing.
  absl::StatusOr<Resolution> Write(Value value);
  // Writes the observed value, if it is set. Whether it was.
  absl::StatusOr<Keep> KeepObserved();

 private:
  absl::StatusOr<const Value*> Find(const Value* object) const;

  const Place& place_;
  const Path& path_;
  Call& call_;
  const Value* desired_ = nullptr;
  const Value* observed_ = nullptr;
  bool deleting_ = false;
};

// The value at a path of an object; nullptr if it is not set (IsSet). An error is
// one of the account of the call.
absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool);

}  // namespace loom

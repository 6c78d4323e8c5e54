// SPDX-License-Identifier: Apache-2.0
// A Field is a field that an entry of the input fills in one call, such as the target of
// a reference. Only a Field writes to it: it tells the observer, counts what the value
// costs, and returns only errors that end the call (EndsCall).
//
//   Field field(place, path, &ToPolicy::Replace(), &call);
//   LOOM_RETURN_IF_ERROR(field.Read());
//   LOOM_ASSIGN_OR_RETURN(bool asks, field.KeepBefore(Resolve::kIfNotPresent));
//   LOOM_ASSIGN_OR_RETURN(Keep kept, field.KeepRest());
//
// D is the desired value before the entry, O the observed value of the same resource,
// and V the value that the entry has found. A value is set if it is not null, "" or [].
//
//   resolve       D    O                  V        the field gets
//   IfNotPresent  set  any                –        D; the source is not read
//                 no   scalars            –        O; the source is not read
//                 no   an object or none  found    V
//                 no   an object          missing  O
//                 no   none               missing  nothing
//   Always        any  any                found    V
//                 set  any                missing  D
//                 no   set                missing  O
//                 no   none               missing  nothing
//
// Scalars are a string, a number, a boolean, or a list of these. An observed object is
// not taken over while the source can be read, because the API server may have filled
// in defaults, which would become the composition's own. O is emitted again, because
// Crossplane deletes a field that is no longer desired.
//
// For a resource that is being deleted, no source is read: the field gets D if it is
// set, otherwise O. The environment and the context have no observed state, so they
// always get V. The rules are ours; `IfNotPresent` and `Always` are
// crossplane-runtime's.
//
// A path with `[*]` is each location that it matches in the desired object, and each
// location follows the table on its own. Under a policy that merges, a value that is
// only a part of the field must not remove the rest: without a value, the observed value
// is merged into the desired one.
#pragma once

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/destination.h"
#include "crossplane/call/observer.h"
#include "crossplane/call/resolution.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

// A Place is an object that has fields: the composite, the environment, a key of the
// context or a composed resource.
struct Place {
  using Holder = FieldUse::Holder;

  Holder holder = Holder::kComposed;
  std::string name = {};  // of the resource, or the context key

  // The name in messages and in the order of entries: `subnet`, `composite`,
  // `environment`, `context example.org/region`.
  std::string Shown() const;

  // Return the object, or nullptr if there is none. Errors are those of the call. The
  // environment and the context have neither.
  absl::StatusOr<const Value*> Desired(Call& call) const;
  absl::StatusOr<const Value*> Observed(Call& call) const;
  // Returns the object that a source reads: the observed one, the environment or the
  // value of the key; nullptr if there is none.
  absl::StatusOr<const Value*> Source(Call& call) const;
  // Reports whether this is a composed resource that is not observed yet and can
  // therefore be withheld.
  absl::StatusOr<bool> IsNew(Call& call) const;
  // Calls `write` with the object to change.
  absl::Status Change(Call& call,
                      absl::FunctionRef<absl::Status(Value&)> write) const;
  // Erases a field; an incomplete call changes nothing.
  absl::Status Erase(const Path& path, Call& call) const;
};

enum class Resolve { kIfNotPresent, kAlways };

// A field before it is resolved; nullptr: it is not set.
struct FieldState {
  const Value* desired = nullptr;
  const Value* observed = nullptr;
  bool deleting = false;
};

enum class Keep { kNothing, kDesired, kObserved };

// Returns what is kept without reading the source; kNothing: the source is read.
Keep KeptBefore(Resolve resolve, const FieldState& field);
// Returns what is kept if the source has no value.
Keep KeptWithoutValue(const FieldState& field);

class Field {
 public:
  // `place`, `path` and `call` must outlive this object. With a policy, values are
  // written as by a patch: merged, and encoded where the field holds base64
  // (crossplane/kinds/encoded_fields.h). Without one, they replace what is there.
  Field(const Place& place, const Path& path, const ToPolicy* to, Call* call)
      : place_(place), path_(path), to_(to), call_(*call) {}
  virtual ~Field() = default;
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  // Finds the locations and their values. Call this first, unless the field is only
  // written. Errors, here and below, are those of the request or the account of the
  // call.
  absl::Status Read();

  // The values of the field at its only location; nullptr if they are not set.
  const Value* desired() const { return spots_.front().desired; }
  const Value* observed() const { return spots_.front().observed; }
  bool deleting() const { return deleting_; }
  // Whether the field holds base64.
  bool is_encoded() const { return is_encoded_; }

  // Keeps what needs no value. Returns whether the source is asked for a value.
  absl::StatusOr<bool> KeepBefore(Resolve resolve);
  // Writes the value to the locations that need one. Returns kNothing, or kFailed if the
  // value does not fit there.
  absl::StatusOr<Resolution> Write(Value value);
  // Keeps what is available without a value, in the locations that need one. Returns
  // kNothing if one of them has nothing.
  absl::StatusOr<Keep> KeepRest();
  // Writes the observed value if it is set, whatever is desired. Returns kObserved if it
  // was written, otherwise kNothing.
  absl::StatusOr<Keep> KeepObserved();

 protected:
  // The resource whose deletion counts.
  virtual const Place& Deleted() const { return place_; }
  // Come before the field is written, and whenever it has a value.
  virtual absl::Status Prepare() { return absl::OkStatus(); }
  virtual absl::Status Finish() { return absl::OkStatus(); }

  void SetEncoded() { is_encoded_ = true; }
  // Writes a value to a field, and tells the observer. A kept value comes from the
  // observed object `kept_from`.
  absl::Status PutAt(const Place& place, const Path& path, Value value,
                     const Value* kept_from = nullptr) const;

 private:
  struct Spot {
    const Path* path;
    const Value* desired = nullptr;
    const Value* observed = nullptr;
    Keep before = Keep::kNothing;
    Keep rest = Keep::kNothing;
  };

  absl::Status Expand(const Value* desired);
  absl::StatusOr<const Value*> Find(const Value* object, const Path& at) const;
  absl::Status Decide(Resolve resolve, Spot* spot) const;
  absl::Status KeepAt(const Spot& spot, Keep kept);
  absl::Status WriteAt(const Path& at, Value& value);
  absl::Status Put(const Path& at, Value value, const Value* kept_from);

  const Place& place_;
  const Path& path_;
  const ToPolicy* const to_;
  Call& call_;
  const Value* observed_ = nullptr;  // the object
  bool deleting_ = false;
  bool is_encoded_ = false;
  std::vector<Path> expanded_;  // of a path with a wildcard
  absl::InlinedVector<Spot, 1> spots_;
};

// The field `decode` of a source defines how its value is decoded and encoded. Fields such
// as `data` of a Secret hold base64 (crossplane/kinds/encoded_fields.h):
//
//   Auto (default)  a value of such a field is decoded. What is written to such a field
//                   is encoded, wherever it comes from, unless the last transform is
//                   ToBase64
//   Base64          every string is decoded; it is encoded as with Auto
//   None            a string is neither decoded nor encoded
//
// Of a whole map, each value is decoded and encoded. A value that cannot be decoded is an
// InvalidReference.

enum class Decoding { kAuto, kNone, kBase64 };

Decoding ParseDecoding(Fields& fields);

// How a source reads its field.
struct FieldRead {
  const Path& path;
  Decoding decoding = Decoding::kAuto;
  // Whether the destination holds base64. All strings that will be encoded are then
  // bytes, as is what was decoded.
  bool into_encoded = false;
};

// Reads the field of an object, and tells the observer. `where` describes the field in
// messages. Failures:
//
//   data.region: no such field              FieldMissing
//   the field is empty                      FieldMissing: "", null or []
//   data: not an array                      InvalidReference
absl::StatusOr<Resolution> ReadField(const Place& place, const Value& object,
                                     const FieldRead& field, std::string where,
                                     Call& call);

// Reports whether a value is set: it is not null, "" or [].
bool IsSet(const Value& value);

// Returns the value at a path of an object; nullptr if it is not set. Errors are those of
// the account of the call.
absl::StatusOr<const Value*> FindSet(const Value* object, const Path& path,
                                     Pool* pool);

}  // namespace loom

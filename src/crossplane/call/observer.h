// SPDX-License-Identifier: Apache-2.0
// Observer receives the events of a call as they happen, so that `explain` can report
// the origin of each value. A call that serves Crossplane has no observer, and spends
// one comparison on each event.
//
// An observer overrides the events that it needs. Events pass objects and parts of the
// input. Only a PatchTrace contains intermediate values. The observer reads the objects
// itself, and must not change the call.
//
// Everything that an event passes lives as long as the call, except the values of a
// PatchTrace and FieldUse::path, which may live only as long as the event.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

struct Call;
struct LoopItem;
struct Outcome;
struct Result;
class Patch;
struct PatchTrace;

// The resource that a template is about to make.
struct TemplateUse {
  absl::string_view resource;      // its logical name; "" is the whole step
  size_t index = 0;                // of the template in the list `resources`
  const LoopItem* item = nullptr;  // of forEach
};

// A field that an entry of a section reads or writes.
struct FieldUse {
  enum class Holder {
    kComposite,
    kEnvironment,
    kContext,
    kComposed,  // a composed resource
    kRequired,  // an object that the step asked for
  };

  Holder holder;
  // The name of the composed resource, or the key of the context.
  absl::string_view name = "";
  // The object that the value is read from; for a composed resource, the observed
  // object. If the field is written, this is null, unless the value is kept
  // (Observer::Wrote).
  const Value* object = nullptr;
  absl::Span<const Segment> path = {};
  // The value that was found, if the path does not spell the field names as the object
  // does.
  const Value* value = nullptr;
};

class Observer {
 public:
  virtual ~Observer() = default;

  // A call begins. All events of its earlier rounds are void.
  virtual void Begins(Call& /*call*/) {}

  // The data of a config is about to be merged into the environment, at the path `to`.
  // `entry` is the index of the entry in the input that selected the config.
  virtual void Merged(size_t /*entry*/, const Value& /*config*/,
                      absl::string_view /*to*/) {}

  // Whether traces include values. Tracing them takes as long as the patches
  // themselves.
  virtual bool traces() const { return false; }

  // The field `member` of a template, or of the input, does not call for a resource.
  // `why` is OK if a condition is false or a list has no items, and NotFound if the
  // field is pending. `made` says whether the resource is made anyway.
  virtual void Asked(const TemplateUse& /*use*/, absl::string_view /*member*/,
                     const absl::Status& /*why*/, bool /*made*/) {}
  // Something at `place` in the input holds, or does not: a condition, unless it is pending;
  // a readiness check; a dependency, unless a resource waits for it; a reference that has a
  // value; an identity that is established; or an extra resource that is found.
  virtual void Tested(absl::string_view /*place*/, bool /*holds*/) {}
  // The list of the loop at `place` has `count` items.
  virtual void Listed(absl::string_view /*place*/, size_t /*count*/) {}
  // The resource that the input calls `id` is the one that Crossplane knows by `alias`, and
  // not by `name`.
  virtual void Adopted(absl::string_view /*id*/, absl::string_view /*name*/,
                       absl::string_view /*alias*/) {}
  // A template begins with `object`. The next events until Ended are about this
  // template.
  virtual void Began(const TemplateUse& /*use*/, const Value& /*object*/) {}
  // The object has received the name and the namespace of the observed object.
  virtual void Named(const Value& /*object*/) {}
  // A patch was applied, or could not be applied.
  virtual void Patched(const Patch& /*patch*/, const PatchTrace& /*trace*/,
                       const absl::Status& /*status*/) {}
  // A patch has a pending expression, so its field in `to` was set to the observed
  // value.
  virtual void Kept(const Patch& /*patch*/, const Value& /*to*/) {}
  // The list elements without a value were removed from `object`, so the elements after
  // them have moved.
  virtual void Dropped(const Value& /*object*/) {}
  // The template is left out, because the source of the last reported patch is missing.
  virtual void Withheld() {}
  // The template is done. The next patches belong to no template. `object` is null if
  // the template was left out.
  virtual void Ended(const Value* /*object*/) {}

  // An expression has read an observed resource by its name, which may be computed. It
  // belongs to the next event about a patch, a condition or a list.
  virtual void Selected(absl::string_view /*resource*/) {}

  // An entry of a section begins with one field that it fills. Everything that is read
  // and written until the next entry begins belongs to this one. `place` is the
  // location of the entry in the input, and `index` is its position in its list.
  virtual void EntryBegan(absl::string_view /*place*/, size_t /*index*/) {}
  // The entry reads a field, which may be missing.
  virtual void Read(const FieldUse& /*field*/) {}
  // The entry has written a field. If `field.object` is set, the entry has kept the
  // value that this object has in the field.
  virtual void Wrote(const FieldUse& /*field*/) {}

  // The `readiness` section considers a resource not ready, for the reason `why`.
  virtual void NotReady(absl::string_view /*resource*/,
                        absl::string_view /*why*/) {}

  // A resource waits for another one, as a dependency says.
  virtual void Waits(absl::string_view /*resource*/,
                     absl::string_view /*other*/) {}

  // The input itself says whether the composite is ready. If not, `why` is the reason.
  virtual void Decided(bool /*ready*/, absl::string_view /*why*/) {}

  // A resource that no step desires any more stays desired, as `object`, because of
  // `why`.
  virtual void Stays(absl::string_view /*resource*/, const Value& /*object*/,
                     absl::string_view /*why*/) {}

  // An entry of `remove`, at `place`, drops a desired resource of an earlier step.
  virtual void Removed(absl::string_view /*resource*/,
                       absl::string_view /*place*/) {}

  // A section has run. `section` is its name in function/plan/sections.h. It is
  // `condition` if the condition of the whole input is pending: `outcome` then lists
  // the resources that this condition withholds.
  virtual void Ran(absl::string_view /*section*/, Call& /*call*/,
                   const Outcome& /*outcome*/, const absl::Status& /*status*/) {
  }

  // The call ends with these results.
  virtual void Reported(absl::Span<const Result> /*results*/) {}

  // The call ends with a FATAL result. PlaceOf (base/errors.h) returns its location.
  virtual void Failed(const absl::Status& /*why*/) {}
};

}  // namespace loom

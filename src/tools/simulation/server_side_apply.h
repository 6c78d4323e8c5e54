// SPDX-License-Identifier: Apache-2.0
// Server-side apply, as an API server does it: several managers write the fields of one
// object, and metadata.managedFields says who owns which.
//
// Applied returns what an object becomes when a manager applies the desired object, as
// far as managedFields of the observed object determines it. Without managedFields,
// nothing is removed.
//
// Desired fields are set. A field is removed if only this manager has written it and it
// is no longer desired. A list is replaced as a whole, unless managedFields track its
// items by keys or values; items that lack only fields that the API server has filled in
// are kept. Fields that the API server and its webhooks would fill in, now or instead of
// removed ones, are unknown here.
#pragma once

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// How Crossplane calls itself where it updates objects, where it applies composites, and
// where it applies composed resources. The name of the latter ends with a hash of the
// composite.
inline constexpr char kCrossplaneManager[] = "crossplane";
inline constexpr char kCompositeManager[] =
    "apiextensions.crossplane.io/composite";
inline constexpr char kComposedManager[] =
    "apiextensions.crossplane.io/composed";

// The part of an object that a request writes. A request for the status writes nothing
// else, and the others do not write it.
enum class ObjectPart { kMain, kStatus };

// `manager` is the beginning of the name of the manager. The pool keeps the result.
Value Applied(const Value& observed, const Value& desired,
              absl::string_view manager, ObjectPart part, Pool* pool);

// FieldsOf returns the fields of an object in the form of managedFields (FieldsV1), for
// the part of it that a request writes. The schema says which lists have items that are
// owned separately; without one (nullptr), a list is owned as a whole.
//
//   {spec: {size: 1, ports: [{port: 80}]}}
//   {"f:spec": {"f:size": {}, "f:ports": {"k:{\"port\":80}": {".": {}, "f:port": {}}}}}
//
// ChangedFields returns those that are new in `after`, or have another value than in
// `before`.
Value FieldsOf(const Value& object, const Value* schema, ObjectPart part,
               Pool* pool);
Value ChangedFields(const Value& before, const Value& after,
                    const Value* schema, ObjectPart part, Pool* pool);

// RecordApply and RecordUpdate write metadata.managedFields of an object that a manager
// has written. Who applies an object owns exactly the fields that it has applied
// (FieldsOf the desired object), and who updates an object owns also those that it has
// changed. No other manager owns a changed field any more.
void RecordApply(absl::string_view manager, ObjectPart part, Value fields,
                 const Value& changed, Value* object, Pool* pool);
void RecordUpdate(absl::string_view manager, ObjectPart part,
                  const Value& changed, Value* object, Pool* pool);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Changes that controllers make to objects. The pool keeps what is added.
//
//   AddFinalizer("composite.apiextensions.crossplane.io", &object, &pool);
//   SetCondition({.type = "Ready", .status = "True", .reason = "Available"}, now,
//                &object, &pool);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "data/value/value.h"

namespace loom {

// Returns the time as Kubernetes writes it: 2024-01-01T00:00:00Z.
std::string TimeText(absl::Time time);

// Returns a hash (FNV-1a) of which names and uids are made, so that each run has the same.
uint64_t StableHash(absl::string_view text,
                    uint64_t seed = 14695981039346656037u);

// Returns a copy that shares no characters with the original.
Value DeepCopy(const Value& value, Pool* pool);

// Applies a JSON merge patch (RFC 7386): null removes a field, objects are merged, and
// anything else replaces. The patch must outlive the value.
void MergePatch(const Value& patch, Value* value, Pool* pool);

bool IsBeingDeleted(const Value& object);

// Returns the uid of the controller; "" for none.
absl::string_view ControllerOf(const Value& object);

std::vector<absl::string_view> FinalizersOf(const Value& object);
void AddFinalizer(absl::string_view finalizer, Value* object, Pool* pool);
void RemoveFinalizer(absl::string_view finalizer, Value* object, Pool* pool);

// Returns the field, which is an object from now on.
Value& ObjectAt(Value& object, absl::string_view name, Pool* pool);

struct NewCondition {
  std::string type;
  std::string status;
  std::string reason;
  std::string message = {};
  // Whether it has the generation of the object. Conditions of functions have none.
  bool is_of_generation = true;
};

// Sets a condition in the status. One that does not change keeps its time. (Crossplane's
// rule: the time also changes with the reason and the message.)
void SetCondition(const NewCondition& condition, absl::Time now, Value* object,
                  Pool* pool);

}  // namespace loom

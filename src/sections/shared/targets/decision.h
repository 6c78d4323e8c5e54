// SPDX-License-Identifier: Apache-2.0
// KeptBefore and KeptWithoutValue decide which value a reference gives its field. D is
// the desired value before this reference, O the observed value of the same resource,
// and V the value that the reference found. A value is set if it is not null, "" or [].
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
#pragma once

#include <map>
#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {
enum class Resolve { kIfNotPresent, kAlways };

// The field before it is resolved; nullptr: the field does not exist.
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

// CyclesOf finds the resources that wait for each other. Each waits for at most one
// other.
//
//   CyclesOf({{"a", "b"}, {"b", "a"}, {"c", "a"}})   {{"a", "b"}}
//
// A cycle begins with its smallest name, and each element waits for the next. A
// resource that waits for a cycle without being part of it (c) is not included.

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for);

}  // namespace loom

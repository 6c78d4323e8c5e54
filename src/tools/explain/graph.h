// SPDX-License-Identifier: Apache-2.0
// These functions answer questions of several views about the graph of an Explanation.
//
// A field may be written several times, so the relevant writer depends on the step that
// asks: a step that reads the field sees the last write before itself. This also makes
// every walk end, even for a malformed explanation from a file.
//
//   field f0: written by step 7, before that by step 2
//   WriterBefore(f0, 9)    step 7
//   WriterBefore(f0, 7)    step 2: step 7 itself read what step 2 wrote
//   WriterBefore(f0, 2)    none
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// Returns whether the field has a value, which may be secret. A field without a value
// is one that a step would have written.
inline bool HasValue(const ShownValue& value) {
  return value.secret || value.json.has_value();
}

// Returns the last step before `step` that wrote the field.
std::optional<size_t> WriterBefore(const ExplainedField& field, size_t step);

// Returns the `owner` of the fields of a resource: its name, but ./env for a resource
// named env.
std::string OwnerOf(absl::string_view resource);

// Select finds what the flag --at names (views.h).
//
//   Select(explanation, {"bucket"})            the resource and all its fields
//   Select(explanation, {"bucket.spec.tags"})  the field and those below it
//   Select(explanation, {"env"})               all fields of the environment
//   Select(explanation, {"./env.spec"})        spec of a resource named env
//   Select(explanation, {"bucket.spec.tag"})   NotFound, with the nearest name
//
// The rule is ours.

// For each index, whether --at names it.
struct Selection {
  std::vector<bool> fields;
  // Only for resources that are named without a path.
  std::vector<bool> resources;
};

absl::StatusOr<Selection> Select(const Explanation& explanation,
                                 const std::vector<std::string>& at);

// Returns whether `path` is `prefix` or below it: a.b and a[0] are below a, ab is not.
bool IsBelow(absl::string_view path, absl::string_view prefix);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Questions about the graph of an Explanation that several views ask.
//
// A field may be written several times, so which step counts depends on who asks:
// a step that read the field sees the last one before itself. This also makes
// every walk end, whatever an explanation from a file says.
//
//   field f0: written by step 7, before that by step 2
//   WriterBefore(f0, 9)    step 7
//   WriterBefore(f0, 7)    step 2: step 7 itself read what step 2 wrote
//   WriterBefore(f0, 2)    none
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// Whether the field has a value, be it secret. One without is what a step would
// have written.
inline bool HasValue(const ShownValue& value) {
  return value.secret || value.json.has_value();
}

// The step that wrote the field last before `step`.
std::optional<size_t> WriterBefore(const ExplainedField& field, size_t step);

// The `owner` of the fields of a resource: its name, but ./env if it is env.
std::string OwnerOf(absl::string_view resource);

}  // namespace loom

// SPDX-License-Identifier: Apache-2.0
// Functions that answer questions of several views about the graph of an Explanation.
//
// A field may be written several times, so the relevant writer depends on the step that
// asks: a step that reads the field sees the last write before itself. This also makes
// every walk end, even for a malformed explanation from a file.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "tools/provenance/explanation.h"

namespace loom {

// Returns whether the field has a value, which may be secret. A field without a value
// is one that a step would have written.
inline bool HasValue(const ShownValue& value) {
  return value.secret || value.json.has_value();
}

// Returns the last step before `step` that wrote the field.
std::optional<size_t> WriterBefore(const ExplainedField& field, size_t step);

// The owners of fields that do not belong to a resource.
namespace owners {
inline constexpr char kComposite[] = "xr";
inline constexpr char kEnvironment[] = "env";
inline constexpr char kContext[] = "context";
inline constexpr char kDetails[] = "details";
inline constexpr char kConditions[] = "conditions";
}  // namespace owners

// With their titles. The title of the composite is its kind and name.
inline constexpr std::pair<absl::string_view, absl::string_view>
    kOtherOwners[] = {{owners::kComposite, ""},
                      {owners::kEnvironment, "environment"},
                      {owners::kContext, "context"},
                      {owners::kDetails, "connection details"},
                      {owners::kConditions, "conditions"}};

// Returns "XApp shop", "environment" etc.; "" for the owner of a resource.
std::string TitleOf(const Explanation& all, absl::string_view owner);
bool IsOfResource(absl::string_view owner);

// Returns the `owner` of the fields of a resource: its name, but ./env for a resource
// named env.
std::string OwnerOf(absl::string_view resource);

// Returns whether `path` is `prefix` or below it: a.b and a[0] are below a, ab is not.
bool IsBelow(absl::string_view path, absl::string_view prefix);

}  // namespace loom
